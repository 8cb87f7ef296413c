"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.ProductsResource = void 0;
/** What you sell. A product with an active plan is sold by subscription. */
class ProductsResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Create a product.
     *
     * Something you sell. Set its price with `POST /v1/products/{productId}/price`.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/products",
            body: params,
            options,
        });
    }
    /**
     * List products.
     *
     * Newest first.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params, options) {
        return this.#client.list({
            method: "GET",
            path: "/v1/products",
            query: params,
            options,
        });
    }
    /**
     * Retrieve a product.
     *
     * The product as it is now.
     *
     * @param id The id of the product (`prd_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id, options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/products/{id}",
            ids: [id],
            options,
        });
    }
    /**
     * Retrieve the price of a product.
     *
     * The current price. 404 `product_price_not_found` when none has been set yet.
     *
     * @param productId The id of the product (`prd_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrievePrice(productId, options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/products/{productId}/price",
            ids: [productId],
            options,
        });
    }
    /**
     * Set the price of a product.
     *
     * Makes a new current price, with an id of its own. Subscriptions that run keep the price they began with.
     *
     * @param productId The id of the product (`prd_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    setPrice(productId, params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/products/{productId}/price",
            ids: [productId],
            body: params,
            options,
        });
    }
    /**
     * Update a product.
     *
     * Changes the members that are sent and leaves the others; `null` clears the description. An `INACTIVE` product takes no new payment intents;
     * its running subscriptions go on.
     *
     * @param id The id of the product (`prd_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    update(id, params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/products/{id}",
            ids: [id],
            body: params,
            options,
        });
    }
}
exports.ProductsResource = ProductsResource;
