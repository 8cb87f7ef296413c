// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { PaymentMethod, PaymentMethodCreateParams, PaymentMethodUpdateParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `paymentMethods.list`. */
export interface ListPaymentMethodsParams {
  /** The customer whose cards to list. */
  customer: string
  /** Return only payment methods of this type. */
  type?: "card" | "pix_automatico" | null | undefined
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** Cards saved for a customer, so that you can charge them again without asking for the number.

From 2026-12-01: and the mandates by PIX Automático, by which a payer's bank pays the charges of a subscription. */
export class PaymentMethodsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Save a card.
   *
   * Saves the card of a token for a customer. Vintém verifies the card with the acquirer without charging it. A refusal returns 402, saves
   * nothing and uses up the token. Only tokens of credit cards can be saved. Any other token returns `unsupported_token_type` and stays usable,
   * as it does after a 503.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`, `token_unusable`, `unsupported_token_type`
   * - 402: `card_declined`, `insufficient_funds`, `expired_card`, `incorrect_cvc`, `authentication_failed`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   * - 503: `processing_error`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  create(params: PaymentMethodCreateParams, options?: RequestOptions): Promise<WithResponse<PaymentMethod>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_methods",
      body: params,
      options,
    })
  }

  /**
   * Detach a saved card.
   *
   * Removes the card from its customer permanently. It can no longer be charged or listed. Detaching it again changes nothing.
   *
   * From 2026-12-01: detaching a mandate cancels it at the payer's bank. Later periods of its subscription are paid by PIX codes.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_method_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the payment method (`pm_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  detach(id: string, options?: RequestOptions): Promise<WithResponse<PaymentMethod>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_methods/{id}/detach",
      ids: [id],
      options,
    })
  }

  /**
   * List a customer's saved cards.
   *
   * Newest first. Detached cards are not listed. If the customer does not exist, the list is empty.
   *
   * From 2026-12-01: the customer's mandates by PIX Automático are listed too, unless `type` is `card`.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  list(params: ListPaymentMethodsParams, options?: RequestOptions): PagePromise<PaymentMethod> {
    return this.#client.list({
      method: "GET",
      path: "/v1/payment_methods",
      query: params,
      options,
    })
  }

  /**
   * Retrieve a saved card.
   *
   * You can still retrieve a detached card. Its `customer` is null.
   *
   * From 2026-12-01: so can mandates by PIX Automático be retrieved, detached or not.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_method_not_found`
   *
   * @param id The id of the payment method (`pm_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<PaymentMethod>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/payment_methods/{id}",
      ids: [id],
      options,
    })
  }

  /**
   * Update a saved card.
   *
   * Changes its `metadata`, which is merged. The card itself never changes.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_method_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the payment method (`pm_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  update(id: string, params?: PaymentMethodUpdateParams | null, options?: RequestOptions): Promise<WithResponse<PaymentMethod>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_methods/{id}",
      ids: [id],
      body: params,
      options,
    })
  }
}
