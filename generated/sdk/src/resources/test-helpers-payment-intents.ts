// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { PaymentIntent, PaymentIntentFailParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** Simulate the payer, the bank or the passing of time. Secret test keys only. */
export class TestHelpersPaymentIntentsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Make a payment intent expire.
   *
   * Simulates that the time to pay ran out. The intent moves to `canceled` with `payment_intent_expired` (`authentication_failed` for a 3DS
   * challenge) from any state that is not final, with the real `payment_intent.payment_failed` and `payment_intent.canceled` events.
   *
   * Error codes, besides those that every request can have:
   * - 400: `payment_intent_canceled`, `payment_intent_unexpected_state`
   * - 403: `test_mode_only`, `key_not_allowed`
   * - 404: `payment_intent_not_found`
   * - 409: `payment_intent_locked`, `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the payment intent (`pi_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  expire(id: string, options?: RequestOptions): Promise<WithResponse<PaymentIntent>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/test_helpers/payment_intents/{id}/expire",
      ids: [id],
      options,
    })
  }

  /**
   * Make a payment intent fail.
   *
   * Simulates that the acquirer refused. The intent moves to `canceled` with `last_payment_error` from any state that is not final, with the
   * real `payment_intent.payment_failed` event.
   *
   * Error codes, besides those that every request can have:
   * - 400: `payment_intent_canceled`, `payment_intent_unexpected_state`
   * - 403: `test_mode_only`, `key_not_allowed`
   * - 404: `payment_intent_not_found`
   * - 409: `payment_intent_locked`, `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the payment intent (`pi_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  fail(id: string, params?: PaymentIntentFailParams | null, options?: RequestOptions): Promise<WithResponse<PaymentIntent>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/test_helpers/payment_intents/{id}/fail",
      ids: [id],
      body: params,
      options,
    })
  }

  /**
   * Make a payment intent succeed.
   *
   * Simulates that the payer paid. The intent moves to `succeeded` from any state that is not final, with the real `payment_intent.succeeded`
   * event and everything that follows from it.
   *
   * Error codes, besides those that every request can have:
   * - 400: `payment_intent_canceled`, `payment_intent_unexpected_state`
   * - 403: `test_mode_only`, `key_not_allowed`
   * - 404: `payment_intent_not_found`
   * - 409: `payment_intent_locked`, `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the payment intent (`pi_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  succeed(id: string, options?: RequestOptions): Promise<WithResponse<PaymentIntent>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/test_helpers/payment_intents/{id}/succeed",
      ids: [id],
      options,
    })
  }
}
