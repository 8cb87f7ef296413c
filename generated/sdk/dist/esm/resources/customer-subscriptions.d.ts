import type { CustomerSubscription, CustomerSubscriptionCancelParams, CustomerSubscriptionStatus } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { PagePromise } from "../runtime/page.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** What `customerSubscriptions.list` can be asked for. */
export interface ListCustomerSubscriptionsParams {
    /** Only subscriptions of this customer. */
    customer?: string | null | undefined;
    /** Only subscriptions in this status. */
    status?: CustomerSubscriptionStatus | null | undefined;
    /** How many items a page holds. */
    limit?: number | null | undefined;
    /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
    starting_after?: string | null | undefined;
    /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
    ending_before?: string | null | undefined;
}
/** Made by the service when a payment intent for a recurring product succeeds; never by a call. */
export declare class CustomerSubscriptionsResource {
    #private;
    constructor(client: Client);
    /**
     * Cancel a subscription.
     *
     * At once, unless `cancel_at_period_end` or `cancel_at` sets a later moment (not both). A new call replaces an earlier schedule. Nothing is
     * refunded; open charges of the subscription are canceled with it. A canceled subscription is never charged again.
     *
     * @param id The id of the subscription (`csub_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    cancel(id: string, params?: CustomerSubscriptionCancelParams | null, options?: RequestOptions): Promise<WithResponse<CustomerSubscription>>;
    /**
     * List subscriptions.
     *
     * Newest first.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params?: ListCustomerSubscriptionsParams | null, options?: RequestOptions): PagePromise<CustomerSubscription>;
    /**
     * Retrieve a subscription.
     *
     * The subscription as it is now.
     *
     * @param id The id of the subscription (`csub_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id: string, options?: RequestOptions): Promise<WithResponse<CustomerSubscription>>;
}
