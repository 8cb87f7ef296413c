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
// The longest timer there is; more would fire at once.
const MAX_TIMER_MS = 2 ** 31 - 1
// Who is told to come back later than the quota's window is told so by something else, and should not be kept waiting.
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
  if (typeof timeout !== "number" || !(timeout > 0)) throw new VintemError("timeout must be a number of milliseconds above 0.")
  return Math.min(timeout, MAX_TIMER_MS)
}

const checkRetries = (retries: number) => {
  if (!Number.isInteger(retries) || retries < 0) throw new VintemError("maxRetries must be a whole number from 0 on.")
  return retries
}

const checkKey = (key: string) => {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new VintemError("The API key has characters that no key has. Is there a space or a line end in it?")
  if (inBrowser() && /^z(sk|rk)_/.test(key)) {
    throw new VintemError(
      "A secret API key must not get into a browser, where everybody can read it. Use a publishable one, zk_….",
    )
  }
  return key
}

const checkBaseUrl = (url: string) => {
  if (!/^https?:\/\/[^\s?#]+$/.test(url))
    throw new VintemError(`The base URL ${JSON.stringify(url)} is not of the form https://host/path.`)
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

/** Milliseconds that Retry-After asks for: seconds or a date. */
const retryAfter = (headers: ResponseHeaders | undefined): number => {
  const value = headers?.get("retry-after")
  if (!value) return 0
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) ? Math.max(wait, 0) : 0
}

// Half a second, so that a hiccup hardly shows, then four, so that two retries outlast a restart of the service, then
// eight; each a quarter more or less, so that clients that failed together do not come back together.
const backoff = (retry: number) => Math.min(500 * 8 ** retry, 8000) * (0.75 + Math.random() / 2)

const mayPass = (error: VintemError) => {
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
type Answer = LastResponse & { body: unknown }

const parse = (text: string, success: boolean): unknown => {
  let body: unknown
  let cause: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    cause = error
  }
  // A cut answer looks like this, and asking again is safe. What is no success is judged by its status.
  if (success && (typeof body !== "object" || body === null)) {
    throw new ConnectionError("The answer is not a JSON object. It may have been cut on its way.", { cause })
  }
  return body
}

/** Sends requests: keys, versions, idempotency, time limits, retries, errors and pages for all resources. */
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
   * @param apiKey Default: VINTEM_KEY of the environment. Without one, each request must bring its own.
   * @throws VintemError when a setting cannot work.
   */
  constructor(apiKey?: string | undefined, options: ClientOptions = {}) {
    const env = platform.process?.env ?? {}
    const key = apiKey || env.VINTEM_KEY
    this.#apiKey = key ? checkKey(key) : undefined
    this.#baseUrl = checkBaseUrl(options.baseUrl ?? (env.VINTEM_BASE_URL || BASE_URL))
    this.#version = options.version ?? API_VERSION
    this.#timeout = checkTimeout(options.timeout ?? TIMEOUT)
    this.#maxRetries = checkRetries(options.maxRetries ?? MAX_RETRIES)
    // Looked up at each request, so that whoever instruments the global one later is asked too.
    this.#fetch = options.fetch ?? ((url, init) => (globalThis as unknown as { fetch: Fetch }).fetch(url, init))
    this.#logger = options.logger
    this.#headers = options.headers
  }

  /**
   * Makes a request that no method of the resources makes, with all that they have.
   *
   * @throws VintemError, or the reason of the signal that stopped it.
   */
  async request<T>(operation: Operation): Promise<WithResponse<T>> {
    const options = operation.options ?? {}
    const timeout = checkTimeout(options.timeout ?? this.#timeout)
    const attempt = await this.#prepare(operation)
    // Without an idempotency key the operation might run twice.
    const repeatable = attempt.method === "GET" || attempt.headers["idempotency-key"] !== undefined
    const retries = repeatable ? checkRetries(options.maxRetries ?? this.#maxRetries) : 0
    for (let retry = 0; ; retry++) {
      try {
        const { body, ...lastResponse } = await this.#send(attempt, timeout, options.signal)
        return Object.defineProperty(body as object, "lastResponse", { value: lastResponse }) as WithResponse<T>
      } catch (error) {
        if (!(error instanceof VintemError) || !mayPass(error) || retry >= retries) throw error
        const asked = retryAfter(error.headers)
        if (asked > MAX_WAIT_MS) throw error
        const wait = Math.round(Math.max(asked, backoff(retry)))
        this.#logger?.info("request is made again", {
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
   * Asks for a list that no method of the resources asks for, page by page.
   *
   * @param paged Whether the list takes `limit` and cursors.
   */
  list<T>(operation: Operation, paged: boolean = true): PagePromise<T> {
    return pagePromise(operation.query as ListQuery, paged, (query) => this.request<List<T>>({ ...operation, query }))
  }

  async #prepare({ method, path, ids, query, body, options = {} }: Operation): Promise<Attempt> {
    const key = options.apiKey === undefined ? this.#apiKey : checkKey(options.apiKey)
    if (key === undefined) {
      throw new AuthenticationError("No API key. Give it to the constructor or to the request, or set VINTEM_KEY.", {
        type: "authentication_error",
        code: "api_key_missing",
      })
    }
    const headers = new Headers({ accept: "application/json", authorization: `Bearer ${key}` })
    // Browsers have one of their own, and ask the service first about any other.
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

  async #send(attempt: Attempt, timeout: number, signal: AbortSignalLike | undefined): Promise<Answer> {
    const { url, method, headers, body } = attempt
    const seen = { method, url: redact(url) }
    const logger = this.#logger
    logger?.debug("request", { ...seen, headers: redactHeaders(headers), body: body && redact(JSON.parse(body)) })
    const started = Date.now()
    const answer = await this.#fetchText(attempt, timeout, signal).catch((error) => {
      logger?.warn("no answer", { ...seen, error: error?.name, duration_ms: Date.now() - started })
      throw error
    })
    const requestId = answer.headers.get("request-id") ?? undefined
    const details = { ...seen, status: answer.status, request_id: requestId, duration_ms: Date.now() - started }
    const success = answer.status >= 200 && answer.status < 300
    const parsed = parse(answer.text, success)
    if (success) {
      logger?.debug("answer", { ...details, body: redact(parsed) })
      return { status: answer.status, headers: answer.headers, requestId, body: parsed }
    }
    const error = errorFromResponse(answer.status, answer.headers, parsed)
    logger?.[answer.status >= 500 ? "error" : "warn"]("answer", {
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
    let late = false
    const timer = setTimeout(() => {
      late = true
      abort()
    }, timeout)
    try {
      // Nothing that the service offers redirects, and following would turn a POST into a GET.
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
      if (late) throw new TimeoutError(`No answer within ${timeout} ms.`, { cause })
      throw new ConnectionError("The service could not be reached, or the answer was cut off.", { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", abort)
    }
  }
}
