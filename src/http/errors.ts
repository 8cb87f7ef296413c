import { isUnreachable } from "../db/unreachable.ts"
import { ApiError, type ErrorCode } from "../errors.ts"

export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "not_found_error"
  | "idempotency_error"
  | "rate_limit_error"
  | "card_error"
  | "api_error"

export type ErrorBody = { error: { type: ErrorType; code: string; message: string; param?: string; request_id: string } }

/** Specification, Errors: every code, its type and its HTTP status. */
const ANSWERS: Record<Exclude<ErrorCode, `${string}_not_found`>, [ErrorType, number]> = {
  parameter_missing: ["invalid_request_error", 400],
  parameter_invalid: ["invalid_request_error", 400],
  parameter_unknown: ["invalid_request_error", 400],
  token_unusable: ["invalid_request_error", 400],
  unsupported_token_type: ["invalid_request_error", 400],
  payment_intent_canceled: ["invalid_request_error", 400],
  payment_intent_expired: ["invalid_request_error", 400],
  payment_intent_unexpected_state: ["invalid_request_error", 400],
  payment_intent_already_refunded: ["invalid_request_error", 400],
  subscription_canceled: ["invalid_request_error", 400],
  payment_intent_locked: ["invalid_request_error", 409],
  method_not_allowed: ["invalid_request_error", 405],
  request_too_large: ["invalid_request_error", 413],
  unsupported_media_type: ["invalid_request_error", 415],
  card_declined: ["card_error", 402],
  insufficient_funds: ["card_error", 402],
  expired_card: ["card_error", 402],
  incorrect_cvc: ["card_error", 402],
  authentication_failed: ["card_error", 402],
  api_key_missing: ["authentication_error", 401],
  api_key_invalid: ["authentication_error", 401],
  api_key_expired: ["authentication_error", 401],
  origin_not_allowed: ["permission_error", 403],
  test_mode_only: ["permission_error", 403],
  key_not_allowed: ["permission_error", 403],
  scope_missing: ["permission_error", 403],
  idempotency_key_in_use: ["idempotency_error", 422],
  idempotency_request_in_progress: ["idempotency_error", 409],
  rate_limit_exceeded: ["rate_limit_error", 429],
  processing_error: ["api_error", 503],
  not_ready: ["api_error", 503],
  internal_error: ["api_error", 500],
}

/** What an error is answered with, but for the request's id. */
export function renderError({ code, message, param }: ApiError): {
  status: number
  error: Omit<ErrorBody["error"], "request_id">
} {
  const [type, status] = answerTo(code)
  return { status, error: { type, code, message, ...(param ? { param } : {}) } }
}

/** Whatever is not meant for the caller becomes opaque to him. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnreachable(error))
    return new ApiError("not_ready", "The service cannot reach its database at the moment. Retry with the same Idempotency-Key.")
  return new ApiError("internal_error", "Something went wrong on our side. Retry with the same Idempotency-Key.")
}

/** Whether the same request may be sent again with hope. */
export function shouldRetry(status: number): boolean {
  return status === 409 || status === 429 || status >= 500
}

function answerTo(code: ErrorCode): [ErrorType, number] {
  return ANSWERS[code as keyof typeof ANSWERS] ?? ["not_found_error", 404]
}
