// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { MerchantOrigin, MerchantOriginCreateParams, MerchantOriginDeleted } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The web origins that may use your publishable keys. */
export class MerchantOriginsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Register an origin.
   *
   * Allows the publishable keys of your account and mode to create tokens from pages of this origin. Send `https://host[:port]`. With a test
   * key you may also send `http://localhost[:port]` and `http://127.0.0.1[:port]`. The origin is stored in lower case and without the default
   * port. Registering it again returns 200 with the existing origin.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`, `limit_reached`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  create(params: MerchantOriginCreateParams, options?: RequestOptions): Promise<WithResponse<MerchantOrigin>> {
    return this.#client.request({
      method: "POST",
      path: "/merchant-origins",
      body: params,
      options,
    })
  }

  /**
   * Delete an origin.
   *
   * Publishable keys stop working from this origin at once.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `merchant_origin_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 422: `idempotency_key_in_use`
   *
   * @param origin The origin to delete.
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  delete(origin: string, options?: RequestOptions): Promise<WithResponse<MerchantOriginDeleted>> {
    return this.#client.request({
      method: "DELETE",
      path: "/merchant-origins",
      query: { origin },
      options,
    })
  }

  /**
   * List origins.
   *
   * All origins in one list, newest first. `has_more` is always false.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  list(options?: RequestOptions): PagePromise<MerchantOrigin> {
    return this.#client.list(
      {
        method: "GET",
        path: "/merchant-origins",
        options,
      },
      false,
    )
  }
}
