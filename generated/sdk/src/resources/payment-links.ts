// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { PaymentLink, PaymentLinkCreateParams, PaymentLinkUpdateParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `paymentLinks.list`. */
export interface ListPaymentLinksParams {
  /** Return only payment links that are active, or only those that are not. */
  active?: "true" | "false" | null | undefined
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** Pages on which anybody can buy a product. You need no shop of your own. */
export class PaymentLinksResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Create a payment link.
   *
   * Creates a link to a page on which anybody can buy a product at its current price: send it, or print its QR code. Each payer who sends the
   * page's form is a new customer with a payment intent of their own. Opening the page creates nothing.
   *
   * `max_payments` limits how many payments can be made. A payer has a place from the confirm on, until the payment intent is canceled. With it,
   * a PIX code lives 15 minutes, so that nobody holds a place for long.
   *
   * An account may have 1,000 active payment links in each mode. The next one returns 400 `limit_reached`.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`, `limit_reached`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `product_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  create(params: PaymentLinkCreateParams, options?: RequestOptions): Promise<WithResponse<PaymentLink>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_links",
      body: params,
      options,
    })
  }

  /**
   * List payment links.
   *
   * Newest first.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  list(params?: ListPaymentLinksParams | null, options?: RequestOptions): PagePromise<PaymentLink> {
    return this.#client.list({
      method: "GET",
      path: "/v1/payment_links",
      query: params,
      options,
    })
  }

  /**
   * Retrieve a payment link.
   *
   * The current state of the payment link.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_link_not_found`
   *
   * @param id The id of the payment link (`plink_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<PaymentLink>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/payment_links/{id}",
      ids: [id],
      options,
    })
  }

  /**
   * Update a payment link.
   *
   * Changes the fields that you send and leaves the others unchanged. `metadata` is merged. Nobody can begin a payment at a link that is not
   * `active`. What was begun before can still be paid.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`, `limit_reached`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_link_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the payment link (`plink_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  update(id: string, params?: PaymentLinkUpdateParams | null, options?: RequestOptions): Promise<WithResponse<PaymentLink>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/payment_links/{id}",
      ids: [id],
      body: params,
      options,
    })
  }
}
