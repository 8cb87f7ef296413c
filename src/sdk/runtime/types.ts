// Structural stand-ins for the platform's types: the declarations of this package then need neither the DOM's nor Node's.

/** The headers of an answer, as `fetch` gives them. Names are case-insensitive. */
export type ResponseHeaders = {
  get(name: string): string | null
  has(name: string): boolean
  forEach(callback: (value: string, name: string) => void): void
}

/** What `AbortController` makes. */
export type AbortSignalLike = {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: "abort", listener: () => void): void
  removeEventListener(type: "abort", listener: () => void): void
}

/** The part of `fetch` that is used; the platform's own fits. */
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

/** Where the client reports what it does; `console` fits. It is never given a key, a card number, a security code or a secret. */
export type Logger = Record<"debug" | "info" | "warn" | "error", (message: string, details?: object) => void>

/** Headers to send; null leaves one out that would be sent otherwise. */
export type RequestHeaders = Record<string, string | null | undefined>

/** Settings of a client. */
export type ClientOptions = {
  /** Where the service is. Default: VINTEM_BASE_URL, then the server that the contract names. */
  baseUrl?: string | undefined
  /** The Service-Version to ask for, `YYYY-MM-DD`. Default: the one that the types of this package describe. */
  version?: string | undefined
  /** Milliseconds until an attempt is given up. Default: 80,000. */
  timeout?: number | undefined
  /** How often a request is made again after a failure that may pass. Default: 2. */
  maxRetries?: number | undefined
  /** Another implementation of `fetch`. */
  fetch?: Fetch | undefined
  /** Where to report requests, answers and retries. Default: nowhere. */
  logger?: Logger | undefined
  /** Headers for every request. */
  headers?: RequestHeaders | undefined
}

/** Settings of one request; they come before those of the client. */
export type RequestOptions = {
  /** Another API key. */
  apiKey?: string | undefined
  /** A UUIDv4 of your own, so that the operation runs once even when your process starts it twice. POST and DELETE only. */
  idempotencyKey?: string | undefined
  /** The Service-Version to ask for, `YYYY-MM-DD`. */
  version?: string | undefined
  /** Milliseconds until an attempt is given up. */
  timeout?: number | undefined
  /** How often the request is made again after a failure that may pass. */
  maxRetries?: number | undefined
  /** Further headers. */
  headers?: RequestHeaders | undefined
  /** Stops the request and its retries; the promise is then rejected with the signal's reason. */
  signal?: AbortSignalLike | undefined
}

/** One operation, as the methods of the resources give it to the client. */
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

/** What is known of the answer that a result came with. */
export type LastResponse = {
  readonly status: number
  readonly headers: ResponseHeaders
  /** The Request-Id, which support can look up. */
  readonly requestId: string | undefined
}

/** A result and, outside of its enumerable members, the answer that it came with. */
export type WithResponse<T> = T & { readonly lastResponse: LastResponse }

/** One of the known values, or one that this version of the package does not know yet. */
export type Open<T extends string> = T | (string & {})

/**
 * The type of a value that this version of the package does not know yet. It is a string that equals no known value, so
 * that each known one narrows a union to its own member, while `default` stays reachable. The pattern is there for the
 * compiler alone: values do not look like it.
 */
export type UnknownValue = `${string} (unknown)`

/** A union told apart by its member `K`, and a further one with what all have in common, for types to come. */
export type OpenUnion<T, K extends keyof T> = T | (Pick<T, Exclude<keyof T, K>> & { [P in K]: UnknownValue })
