// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type {
  CustomerSubscription,
  CustomerSubscriptionCancelParams,
  CustomerSubscriptionPauseParams,
  CustomerSubscriptionStatusParam,
  CustomerSubscriptionUpdateParams,
} from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `customerSubscriptions.list`. */
export interface ListCustomerSubscriptionsParams {
  /** Return only the subscriptions of this customer. */
  customer?: string | null | undefined
  /** Return only subscriptions with this status. */
  status?: CustomerSubscriptionStatusParam | null | undefined
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** Vintém creates a subscription when a payment intent for a recurring product succeeds. You cannot create one by a request. */
export class CustomerSubscriptionsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Cancel a subscription.
   *
   * Cancels at once, unless `cancel_at_period_end` or `cancel_at` sets a later time (send only one of the two). A new request replaces an
   * earlier schedule. Nothing is refunded. Open charges of the subscription are canceled with it. A canceled subscription is never charged
   * again.
   *
   * Error codes, besides those that every request can have:
   * - 400: `subscription_canceled`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_subscription_not_found`
   * - 409: `payment_intent_locked`, `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the subscription (`csub_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
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
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
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
   * Pause a subscription.
   *
   * Holds back its charges, until `resumes_at` or until you resume it. The subscription must be `ACTIVE` or `TRIALING`. Pausing it again replaces
   * `resumes_at`.
   *
   * The status stays, and the paid period runs on. A trial ends later, by the length of the pause. A PIX or a boleto that is open can still be
   * paid; if it fails, its retries count from the resumption. Cancellations work as ever.
   *
   * Error codes, besides those that every request can have:
   * - 400: `subscription_unexpected_state`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_subscription_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the subscription (`csub_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  pause(
    id: string,
    params?: CustomerSubscriptionPauseParams | null,
    options?: RequestOptions,
  ): Promise<WithResponse<CustomerSubscription>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/customer_subscriptions/{id}/pause",
      ids: [id],
      body: params,
      options,
    })
  }

  /**
   * Resume a subscription.
   *
   * Ends the pause. If the current period is not over, nothing else changes. If it is, the next period begins now and is charged, and all later
   * periods are counted from it. What passed meanwhile is never charged.
   *
   * Error codes, besides those that every request can have:
   * - 400: `subscription_unexpected_state`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_subscription_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the subscription (`csub_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  resume(id: string, options?: RequestOptions): Promise<WithResponse<CustomerSubscription>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/customer_subscriptions/{id}/resume",
      ids: [id],
      options,
    })
  }

  /**
   * Retrieve a subscription.
   *
   * The current state of the subscription.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_subscription_not_found`
   *
   * @param id The id of the subscription (`csub_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<CustomerSubscription>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/customer_subscriptions/{id}",
      ids: [id],
      options,
    })
  }

  /**
   * Update a subscription.
   *
   * Changes the fields that you send and leaves the others unchanged. `metadata` is merged. `payment_method` chooses the card that renewals and
   * retries charge from now on, also where they were paid by PIX or boleto. Nothing is charged by the update, and a charge that is open stays as it
   * is.
   *
   * Error codes, besides those that every request can have:
   * - 400: `subscription_canceled`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_subscription_not_found`, `payment_method_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the subscription (`csub_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  update(
    id: string,
    params?: CustomerSubscriptionUpdateParams | null,
    options?: RequestOptions,
  ): Promise<WithResponse<CustomerSubscription>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/customer_subscriptions/{id}",
      ids: [id],
      body: params,
      options,
    })
  }
}
