// Made from openapi.yaml. Change that, or the templates, and run `make generate`.

import type { CustomerSubscription, CustomerSubscriptionCancelParams, CustomerSubscriptionStatus } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** What `customerSubscriptions.list` can be asked for. */
export interface ListCustomerSubscriptionsParams {
  /** Only subscriptions of this customer. */
  customer?: string | null | undefined
  /** Only subscriptions in this status. */
  status?: CustomerSubscriptionStatus | null | undefined
  /** How many items a page holds. */
  limit?: number | null | undefined
  /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
  ending_before?: string | null | undefined
}

/** Made by the service when a payment intent for a recurring product succeeds; never by a call. */
export class CustomerSubscriptionsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Cancel a subscription.
   *
   * At once, unless `cancel_at_period_end` or `cancel_at` sets a later moment (not both). A new call replaces an earlier schedule. Nothing is
   * refunded; open charges of the subscription are canceled with it. A canceled subscription is never charged again.
   *
   * @param id The id of the subscription (`csub_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  cancel(
    id: string,
    params?: CustomerSubscriptionCancelParams | null,
    options?: RequestOptions,
  ): Promise<WithResponse<CustomerSubscription>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/customer_subscriptions/{id}/cancel",
      ids: [id],
      body: params,
      options,
    })
  }

  /**
   * List subscriptions.
   *
   * Newest first.
   *
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  list(params?: ListCustomerSubscriptionsParams | null, options?: RequestOptions): PagePromise<CustomerSubscription> {
    return this.#client.list({
      method: "GET",
      path: "/v1/customer_subscriptions",
      query: params,
      options,
    })
  }

  /**
   * Retrieve a subscription.
   *
   * The subscription as it is now.
   *
   * @param id The id of the subscription (`csub_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<CustomerSubscription>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/customer_subscriptions/{id}",
      ids: [id],
      options,
    })
  }
}
