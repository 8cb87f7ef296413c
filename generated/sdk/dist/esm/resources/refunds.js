// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
/** Money back to the payer. A payment intent can be refunded once, wholly or in part. */
export class RefundsResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Create a refund.
     *
     * Gives back the money of a succeeded payment intent: all of it, or `amount` if that is less. There is one refund for an intent; a refund that
     * failed does not count. Checked in this order: the intent's state, an earlier refund, the amount.
     *
     * With a test key a refund succeeds at once. In live mode it stays `pending` while its outcome is unknown.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/refunds",
            body: params,
            options,
        });
    }
    /**
     * List refunds.
     *
     * Newest first.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params, options) {
        return this.#client.list({
            method: "GET",
            path: "/v1/refunds",
            query: params,
            options,
        });
    }
    /**
     * Retrieve a refund.
     *
     * The refund as it is now.
     *
     * @param id The id of the refund (`re_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id, options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/refunds/{id}",
            ids: [id],
            options,
        });
    }
}
