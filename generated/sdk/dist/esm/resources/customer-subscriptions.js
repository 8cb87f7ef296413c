// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
/** Made by the service when a payment intent for a recurring product succeeds; never by a call. */
export class CustomerSubscriptionsResource {
    #client;
    constructor(client) {
        this.#client = client;
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
    cancel(id, params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/customer_subscriptions/{id}/cancel",
            ids: [id],
            body: params,
            options,
        });
    }
    /**
     * List subscriptions.
     *
     * Newest first.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params, options) {
        return this.#client.list({
            method: "GET",
            path: "/v1/customer_subscriptions",
            query: params,
            options,
        });
    }
    /**
     * Retrieve a subscription.
     *
     * The subscription as it is now.
     *
     * @param id The id of the subscription (`csub_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id, options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/customer_subscriptions/{id}",
            ids: [id],
            options,
        });
    }
}
