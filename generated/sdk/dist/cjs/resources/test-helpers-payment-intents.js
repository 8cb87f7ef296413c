"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.TestHelpersPaymentIntentsResource = void 0;
/** Force what the payer, the bank or time would do. Secret test keys only. */
class TestHelpersPaymentIntentsResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Make a payment intent expire.
     *
     * As if its time had run out: `canceled` with `payment_intent_expired` (`authentication_failed` for a 3DS challenge), from any state that is not
     * final, with the real `payment_intent.payment_failed` and `payment_intent.canceled` events.
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    expire(id, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/test_helpers/payment_intents/{id}/expire",
            ids: [id],
            options,
        });
    }
    /**
     * Make a payment intent fail.
     *
     * As if the acquirer had refused: `canceled` with `last_payment_error`, from any state that is not final, with the real
     * `payment_intent.payment_failed` event.
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    fail(id, params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/test_helpers/payment_intents/{id}/fail",
            ids: [id],
            body: params,
            options,
        });
    }
    /**
     * Make a payment intent succeed.
     *
     * As if the payer had paid: `succeeded` from any state that is not final, with the real `payment_intent.succeeded` event and all that follows
     * from it.
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    succeed(id, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/test_helpers/payment_intents/{id}/succeed",
            ids: [id],
            options,
        });
    }
}
exports.TestHelpersPaymentIntentsResource = TestHelpersPaymentIntentsResource;
