import { PACKAGE_VERSION } from "./contract.ts"
import { AuthenticationError, VintemError } from "./errors.ts"
import { type List, type ListQuery, type PagePromise, pagePromise } from "./page.ts"
import { fillPath } from "./path.ts"
import { inBrowser, runtime } from "./platform.ts"
import { backoff, isRetryable, retryAfter, sleep } from "./retries.ts"
import { checkFetchOptions, checkKey, checkRetries, checkTimeout, readSettings, type Settings } from "./settings.ts"
import { nameOf, type Prepared, send } from "./transport.ts"
import type { ClientOptions, CopyOptions, Operation, RequestHeaders, WithResponse } from "./types.ts"
import { uuid } from "./web-crypto.ts"

// The service's rate limits reset within a minute. A longer Retry-After comes from something else, so the request fails without a wait.
const MAX_WAIT_MS = 60_000

const queryString = (query: object | null | undefined) => {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)] as [string, string]],
  )
  return pairs.length ? `?${new URLSearchParams(pairs)}` : ""
}

const applyHeaders = (headers: Headers, more: RequestHeaders | undefined) => {
  for (const [name, value] of Object.entries(more ?? {})) {
    if (value !== undefined) setHeader(headers, name, value)
  }
}

const setHeader = (headers: Headers, name: string, value: string | null) => {
  try {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  } catch {
    // The cause would contain the value, which may be secret.
    throw new VintemError(
      `The header ${JSON.stringify(name)} has an invalid name, or characters such as a line break in its value.`,
    )
  }
}

/** Throws VintemError for parameters that cannot be sent. */
const encoded = <T>(encode: () => T): T => {
  try {
    return encode()
  } catch (cause) {
    throw new VintemError(`The parameters cannot be sent. ${(cause as Error)?.message}`, { cause })
  }
}

const withoutUndefined = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>

/** Sends the requests of all resources: API keys, versions, idempotency, timeouts, retries, errors and pagination. */
export class Client {
  readonly #settings: Settings
  readonly #options: ClientOptions

  /**
   * @param apiKey Default: the environment variable VINTEM_KEY. Without either, pass a key with each request.
   * @throws VintemError if a setting is invalid.
   */
  constructor(apiKey?: string | undefined, options: ClientOptions = {}) {
    this.#options = options ?? {}
    this.#settings = readSettings(apiKey, this.#options)
  }

  /**
   * Returns a client with other settings. Omitted settings stay unchanged. Headers and fetchOptions are merged.
   *
   * @throws VintemError if a setting is invalid.
   */
  withOptions({ apiKey, headers, fetchOptions, ...others }: CopyOptions): this {
    const { apiKey: ownKey, baseUrl } = this.#settings
    const Copy = this.constructor as new (apiKey: string | undefined, options: ClientOptions) => this
    return new Copy(apiKey ?? ownKey, {
      ...this.#options,
      baseUrl,
      ...withoutUndefined(others),
      headers: { ...this.#options.headers, ...headers },
      fetchOptions: { ...this.#options.fetchOptions, ...fetchOptions },
    })
  }

  /**
   * Sends a request that no resource has a method for.
   *
   * @throws VintemError, or the reason of the signal that aborted the request.
   */
  async request<T>(operation: Operation): Promise<WithResponse<T>> {
    const settings = this.#settings
    const { signal, ...options } = operation.options ?? {}
    if (signal && typeof signal.addEventListener !== "function")
      throw new VintemError("signal must be that of an AbortController.")
    const timeout = checkTimeout(options.timeout ?? settings.timeout)
    const fetchOptions = { ...settings.fetchOptions, ...checkFetchOptions(options.fetchOptions) }
    const request = this.#prepare(operation)
    // Without an idempotency key, a retry could run the operation twice.
    const repeatable = request.method === "GET" || request.headers["idempotency-key"] !== undefined
    const of = 1 + (repeatable ? checkRetries(options.maxRetries ?? settings.maxRetries) : 0)
    for (let number = 1; ; number++) {
      try {
        const { body, ...lastResponse } = await send(request, { number, of, timeout, signal, fetchOptions }, settings)
        return Object.defineProperty(body as object, "lastResponse", { value: lastResponse }) as WithResponse<T>
      } catch (error) {
        const wait = waitAfter(error, number, of)
        if (wait === undefined) throw error
        settings.log.info?.(`${nameOf(request)} is retried in ${wait} ms (try ${number + 1} of ${of})`, {
          method: request.method,
          error: (error as VintemError).name,
          wait_ms: wait,
          try: number + 1,
          tries: of,
        })
        await sleep(wait, signal)
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

  #prepare({ method, path, ids, query, body, options: given }: Operation): Prepared {
    const options = given ?? {}
    const settings = this.#settings
    const key = options.apiKey === undefined ? settings.apiKey : checkKey(options.apiKey, settings.allowBrowser)
    if (key === undefined) throw keyMissing()
    const headers = new Headers({ accept: "application/json", authorization: `Bearer ${key}` })
    // Browsers set their own User-Agent. Any other value would need permission through CORS.
    if (!inBrowser()) headers.set("user-agent", userAgent())
    setHeader(headers, "service-version", options.version ?? settings.version)
    if (body != null) headers.set("content-type", "application/json")
    applyHeaders(headers, settings.headers)
    if (method !== "GET") setHeader(headers, "idempotency-key", options.idempotencyKey ?? uuid())
    applyHeaders(headers, options.headers)
    const filled = fillPath(path, ids)
    return {
      method,
      path: filled,
      url: settings.baseUrl + filled + encoded(() => queryString(query)),
      headers: Object.fromEntries(headers),
      body: body == null ? undefined : encoded(() => JSON.stringify(body)),
    }
  }
}

const keyMissing = () => {
  const forDeno = runtime()?.startsWith("deno/") ? " Deno reads it only with --allow-env=VINTEM_KEY." : ""
  return new AuthenticationError(
    `The API key is missing. Pass it to the constructor or to the request, or set VINTEM_KEY.${forDeno}`,
    { type: "authentication_error", code: "api_key_missing" },
  )
}

const userAgent = () => [`vintem-typescript/${PACKAGE_VERSION}`, runtime()].filter(Boolean).join(" ")

/** Returns the milliseconds to wait before the next try, or undefined if there is none. */
const waitAfter = (error: unknown, number: number, of: number): number | undefined => {
  if (!(error instanceof VintemError) || !isRetryable(error) || number >= of) return undefined
  const requested = retryAfter(error.headers)
  if (requested > MAX_WAIT_MS) return undefined
  return Math.round(Math.max(requested, backoff(number - 1)))
}
