"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.CustomersResource = void 0;
/** Who pays you. PIX needs their name and document, boleto also the address. */
class CustomersResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Create a customer.
     *
     * A customer needs an `email`; PIX also needs `name` and `document`, boleto also `address`. The check digits of a CPF or CNPJ are verified (the
     * alphanumeric CNPJ as well), and the number is kept without punctuation, in upper case.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/customers",
            body: params,
            options,
        });
    }
    /**
     * List customers.
     *
     * Newest first.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params, options) {
        return this.#client.list({
            method: "GET",
            path: "/v1/customers",
            query: params,
            options,
        });
    }
    /**
     * Retrieve a customer.
     *
     * The customer as it is now.
     *
     * @param id The id of the customer (`cus_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id, options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/customers/{id}",
            ids: [id],
            options,
        });
    }
    /**
     * Update a customer.
     *
     * Changes the members that are sent and leaves the others. `null` clears a member (`email` cannot be cleared); `document` and `address` are
     * replaced as a whole.
     *
     * @param id The id of the customer (`cus_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    update(id, params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/customers/{id}",
            ids: [id],
            body: params,
            options,
        });
    }
}
exports.CustomersResource = CustomersResource;
