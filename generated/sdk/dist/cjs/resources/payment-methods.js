"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.PaymentMethodsResource = void 0;
/** Cards saved for a customer, to charge again without asking for the number. */
class PaymentMethodsResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Save a card.
     *
     * Saves the card of a token for a customer. The card is verified with the acquirer at no charge; a refusal is 402, saves nothing and uses the
     * token up. Only card tokens can be saved: any other is `unsupported_token_type` and stays usable, as it does after a 503.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/payment_methods",
            body: params,
            options,
        });
    }
    /**
     * Detach a saved card.
     *
     * Takes the card from its customer, for good. It can no longer be charged or listed. Detaching it again changes nothing.
     *
     * @param id The id of the payment method (`pm_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    detach(id, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/payment_methods/{id}/detach",
            ids: [id],
            options,
        });
    }
    /**
     * List a customer's saved cards.
     *
     * Newest first. Detached cards are not listed. A customer that does not exist has an empty list.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params, options) {
        return this.#client.list({
            method: "GET",
            path: "/v1/payment_methods",
            query: params,
            options,
        });
    }
    /**
     * Retrieve a saved card.
     *
     * A detached card can be retrieved; its `customer` is null.
     *
     * @param id The id of the payment method (`pm_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id, options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/payment_methods/{id}",
            ids: [id],
            options,
        });
    }
}
exports.PaymentMethodsResource = PaymentMethodsResource;
