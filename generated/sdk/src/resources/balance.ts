// Made from openapi.yaml. Change that, or the templates, and run `make generate`.

import type { Balance } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** What you have, by currency. */
export class BalanceResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Retrieve the balance.
   *
   * By currency, in alphabetical order: `available` is what succeeded less refunds and disputes, `pending` what is processing. Both list each
   * currency in which you ever had a payment processing or succeeded, with 0 where nothing is left.
   *
   * @throws VintemError when the service refuses, or cannot be reached.
   */
  retrieve(options?: RequestOptions): Promise<WithResponse<Balance>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/balance",
      options,
    })
  }
}
