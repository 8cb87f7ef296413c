/** What went wrong, as a merchant's program reads it. How each code is answered over HTTP stands in `http/errors.ts`. */
export type ErrorCode =
  | "parameter_missing"
  | "parameter_invalid"
  | "parameter_unknown"
  | "token_unusable"
  | "unsupported_token_type"
  | "payment_intent_canceled"
  | "payment_intent_expired"
  | "payment_intent_unexpected_state"
  | "payment_intent_already_refunded"
  | "payment_intent_locked"
  | "subscription_canceled"
  | CardErrorCode
  | "processing_error"
  | "api_key_missing"
  | "api_key_invalid"
  | "api_key_expired"
  | "origin_not_allowed"
  | "test_mode_only"
  | "key_not_allowed"
  | "scope_missing"
  | "route_not_found"
  | "method_not_allowed"
  | "unsupported_media_type"
  | "request_too_large"
  | "idempotency_key_in_use"
  | "idempotency_request_in_progress"
  | "rate_limit_exceeded"
  | "internal_error"
  | "not_ready"
  | `${MissingResource}_not_found`

/** Why an issuer or a 3DS check refuses a card. */
export type CardErrorCode = "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed"

export type MissingResource =
  | "customer"
  | "product"
  | "product_price"
  | "payment_intent"
  | "payment_method"
  | "refund"
  | "customer_subscription"
  | "event"
  | "webhook_endpoint"
  | "merchant_origin"

/**
 * A refusal that the caller is meant to read: thrown by the domain, answered by `http/errors.ts`.
 * Anything else that is thrown becomes an opaque `internal_error`.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** Dotted path of the offending member, for example `card.number`. */
  readonly param: string | undefined

  constructor(code: ErrorCode, message: string, param?: string) {
    super(message)
    this.name = "ApiError"
    this.code = code
    this.param = param
  }
}

/**
 * The answer to every id that the caller's account and mode does not have, whether or not another one does. `param` names the
 * member of a body that the id came in.
 */
export function notFound(resource: MissingResource, id: string, param?: string): ApiError {
  const name = resource.replaceAll("_", " ")
  return new ApiError(`${resource}_not_found`, `No such ${name}: '${id.slice(0, 64)}'.`, param)
}
