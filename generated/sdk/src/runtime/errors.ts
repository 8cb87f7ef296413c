import type { ErrorCode, ErrorType } from "./contract.ts"
import type { Open, ResponseHeaders } from "./types.ts"

/** The details of an error response. */
export type ErrorDetails = {
  type?: string | undefined
  code?: string | undefined
  param?: string | undefined
  status?: number | undefined
  requestId?: string | undefined
  headers?: ResponseHeaders | undefined
  cause?: unknown
}

/** The base class of all errors of this package. Properties that the service did not send are undefined. */
export class VintemError extends Error {
  override readonly name: string = "VintemError"
  /** The type of the error, for example `card_error`. Undefined if there was no response. */
  declare readonly type: Open<ErrorType> | undefined
  /** The exact reason, for example `card_declined`. */
  declare readonly code: Open<ErrorCode> | undefined
  /** The dotted path of the invalid field, if there is one (`card.number`). */
  declare readonly param: string | undefined
  /** The HTTP status. */
  declare readonly status: number | undefined
  /** The Request-Id. Quote it when you ask for help. */
  declare readonly requestId: string | undefined
  /** The headers of the response. */
  declare readonly headers: ResponseHeaders | undefined

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined)
    // A printed error shows only the properties that are set, and omits the headers.
    for (const name of ["type", "code", "param", "status", "requestId", "headers"] as const) {
      const value = details[name]
      Object.defineProperty(this, name, { value, enumerable: value !== undefined && name !== "headers", configurable: true })
    }
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

/** The API key is valid but may not do this. */
export class PermissionError extends VintemError {
  override readonly name: string = "PermissionError"
}

/** There is no such resource in the mode of the API key. */
export class NotFoundError extends VintemError {
  override readonly name: string = "NotFoundError"
}

/** The idempotency key was used for another request, or its first request is still running. */
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

/** The service failed, or its response fits no other class. */
export class APIError extends VintemError {
  override readonly name: string = "APIError"
}

/**
 * There was no response, or it was incomplete. `cause` says why. The operation may have run: retry with the same idempotency
 * key.
 */
export class ConnectionError extends VintemError {
  override readonly name: string = "ConnectionError"
}

/** There was no response in time. The operation may have run: retry with the same idempotency key. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError"
}

/** The payload was not signed with this secret, or the signature is too old. Do not trust the payload. */
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

// For responses that are not from the service, for example from a gateway.
const byStatus: Record<number, ErrorClass | undefined> = {
  401: AuthenticationError,
  402: CardError,
  403: PermissionError,
  404: NotFoundError,
  422: IdempotencyError,
  429: RateLimitError,
}

const stringOf = (value: unknown) => (typeof value === "string" ? value : undefined)

/** Returns the error for a response, chosen by its `error.type`, or else by its status. */
export const errorFromResponse = (status: number, headers: ResponseHeaders, body: unknown): VintemError => {
  const error = (body as { error?: Record<string, unknown> } | null | undefined)?.error
  const type = stringOf(error?.type)
  const fallback = status >= 400 && status < 500 ? InvalidRequestError : APIError
  const Class = (type !== undefined && Object.hasOwn(byType, type) && byType[type]) || byStatus[status] || fallback
  return new Class(stringOf(error?.message) ?? `The service returned status ${status} without an error message.`, {
    type,
    code: stringOf(error?.code),
    param: stringOf(error?.param),
    status,
    requestId: headers.get("request-id") ?? stringOf(error?.request_id),
    headers,
  })
}
