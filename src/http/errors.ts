import { ERRORS } from "../../generated/errors.ts"
import { maskCardNumbers } from "../base/card-numbers.ts"
import { ApiError, RetryLater } from "../base/errors.ts"
import { isUnreachable } from "../db/unreachable.ts"

/** How long a client should wait for a database. */
const RETRY_SECONDS = 2

export type ErrorBody = { error: { type: string; code: string; message: string; param?: string; request_id: string } }

/** Returns the HTTP status of an error. */
export function statusOf({ code }: ApiError): number {
  return ERRORS[code].status
}

/**
 * Returns the HTTP status and the error object of a response, without the request id. An error may name what the caller sent in place of an
 * id or as the name of a member. Errors are saved for idempotency keys, so card numbers are masked.
 */
export function renderError({ code, message, param }: ApiError): {
  status: number
  error: Omit<ErrorBody["error"], "request_id">
} {
  const { type, status } = ERRORS[code]
  return { status, error: { type, code, message: maskCardNumbers(message), ...(param ? { param: maskCardNumbers(param) } : {}) } }
}

/** Replaces an internal error with `not_ready` or `internal_error`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnreachable(error))
    return new ApiError("not_ready", "The service cannot use its database at the moment. Retry with the same Idempotency-Key.")
  return new ApiError("internal_error", "An internal error occurred. Retry with the same Idempotency-Key.")
}

/** Returns the value of `Retry-After`. Another process, or this one in a moment, may have the database that this request needs. */
export function secondsToWait(error: unknown): number | undefined {
  if (error instanceof RetryLater) return error.seconds
  return isUnreachable(error) ? RETRY_SECONDS : undefined
}

/** Returns whether the same request may succeed if it is sent again. */
export function shouldRetry(status: number): boolean {
  return status === 409 || status === 429 || status >= 500
}
