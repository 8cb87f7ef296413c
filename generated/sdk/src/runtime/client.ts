import { API_VERSION, BASE_URL, PACKAGE_VERSION } from "./contract.ts"
import { AuthenticationError, ConnectionError, errorFromResponse, TimeoutError, VintemError } from "./errors.ts"
import { type List, type ListQuery, type PagePromise, pagePromise } from "./page.ts"
import { fillPath } from "./path.ts"
import { redact, redactHeaders } from "./redact.ts"
import type {
  AbortSignalLike,
  ClientOptions,
  Fetch,
  LastResponse,
  Logger,
  Operation,
  RequestHeaders,
  ResponseHeaders,
  WithResponse,
} from "./types.ts"
import { uuid } from "./web-crypto.ts"

const TIMEOUT = 80_000
const MAX_RETRIES = 2
// A longer setTimeout would fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1
// The service's rate limits reset within a minute. A longer Retry-After comes from something else: fail instead of waiting.
const MAX_WAIT_MS = 60_000

type Platform = {
  process?: { env?: Record<string, string | undefined>; versions?: Record<string, string | undefined> }
  document?: unknown
  fetch?: Fetch
}

const platform = globalThis as Platform
const inBrowser = () => (globalThis as Platform).document !== undefined

const userAgent = () => {
  const versions = platform.process?.versions ?? {}
  const runtime = ["bun", "deno", "node"].find((name) => versions[name])
  return `vintem-typescript/${PACKAGE_VERSION}${runtime ? ` ${runtime}/${versions[runtime]}` : ""}`
}

const checkTimeout = (timeout: number) => {
  if (typeof timeout !== "number" || !(timeout > 0)) throw new VintemError("timeout must be a positive number of milliseconds.")
  return Math.min(timeout, MAX_TIMER_MS)
}

const checkRetries = (retries: number) => {
  if (!Number.isInteger(retries) || retries < 0) throw new VintemError("maxRetries must be an integer of 0 or more.")
  return retries
}

const checkKey = (key: string) => {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new VintemError("The API key contains invalid characters. Remove any space or line break.")
  if (inBrowser() && /^z(sk|rk)_/.test(key)) {
    throw new VintemError("Do not use a secret API key in a browser, where anybody can read it. Use a publishable key (zk_…).")
  }
  return key
}

const checkBaseUrl = (url: string) => {
  if (!/^https?:\/\/[^\s?#]+$/.test(url))
    throw new VintemError(`The base URL ${JSON.stringify(url)} is invalid. Use the form https://host/path.`)
  return url.replace(/\/+$/, "")
}

const queryString = (query: object | null | undefined) => {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)] as [string, string]],
  )
  return pairs.length ? `?${new URLSearchParams(pairs)}` : ""
}

const applyHeaders = (headers: Headers, more: RequestHeaders | undefined) => {
  for (const [name, value] of Object.entries(more ?? {})) {
    if (value === null) headers.delete(name)
    else if (value !== undefined) headers.set(name, value)
  }
}

/** The wait in milliseconds that Retry-After (seconds or a date) requests, or 0. */
const retryAfter = (headers: ResponseHeaders | undefined): number => {
  const value = headers?.get("retry-after")
  if (!value) return 0
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) ? Math.max(wait, 0) : 0
}

// The waits are 0.5, 4 and then 8 seconds. Two retries outlast a restart of the service. The jitter of 25 % keeps clients
// that failed together from retrying together.
const backoff = (retry: number) => Math.min(500 * 8 ** retry, 8000) * (0.75 + Math.random() / 2)

const isRetryable = (error: VintemError) => {
  if (error instanceof ConnectionError) return true
  const advice = error.headers?.get("service-should-retry")
  if (advice === "true" || advice === "false") return advice === "true"
  return error.status === 409 || error.status === 429 || error.status! >= 500
}

const reasonOf = (signal: AbortSignalLike) => signal.reason ?? new VintemError("The request was aborted.")

const sleep = (ms: number, signal: AbortSignalLike | undefined) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      if (signal?.aborted) reject(reasonOf(signal))
      else resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener("abort", end)
    if (signal?.aborted) end()
  })

type Attempt = { url: string; method: string; headers: Record<string, string>; body: string | undefined }
type ParsedResponse = LastResponse & { body: unknown }

const parse = (text: string, success: boolean): unknown => {
  let body: unknown
  let cause: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    cause = error
  }
  // A truncated response looks like this, and a retry is safe. Errors are classified by their status.
  if (success && (typeof body !== "object" || body === null)) {
    throw new ConnectionError("The response is not a JSON object. It may have been truncated.", { cause })
  }
  return body
}

/** Sends the requests of all resources: API keys, versions, idempotency, timeouts, retries, errors and pagination. */
export class Client {
  readonly #apiKey: string | undefined
  readonly #baseUrl: string
  readonly #version: string
  readonly #timeout: number
  readonly #maxRetries: number
  readonly #fetch: Fetch
  readonly #logger: Logger | undefined
  readonly #headers: RequestHeaders | undefined

  /**
   * @param apiKey Default: the environment variable VINTEM_KEY. Without either, pass a key with each request.
   * @throws VintemError if a setting is invalid.
   */
  constructor(apiKey?: string | undefined, options: ClientOptions = {}) {
    const env = platform.process?.env ?? {}
    const key = apiKey || env.VINTEM_KEY
    this.#apiKey = key ? checkKey(key) : undefined
    this.#baseUrl = checkBaseUrl(options.baseUrl ?? (env.VINTEM_BASE_URL || BASE_URL))
    this.#version = options.version ?? API_VERSION
    this.#timeout = checkTimeout(options.timeout ?? TIMEOUT)
    this.#maxRetries = checkRetries(options.maxRetries ?? MAX_RETRIES)
    // The global fetch is looked up for each request, so that code that instruments it later takes effect.
    this.#fetch = options.fetch ?? ((url, init) => (globalThis as unknown as { fetch: Fetch }).fetch(url, init))
    this.#logger = options.logger
    this.#headers = options.headers
  }

  /**
   * Sends a request that no resource has a method for.
   *
   * @throws VintemError, or the reason of the signal that aborted the request.
   */
  async request<T>(operation: Operation): Promise<WithResponse<T>> {
    const options = operation.options ?? {}
    const timeout = checkTimeout(options.timeout ?? this.#timeout)
    const attempt = await this.#prepare(operation)
    // Without an idempotency key, a retry could run the operation twice.
    const repeatable = attempt.method === "GET" || attempt.headers["idempotency-key"] !== undefined
    const retries = repeatable ? checkRetries(options.maxRetries ?? this.#maxRetries) : 0
    for (let retry = 0; ; retry++) {
      try {
        const { body, ...lastResponse } = await this.#send(attempt, timeout, options.signal)
        return Object.defineProperty(body as object, "lastResponse", { value: lastResponse }) as WithResponse<T>
      } catch (error) {
        if (!(error instanceof VintemError) || !isRetryable(error) || retry >= retries) throw error
        const requested = retryAfter(error.headers)
        if (requested > MAX_WAIT_MS) throw error
        const wait = Math.round(Math.max(requested, backoff(retry)))
        this.#logger?.info("retrying the request", {
          method: attempt.method,
          error: error.name,
          wait_ms: wait,
          retry: retry + 1,
        })
        await sleep(wait, options.signal)
      }
    }
  }

  /**
   * Fetches a list that no resource has a method for, page by page.
   *
   * @param paged Whether the list accepts `limit` and cursors.
   */
  list<T>(operation: Operation, paged: boolean = true): PagePromise<T> {
    return pagePromise(operation.query as ListQuery, paged, (query) => this.request<List<T>>({ ...operation, query }))
  }

  async #prepare({ method, path, ids, query, body, options = {} }: Operation): Promise<Attempt> {
    const key = options.apiKey === undefined ? this.#apiKey : checkKey(options.apiKey)
    if (key === undefined) {
      throw new AuthenticationError("The API key is missing. Pass it to the constructor or to the request, or set VINTEM_KEY.", {
        type: "authentication_error",
        code: "api_key_missing",
      })
    }
    const headers = new Headers({ accept: "application/json", authorization: `Bearer ${key}` })
    // Browsers set their own User-Agent. Any other value would need permission by CORS.
    if (!inBrowser()) headers.set("user-agent", userAgent())
    headers.set("service-version", options.version ?? this.#version)
    if (body != null) headers.set("content-type", "application/json")
    applyHeaders(headers, this.#headers)
    if (method !== "GET") headers.set("idempotency-key", options.idempotencyKey ?? (await uuid()))
    applyHeaders(headers, options.headers)
    return {
      url: this.#baseUrl + fillPath(path, ids) + queryString(query),
      method,
      headers: Object.fromEntries(headers),
      body: body == null ? undefined : JSON.stringify(body),
    }
  }

  async #send(attempt: Attempt, timeout: number, signal: AbortSignalLike | undefined): Promise<ParsedResponse> {
    const { url, method, headers, body } = attempt
    const request = { method, url: redact(url) }
    const logger = this.#logger
    logger?.debug("request", { ...request, headers: redactHeaders(headers), body: body && redact(JSON.parse(body)) })
    const started = Date.now()
    const response = await this.#fetchText(attempt, timeout, signal).catch((error) => {
      logger?.warn("no response", { ...request, error: error?.name, duration_ms: Date.now() - started })
      throw error
    })
    const requestId = response.headers.get("request-id") ?? undefined
    const details = { ...request, status: response.status, request_id: requestId, duration_ms: Date.now() - started }
    const success = response.status >= 200 && response.status < 300
    const parsed = parse(response.text, success)
    if (success) {
      logger?.debug("response", { ...details, body: redact(parsed) })
      return { status: response.status, headers: response.headers, requestId, body: parsed }
    }
    const error = errorFromResponse(response.status, response.headers, parsed)
    logger?.[response.status >= 500 ? "error" : "warn"]("response", {
      ...details,
      type: error.type,
      code: error.code,
      param: error.param,
    })
    throw error
  }

  async #fetchText({ url, ...init }: Attempt, timeout: number, signal: AbortSignalLike | undefined) {
    if (signal?.aborted) throw reasonOf(signal)
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal?.addEventListener("abort", abort)
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      abort()
    }, timeout)
    try {
      // The service never redirects, and following a redirect would turn a POST into a GET.
      const { body, ...rest } = init
      const request = this.#fetch
      const response = await request(url, {
        ...rest,
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: controller.signal,
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (cause) {
      if (signal?.aborted) throw reasonOf(signal)
      if (timedOut) throw new TimeoutError(`No response within ${timeout} ms.`, { cause })
      throw new ConnectionError("The service could not be reached, or its response was cut off.", { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", abort)
    }
  }
}
