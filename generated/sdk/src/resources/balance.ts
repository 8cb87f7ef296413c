// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { Balance } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** Your funds by currency. */
export class BalanceResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Retrieve the balance.
   *
   * Listed by currency, in alphabetical order. `available` is the sum of succeeded payments, less refunds and disputes. `pending` is the sum of
   * processing payments. Both list every currency in which you ever had a payment processing or succeeded, with 0 where nothing is left.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(options?: RequestOptions): Promise<WithResponse<Balance>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/balance",
      options,
    })
  }
}
