// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { Product, ProductCreateParams, ProductPrice, ProductPriceSetParams, ProductUpdateParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `products.list`. */
export interface ListProductsParams {
  /** Return only products with this status. */
  status?: "ACTIVE" | "INACTIVE" | null | undefined
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
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
   * Creates something to sell. Set its price with `POST /v1/products/{productId}/price`.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
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
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
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
   * The current state of the product.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `product_not_found`
   *
   * @param id The id of the product (`prd_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
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
   * The current price. Returns 404 `product_price_not_found` if no price has been set.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `product_not_found`, `product_price_not_found`
   *
   * @param productId The id of the product (`prd_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
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
   * Creates a new current price with its own id. Subscriptions whose first payment was confirmed before keep the earlier price.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `product_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param productId The id of the product (`prd_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
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
   * Changes the fields that you send and leaves the others unchanged. `null` clears the description. `metadata` is merged. An `INACTIVE`
   * product takes no new payment intents. Its running subscriptions continue.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `product_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the product (`prd_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
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
