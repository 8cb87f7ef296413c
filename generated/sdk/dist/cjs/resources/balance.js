"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.BalanceResource = void 0;
/** What you have, by currency. */
class BalanceResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Retrieve the balance.
     *
     * By currency, in alphabetical order: `available` is what succeeded less refunds and disputes, `pending` what is processing. Both list each
     * currency in which you ever had a payment processing or succeeded, with 0 where nothing is left.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/balance",
            options,
        });
    }
}
exports.BalanceResource = BalanceResource;
