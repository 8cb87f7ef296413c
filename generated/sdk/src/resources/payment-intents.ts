// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type {
  PaymentIntent,
  PaymentIntentCancelParams,
  PaymentIntentCaptureParams,
  PaymentIntentConfirmParams,
  PaymentIntentCreateParams,
} from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `paymentIntents.list`. */
export interface ListPaymentIntentsParams {
  /** Return only the intents of this customer. */
  customer?: string | null | undefined
  /** Return only the intents with this status. */
  status?:
    | "requires_payment_method"
    | "requires_confirmation"
    | "requires_action"
    | "requires_capture"
    | "processing"
    | "succeeded"
    | "canceled"
    | null
    | undefined
  /** Return only the intents that this text finds, by any of: their id, the last four digits of the card, an amount with two decimals (`49.90`,
`1.049,90`), a whole value of `metadata`, a whole reference of the acquirer, or the beginnings of words of the description. A key that also has the
scope `customers:read` finds intents by their customer too, as the customer is now: by the beginning of the e-mail address, the beginnings of words of the name, or
a whole CPF or CNPJ. Case and accents do not count. No log keeps the text. */
  query?: string | null | undefined
  /** Return only items created at this time or later, in Unix seconds. From 0 to 99999999999. */
  created_gte?: number | null | undefined
  /** Return only items created before this time, in Unix seconds. From 0 to 99999999999. */
  created_lt?: number | null | undefined
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** One charge, from its creation to `succeeded` or `canceled`. Its id never changes. */
export class PaymentIntentsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Cancel a payment intent.
   *
   * Cancels an intent that has not been paid, and emits `payment_intent.canceled`. Allowed from `requires_payment_method`,
   * `requires_confirmation` and `requires_action`. To undo a succeeded intent, refund it. `canceled` is final: a payment that arrives later is
   * reversed.
   *
   * From 2026-12-01: allowed from `requires_capture` too. The card is then released, and a capture that the acquirer makes nevertheless is
   * reversed.
   *
   * Error codes, besides those that every request can have:
   * - 400: `payment_intent_canceled`, `payment_intent_unexpected_state`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_intent_not_found`
   * - 409: `payment_intent_locked`, `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the payment intent (`pi_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  cancel(id: string, params?: PaymentIntentCancelParams | null, options?: RequestOptions): Promise<WithResponse<PaymentIntent>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_intents/{id}/cancel",
      ids: [id],
      body: params,
      options,
    })
  }

  /**
   * Capture a payment intent.
   *
   * Takes what the card was authorized for, or a part of it, once. Allowed from `requires_capture`. The acquirer releases the rest by itself.
   * A payment in installments can only be captured as a whole.
   *
   * The response is the intent. Its status is `succeeded` with `amount_received`, or `processing` while the acquirer has not said whether it
   * captured: it is then `succeeded`, or `requires_capture` again within 15 minutes. If the issuer declines the capture, the response is 402
   * with the card's code, and the intent is as before. After 503 `processing_error` nothing has changed: retry with the same key.
   *
   * Error codes, besides those that every request can have:
   * - 400: `payment_intent_unexpected_state`
   * - 402: `card_declined`, `insufficient_funds`, `expired_card`, `incorrect_cvc`, `authentication_failed`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_intent_not_found`
   * - 409: `payment_intent_locked`, `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   * - 503: `processing_error`
   *
   * @param id The id of the payment intent (`pi_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  capture(
    id: string,
    params?: PaymentIntentCaptureParams | null,
    options?: RequestOptions,
  ): Promise<WithResponse<PaymentIntent>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_intents/{id}/capture",
      ids: [id],
      body: params,
      options,
    })
  }

  /**
   * Confirm a payment intent.
   *
   * Charges a single-use token (`tok_…`) or a saved card of the same customer (`pm_…`). Allowed from `requires_payment_method` and
   * `requires_confirmation`.
   *
   * The response is the intent. Its status is `succeeded`, `requires_action` with a `next_action` (a PIX code, a boleto, a 3DS challenge),
   * `processing`, or `canceled` with `last_payment_error` when the method was refused. Do not deliver on this response alone. Wait for
   * `payment_intent.succeeded`.
   *
   * From 2026-12-01: an approved card whose `capture_method` is `manual` gives `requires_capture`. Nothing is taken before you capture it.
   *
   * From 2026-12-01: a token whose `card.funding` is `debit` pays at once, in `brl`, in one installment, and with the payer authenticated by
   * 3DS. It does not pay for a product with an active plan, because it is not saved. Anything else is 400 `parameter_invalid`, and so is a
   * brand whose debit cards the account's acquirer does not take. While the account's acquirer has no 3DS, it is 503 `not_ready`.
   *
   * From 2026-12-01: a token for PIX Automático gives `requires_action` with `pix_display_qr_code`. With this one code the payer pays the first amount
   * and approves the mandate in the bank's app. The mandate is a payment method (`pm_…`), `pending` until the payer has decided. The payment decides
   * the intent, not the mandate. A mandate cannot be confirmed with: it pays for its subscription only, and anything else is 400
   * `parameter_invalid`. While no acquirer of the account has PIX Automático, it is 503 `not_ready`.
   *
   * Confirm PIX and boleto with a token of that type. Both need the customer's `name` and `document`, and boleto also needs the `address`.
   * A boleto's address is in Brazil, with a state and a CEP. Otherwise the error names the member, such as `customer.address.state`.
   * Checks run in this order: the intent's state, the method, its type and the installments, the customer's data. In live mode, the last
   * one is whether the account's acquirer takes the intent's `currency` and your `payment_method_options`. The token is used up only when all checks pass.
   * After 503 `processing_error` nothing has changed: retry with the same key.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`, `token_unusable`, `unsupported_token_type`, `payment_intent_canceled`, `payment_intent_expired`, `payment_intent_unexpected_state`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_intent_not_found`, `payment_method_not_found`
   * - 409: `payment_intent_locked`, `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   * - 503: `processing_error`
   *
   * @param id The id of the payment intent (`pi_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  confirm(id: string, params: PaymentIntentConfirmParams, options?: RequestOptions): Promise<WithResponse<PaymentIntent>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_intents/{id}/confirm",
      ids: [id],
      body: params,
      options,
    })
  }

  /**
   * Create a payment intent.
   *
   * Creates a payment intent in `requires_payment_method`. Confirm it with a token or a saved card.
   *
   * Set `product` to sell it by subscription: when the intent succeeds, Vintém creates the customer's subscription, with the plan and the
   * price that were current when the intent was confirmed. If the product had no active plan then, those at the success count. There is no
   * subscription if it has no active plan then either. An intent that allows `pix` or `boleto` must be in `brl`. An inactive product returns
   * `parameter_invalid`.
   *
   * From 2026-12-01: with `capture_method` `manual`, the confirm only authorizes the card, and you capture it later, or cancel. It needs the
   * `payment_method_types` `[card]`, an acquirer that can capture later, and no product with an active plan.
   *
   * From 2026-12-01: an `amount` of 0 begins a trial without a charge. The confirm verifies the card, as saving one does, and starts the
   * subscription. There is no charge, nothing to refund, and no 3DS. With `pix_automatico` the payer approves the mandate alone, within 24
   * hours. Otherwise the intent is `canceled` with `payment_intent_expired`.
   *
   * From 2026-12-01: `payment_method_types` with `pix_automatico` sells a subscription whose charges the payer's bank pays by itself. It needs the
   * `currency` `brl`, and a `product` with an active plan that PIX Automático has: weekly, monthly, quarterly, semiannual or annual. Anything else is
   * 400 `parameter_invalid`. The intent's own page (`hosted_url`) sells it too, and so do payment links that name it.
   *
   * From 2026-12-01: `payment_method_options` says how long a PIX or a boleto can be paid, whether the payer is authenticated by 3DS, and in how
   * many installments the payer may pay at most. The charges of a subscription do not inherit them.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_not_found`, `product_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  create(params: PaymentIntentCreateParams, options?: RequestOptions): Promise<WithResponse<PaymentIntent>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_intents",
      body: params,
      options,
    })
  }

  /**
   * List payment intents.
   *
   * Newest first. `utm` is always null in a list. Retrieve an intent to read its attribution.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  list(params?: ListPaymentIntentsParams | null, options?: RequestOptions): PagePromise<PaymentIntent> {
    return this.#client.list({
      method: "GET",
      path: "/v1/payment_intents",
      query: params,
      options,
    })
  }

  /**
   * Retrieve a payment intent.
   *
   * The current state of the intent, with its attribution (`utm`).
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_intent_not_found`
   *
   * @param id The id of the payment intent (`pi_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<PaymentIntent>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/payment_intents/{id}",
      ids: [id],
      options,
    })
  }
}
