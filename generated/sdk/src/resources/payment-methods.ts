// Made from openapi.yaml. Change that, or the templates, and run `make generate`.

import type { PaymentMethod, PaymentMethodCreateParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** What `paymentMethods.list` can be asked for. */
export interface ListPaymentMethodsParams {
  /** The customer whose cards to list. */
  customer: string
  /** Only methods of this type. */
  type?: "card" | null | undefined
  /** How many items a page holds. */
  limit?: number | null | undefined
  /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
  ending_before?: string | null | undefined
}

/** Cards saved for a customer, to charge again without asking for the number. */
export class PaymentMethodsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Save a card.
   *
   * Saves the card of a token for a customer. The card is verified with the acquirer at no charge; a refusal is 402, saves nothing and uses the
   * token up. Only card tokens can be saved: any other is `unsupported_token_type` and stays usable, as it does after a 503.
   *
   * @throws VintemError when the service refuses, or cannot be reached.
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
   * Takes the card from its customer, for good. It can no longer be charged or listed. Detaching it again changes nothing.
   *
   * @param id The id of the payment method (`pm_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
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
   * Newest first. Detached cards are not listed. A customer that does not exist has an empty list.
   *
   * @throws VintemError when the service refuses, or cannot be reached.
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
   * A detached card can be retrieved; its `customer` is null.
   *
   * @param id The id of the payment method (`pm_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<PaymentMethod>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/payment_methods/{id}",
      ids: [id],
      options,
    })
  }
}
