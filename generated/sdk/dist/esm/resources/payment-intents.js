// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
/** The journey of one charge, from its creation to `succeeded` or `canceled`, with one id all the way. */
export class PaymentIntentsResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Cancel a payment intent.
     *
     * Ends an intent that has not been paid, and emits `payment_intent.canceled`. Allowed from `requires_payment_method`, `requires_confirmation` and
     * `requires_action`; a succeeded intent is refunded instead. `canceled` is final: what a payer pays afterwards is reversed.
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    cancel(id, params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/payment_intents/{id}/cancel",
            ids: [id],
            body: params,
            options,
        });
    }
    /**
     * Confirm a payment intent.
     *
     * Charges a single-use token (`tok_…`) or a saved card of the same customer (`pm_…`). Allowed from `requires_payment_method` and
     * `requires_confirmation`.
     *
     * The answer is the intent: `succeeded`, `requires_action` with a `next_action` (a PIX code, a boleto, a 3DS challenge), `processing`, or
     * `canceled` with `last_payment_error` when the method was refused. Do not deliver on the strength of this answer; wait for
     * `payment_intent.succeeded`.
     *
     * PIX and boleto are confirmed with a token of that type and need the customer's `name` and `document`, boleto also the `address`. Checked in
     * this order: the intent's state, the method, its type, the customer's data; a token is used up only when all pass. After 503 `processing_error`
     * everything is as before: retry with the same key.
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    confirm(id, params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/payment_intents/{id}/confirm",
            ids: [id],
            body: params,
            options,
        });
    }
    /**
     * Create a payment intent.
     *
     * Starts the journey of a charge in `requires_payment_method`. Confirm it with a token or a saved card.
     *
     * Name the `product` to sell it by subscription: when the intent succeeds and the product has an active plan, the service makes the customer's
     * subscription. An intent that allows `pix` or `boleto` must be in `brl`. An inactive product is `parameter_invalid`.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/payment_intents",
            body: params,
            options,
        });
    }
    /**
     * List payment intents.
     *
     * Newest first. `utm` is always null in a list; retrieve an intent to read its attribution.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params, options) {
        return this.#client.list({
            method: "GET",
            path: "/v1/payment_intents",
            query: params,
            options,
        });
    }
    /**
     * Retrieve a payment intent.
     *
     * The intent as it is now, with its attribution (`utm`).
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id, options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/payment_intents/{id}",
            ids: [id],
            options,
        });
    }
}
