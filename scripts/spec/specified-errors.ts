// The types and statuses of error codes in the specification. See scripts/spec/specification.ts.
import type { Row } from "./shared/document.ts"

const codes = (type: string, status: number, names: string): Row[] => [
  [
    `These codes have the type ${type} and the status ${status}.`,
    { type, status },
    ...names.split(" ").map((name) => `error ${name}`),
  ],
]

export const ERRORS: Row[] = [
  ...codes(
    "invalid_request_error",
    400,
    "parameter_missing parameter_invalid parameter_unknown token_unusable unsupported_token_type payment_intent_canceled payment_intent_expired payment_intent_unexpected_state payment_intent_already_refunded",
  ),
  ...codes("authentication_error", 401, "api_key_missing api_key_invalid api_key_expired"),
  ...codes("card_error", 402, "card_declined insufficient_funds expired_card incorrect_cvc authentication_failed"),
  ...codes("permission_error", 403, "origin_not_allowed test_mode_only key_not_allowed scope_missing"),
  ...codes("not_found_error", 404, "customer_not_found payment_intent_not_found payment_method_not_found route_not_found"),
  ...codes("invalid_request_error", 409, "payment_intent_locked"),
  ...codes("idempotency_error", 409, "idempotency_request_in_progress"),
  ...codes("idempotency_error", 422, "idempotency_key_in_use"),
  ...codes("rate_limit_error", 429, "rate_limit_exceeded"),
  ...codes("api_error", 500, "internal_error"),
  ...codes("api_error", 503, "processing_error not_ready"),
]
