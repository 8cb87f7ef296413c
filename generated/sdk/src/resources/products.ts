// Made from openapi.yaml. Change that, or the templates, and run `make generate`.

import type {
  Product,
  ProductCreateParams,
  ProductPrice,
  ProductPriceSetParams,
  ProductStatus,
  ProductUpdateParams,
} from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** What `products.list` can be asked for. */
export interface ListProductsParams {
  /** Only products of this status. */
  status?: ProductStatus | null | undefined
  /** How many items a page holds. */
  limit?: number | null | undefined
  /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
  ending_before?: string | null | undefined
}

/** What you sell. A product with an active plan is sold by subscription. */
export class ProductsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Create a product.
   *
   * Something you sell. Set its price with `POST /v1/products/{productId}/price`.
   *
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  create(params: ProductCreateParams, options?: RequestOptions): Promise<WithResponse<Product>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/products",
      body: params,
      options,
    })
  }

  /**
   * List products.
   *
   * Newest first.
   *
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  list(params?: ListProductsParams | null, options?: RequestOptions): PagePromise<Product> {
    return this.#client.list({
      method: "GET",
      path: "/v1/products",
      query: params,
      options,
    })
  }

  /**
   * Retrieve a product.
   *
   * The product as it is now.
   *
   * @param id The id of the product (`prd_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<Product>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/products/{id}",
      ids: [id],
      options,
    })
  }

  /**
   * Retrieve the price of a product.
   *
   * The current price. 404 `product_price_not_found` when none has been set yet.
   *
   * @param productId The id of the product (`prd_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  retrievePrice(productId: string, options?: RequestOptions): Promise<WithResponse<ProductPrice>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/products/{productId}/price",
      ids: [productId],
      options,
    })
  }

  /**
   * Set the price of a product.
   *
   * Makes a new current price, with an id of its own. Subscriptions that run keep the price they began with.
   *
   * @param productId The id of the product (`prd_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  setPrice(productId: string, params: ProductPriceSetParams, options?: RequestOptions): Promise<WithResponse<ProductPrice>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/products/{productId}/price",
      ids: [productId],
      body: params,
      options,
    })
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
  update(id: string, params?: ProductUpdateParams | null, options?: RequestOptions): Promise<WithResponse<Product>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/products/{id}",
      ids: [id],
      body: params,
      options,
    })
  }
}
