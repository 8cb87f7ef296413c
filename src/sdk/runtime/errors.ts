import type { ErrorCode, ErrorType } from "./contract.ts"
import type { Open, ResponseHeaders } from "./types.ts"

/** What the service said with an error. */
export type ErrorDetails = {
  type?: string | undefined
  code?: string | undefined
  param?: string | undefined
  status?: number | undefined
  requestId?: string | undefined
  headers?: ResponseHeaders | undefined
  cause?: unknown
}

/** The base of all errors of this package. What the service did not say is undefined. */
export class VintemError extends Error {
  override readonly name: string = "VintemError"
  /** The kind of the error, `card_error` for example; undefined when there was no answer. */
  readonly type: Open<ErrorType> | undefined
  /** The exact reason, `card_declined` for example. */
  readonly code: Open<ErrorCode> | undefined
  /** The dotted path of the offending member, where there is one: `card.number`. */
  readonly param: string | undefined
  /** The HTTP status. */
  readonly status: number | undefined
  /** The Request-Id, which support can look up. */
  readonly requestId: string | undefined
  /** The headers of the answer. */
  readonly headers: ResponseHeaders | undefined

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined)
    this.type = details.type
    this.code = details.code
    this.param = details.param
    this.status = details.status
    this.requestId = details.requestId
    // The headers would fill the screen whenever an error is printed.
    Object.defineProperty(this, "headers", { value: details.headers, enumerable: false })
  }
}

/** The request is malformed, or the resource's state does not allow it. */
export class InvalidRequestError extends VintemError {
  override readonly name: string = "InvalidRequestError"
}

/** The API key is missing, invalid, expired or revoked. */
export class AuthenticationError extends VintemError {
  override readonly name: string = "AuthenticationError"
}

/** The API key is valid and may not do this. */
export class PermissionError extends VintemError {
  override readonly name: string = "PermissionError"
}

/** There is no such resource in the mode of the API key. */
export class NotFoundError extends VintemError {
  override readonly name: string = "NotFoundError"
}

/** The idempotency key was used for another request, or that request still runs. */
export class IdempotencyError extends VintemError {
  override readonly name: string = "IdempotencyError"
}

/** Too many requests with this API key. */
export class RateLimitError extends VintemError {
  override readonly name: string = "RateLimitError"
}

/** The card was refused. */
export class CardError extends VintemError {
  override readonly name: string = "CardError"
}

/** The service failed, or answered with what no other class describes. */
export class APIError extends VintemError {
  override readonly name: string = "APIError"
}

/** No answer, or none that could be read to its end; `cause` says why. The operation may have run: retry with the same idempotency key. */
export class ConnectionError extends VintemError {
  override readonly name: string = "ConnectionError"
}

/** No answer in time. The operation may have run: retry with the same idempotency key. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError"
}

/** The payload was not signed with this secret, or not lately. Do not trust it. */
export class SignatureVerificationError extends VintemError {
  override readonly name: string = "SignatureVerificationError"
}

type ErrorClass = new (message: string, details: ErrorDetails) => VintemError

const byType: Record<string, ErrorClass | undefined> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  permission_error: PermissionError,
  not_found_error: NotFoundError,
  idempotency_error: IdempotencyError,
  rate_limit_error: RateLimitError,
  card_error: CardError,
  api_error: APIError,
}

// For answers that are not the service's own, a gateway's for example.
const byStatus: Record<number, ErrorClass | undefined> = {
  401: AuthenticationError,
  402: CardError,
  403: PermissionError,
  404: NotFoundError,
  422: IdempotencyError,
  429: RateLimitError,
}

const text = (value: unknown) => (typeof value === "string" ? value : undefined)

/** The error that an answer stands for: by its `error.type`, else by its status. */
export const errorFromResponse = (status: number, headers: ResponseHeaders, body: unknown): VintemError => {
  const error = (body as { error?: Record<string, unknown> } | null | undefined)?.error
  const type = text(error?.type)
  const otherwise = status >= 400 && status < 500 ? InvalidRequestError : APIError
  const Class = (type !== undefined && Object.hasOwn(byType, type) && byType[type]) || byStatus[status] || otherwise
  return new Class(text(error?.message) ?? `The service answered with status ${status} and no explanation.`, {
    type,
    code: text(error?.code),
    param: text(error?.param),
    status,
    requestId: headers.get("request-id") ?? text(error?.request_id),
    headers,
  })
}
