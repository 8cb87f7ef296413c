// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { Customer, CustomerCreateParams, CustomerUpdateParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `customers.list`. */
export interface ListCustomersParams {
  /** Return only customers with exactly this email address. The case of the letters A to Z is ignored. */
  email?: string | null | undefined
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** The people who pay you. PIX needs their name and document. Boleto also needs their address. */
export class CustomersResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Create a customer.
   *
   * A customer needs an `email`. PIX also needs `name` and `document`, and boleto also needs `address`. The check digits of a CPF or CNPJ
   * (including the alphanumeric CNPJ) are verified. The number is stored without punctuation, in upper case.
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
  create(params: CustomerCreateParams, options?: RequestOptions): Promise<WithResponse<Customer>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/customers",
      body: params,
      options,
    })
  }

  /**
   * List customers.
   *
   * Newest first.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  list(params?: ListCustomersParams | null, options?: RequestOptions): PagePromise<Customer> {
    return this.#client.list({
      method: "GET",
      path: "/v1/customers",
      query: params,
      options,
    })
  }

  /**
   * Retrieve a customer.
   *
   * The current state of the customer.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_not_found`
   *
   * @param id The id of the customer (`cus_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<Customer>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/customers/{id}",
      ids: [id],
      options,
    })
  }

  /**
   * Update a customer.
   *
   * Changes the fields that you send and leaves the others unchanged. `null` clears a field (`email` cannot be cleared). `document` and
   * `address` are replaced as a whole. `metadata` is merged.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `customer_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @param id The id of the customer (`cus_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  update(id: string, params?: CustomerUpdateParams | null, options?: RequestOptions): Promise<WithResponse<Customer>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/customers/{id}",
      ids: [id],
      body: params,
      options,
    })
  }
}
