import type { Product, ProductCreateParams, ProductPrice, ProductPriceSetParams, ProductStatus, ProductUpdateParams } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { PagePromise } from "../runtime/page.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** What `products.list` can be asked for. */
export interface ListProductsParams {
    /** Only products of this status. */
    status?: ProductStatus | null | undefined;
    /** How many items a page holds. */
    limit?: number | null | undefined;
    /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
    starting_after?: string | null | undefined;
    /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
    ending_before?: string | null | undefined;
}
/** What you sell. A product with an active plan is sold by subscription. */
export declare class ProductsResource {
    #private;
    constructor(client: Client);
    /**
     * Create a product.
     *
     * Something you sell. Set its price with `POST /v1/products/{productId}/price`.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params: ProductCreateParams, options?: RequestOptions): Promise<WithResponse<Product>>;
    /**
     * List products.
     *
     * Newest first.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params?: ListProductsParams | null, options?: RequestOptions): PagePromise<Product>;
    /**
     * Retrieve a product.
     *
     * The product as it is now.
     *
     * @param id The id of the product (`prd_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id: string, options?: RequestOptions): Promise<WithResponse<Product>>;
    /**
     * Retrieve the price of a product.
     *
     * The current price. 404 `product_price_not_found` when none has been set yet.
     *
     * @param productId The id of the product (`prd_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrievePrice(productId: string, options?: RequestOptions): Promise<WithResponse<ProductPrice>>;
    /**
     * Set the price of a product.
     *
     * Makes a new current price, with an id of its own. Subscriptions that run keep the price they began with.
     *
     * @param productId The id of the product (`prd_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    setPrice(productId: string, params: ProductPriceSetParams, options?: RequestOptions): Promise<WithResponse<ProductPrice>>;
    /**
     * Update a product.
     *
     * Changes the members that are sent and leaves the others; `null` clears the description. An `INACTIVE` product takes no new payment intents;
     * its running subscriptions go on.
     *
     * @param id The id of the product (`prd_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    update(id: string, params?: ProductUpdateParams | null, options?: RequestOptions): Promise<WithResponse<Product>>;
}
