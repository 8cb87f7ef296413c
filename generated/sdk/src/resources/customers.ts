// Made from openapi.yaml. Change that, or the templates, and run `make generate`.

import type { Customer, CustomerCreateParams, CustomerUpdateParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** What `customers.list` can be asked for. */
export interface ListCustomersParams {
  /** Only customers with exactly this address, in any case. */
  email?: string | null | undefined
  /** How many items a page holds. */
  limit?: number | null | undefined
  /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
  ending_before?: string | null | undefined
}

/** Who pays you. PIX needs their name and document, boleto also the address. */
export class CustomersResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Create a customer.
   *
   * A customer needs an `email`; PIX also needs `name` and `document`, boleto also `address`. The check digits of a CPF or CNPJ are verified (the
   * alphanumeric CNPJ as well), and the number is kept without punctuation, in upper case.
   *
   * @throws VintemError when the service refuses, or cannot be reached.
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
   * @throws VintemError when the service refuses, or cannot be reached.
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
   * The customer as it is now.
   *
   * @param id The id of the customer (`cus_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
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
   * Changes the members that are sent and leaves the others. `null` clears a member (`email` cannot be cleared); `document` and `address` are
   * replaced as a whole.
   *
   * @param id The id of the customer (`cus_…`).
   * @throws VintemError when the service refuses, or cannot be reached.
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
