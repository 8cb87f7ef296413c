// Structural replacements for the platform's types, so this package's declarations need neither DOM nor Node types.

/** The headers of a response, as `fetch` returns them. Names are case-insensitive. */
export type ResponseHeaders = {
  get(name: string): string | null
  has(name: string): boolean
  forEach(callback: (value: string, name: string) => void): void
}

/** The signal of an `AbortController`. */
export type AbortSignalLike = {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: "abort", listener: () => void): void
  removeEventListener(type: "abort", listener: () => void): void
}

/** The part of `fetch` that the client uses. The platform's own `fetch` fits. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    redirect: "manual"
    // biome-ignore lint/suspicious/noExplicitAny: every platform has its own AbortSignal type.
    signal: any
  },
) => Promise<{ readonly status: number; readonly headers: ResponseHeaders; text(): Promise<string> }>

/**
 * What `fetch` takes besides what the client sets: undici's `dispatcher`, Bun's `proxy`, Deno's `client`, and so on. The platform says what
 * it takes.
 */
export type FetchOptions = {
  readonly method?: never
  readonly headers?: never
  readonly body?: never
  readonly redirect?: never
  readonly signal?: never
  readonly [name: string]: unknown
}

/** Receives the client's log. `console` fits. The log contains no API keys, card numbers, security codes or secrets. */
export type Logger = Record<"debug" | "info" | "warn" | "error", (message: string, details?: object) => void>

/** The least important lines to log. `debug` logs everything, `error` only failures at the service, `off` nothing. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "off"

/** Headers to send. null removes a header that would otherwise be sent. */
export type RequestHeaders = Record<string, string | null | undefined>

/** Settings of a client. */
export type ClientOptions = {
  /** The URL of the service, `https://host/path`. Default: VINTEM_BASE_URL, then `http://127.0.0.1:3000`, a service on your own machine. */
  baseUrl?: string | undefined
  /** The Service-Version to request, `YYYY-MM-DD`. Default: the version that the types of this package describe. */
  version?: string | undefined
  /** The timeout of each attempt, in milliseconds. Default: 80,000. */
  timeout?: number | undefined
  /** How many times to retry after a temporary failure. Default: 2. */
  maxRetries?: number | undefined
  /** Another implementation of `fetch`. */
  fetch?: Fetch | undefined
  /** What every call of `fetch` gets besides what the client sets, for example a `dispatcher` that leads through a proxy. */
  fetchOptions?: FetchOptions | undefined
  /** Receives a log of requests, responses and retries. Default: the console, if there is a level. */
  logger?: Logger | undefined
  /** The lines to log. Default: VINTEM_LOG, then everything for a given `logger`, and nothing for the console. */
  logLevel?: LogLevel | undefined
  /** Headers for every request. */
  headers?: RequestHeaders | undefined
  /**
   * Whether to accept a secret API key where there is a page. Dangerous: everybody who opens the page can read the key, and do with your
   * account what it may do. It is meant for tests with jsdom or happy-dom, and for pages that only you can open. Default: false.
   */
  dangerouslyAllowBrowser?: boolean | undefined
}

/** Settings of a copy of a client. */
export type CopyOptions = ClientOptions & {
  /** Another API key. */
  apiKey?: string | undefined
}

/** Settings of one request. They override those of the client. */
export type RequestOptions = {
  /** Another API key. */
  apiKey?: string | undefined
  /** A UUIDv4 that you generate, so the operation runs once even if your process sends it twice. POST and DELETE only. */
  idempotencyKey?: string | undefined
  /** The Service-Version to request, `YYYY-MM-DD`. */
  version?: string | undefined
  /** The timeout of each attempt, in milliseconds. */
  timeout?: number | undefined
  /** How many times to retry after a temporary failure. */
  maxRetries?: number | undefined
  /** Additional headers. */
  headers?: RequestHeaders | undefined
  /** What this request's calls of `fetch` get besides. Members override those of the client. */
  fetchOptions?: FetchOptions | undefined
  /** Aborts the request and its retries. The promise then rejects with the signal's reason. */
  signal?: AbortSignalLike | undefined
}

/** One operation, as a resource's method passes it to the client. */
export type Operation = {
  method: "GET" | "POST" | "DELETE"
  /** With the names of ids in braces: `/v1/customers/{id}`. */
  path: string
  /** The ids, in the order of the path. */
  ids?: string[] | undefined
  query?: object | null | undefined
  body?: object | null | undefined
  options?: RequestOptions | undefined
}

/** Details of the HTTP response that carried a result. */
export type LastResponse = {
  readonly status: number
  readonly headers: ResponseHeaders
  /** The Request-Id. Quote it when you ask for help. */
  readonly requestId: string | undefined
}

/** A result with its HTTP response in a non-enumerable property. */
export type WithResponse<T> = T & { readonly lastResponse: LastResponse }

/** One of the known values, or a value that this version of the package does not know yet. */
export type Open<T extends string> = T | (string & {})

/**
 * The type of a value that this version of the package does not know yet. It equals no known value. So each known value narrows a union to
 * one member, and `default` stays reachable. The pattern exists only for the compiler: real values do not match it.
 */
export type UnknownValue = `${string} (unknown)`

/** A union discriminated by `K`, plus a member with the common properties for types that are added later. */
export type OpenUnion<T, K extends keyof T> = T | (Pick<T, Exclude<keyof T, K>> & { [P in K]: UnknownValue })
