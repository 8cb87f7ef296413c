"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.MerchantOriginsResource = void 0;
/** The web origins from which your publishable keys may be used. */
class MerchantOriginsResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Register an origin.
     *
     * Allows the publishable keys of your account and mode to make tokens from pages of this origin: `https://host[:port]`, with a test key also
     * `http://localhost[:port]` and `http://127.0.0.1[:port]`. It is kept in lower case and without the default port. Registering it again answers
     * 200 with the same one.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params, options) {
        return this.#client.request({
            method: "POST",
            path: "/merchant-origins",
            body: params,
            options,
        });
    }
    /**
     * Delete an origin.
     *
     * Publishable keys are refused from this origin at once.
     *
     * @param origin The origin to delete.
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    delete(origin, options) {
        return this.#client.request({
            method: "DELETE",
            path: "/merchant-origins",
            query: { origin },
            options,
        });
    }
    /**
     * List origins.
     *
     * All of them in one list, newest first. `has_more` is always false.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(options) {
        return this.#client.list({
            method: "GET",
            path: "/merchant-origins",
            options,
        }, false);
    }
}
exports.MerchantOriginsResource = MerchantOriginsResource;
