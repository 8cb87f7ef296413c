// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { Refund, RefundCreateParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `refunds.list`. */
export interface ListRefundsParams {
  /** Return only the refunds of this payment intent. */
  payment_intent?: string | null | undefined
  /** Return only items created at this time or later, in Unix seconds. From 0 to 99999999999. */
  created_gte?: number | null | undefined
  /** Return only items created before this time, in Unix seconds. From 0 to 99999999999. */
  created_lt?: number | null | undefined
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** Money returned to the payer. A payment intent can be refunded in full or in parts. */
export class RefundsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Create a refund.
   *
   * Refunds `amount` of a succeeded payment intent, or else what is left of it: what no refund and no chargeback has taken. A pending refund counts, and a
   * failed one does not. Checks run in this order: the intent's state, earlier refunds, the amount.
   *
   * Before version 2026-12-01, you can refund an intent once. What a chargeback took does not count, and neither does what was refunded at the acquirer.
   *
   * With a test key a refund succeeds at once. In live mode it stays `pending` while its outcome is unknown. It also waits as `pending` while the
   * outcome of an earlier refund of the intent is unknown, or while the acquirer is asked about a change of the payment. It fails if less is left then.
   *
   * From 2026-12-01: You can refund an intent any number of times, until all of it is refunded. Send an `Idempotency-Key`: without one, a request that
   * you repeat because its response was lost is one more refund.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`, `payment_intent_unexpected_state`, `payment_intent_already_refunded`
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `payment_intent_not_found`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  create(params: RefundCreateParams, options?: RequestOptions): Promise<WithResponse<Refund>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/refunds",
      body: params,
      options,
    })
  }

  /**
   * List refunds.
   *
   * Newest first.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  list(params?: ListRefundsParams | null, options?: RequestOptions): PagePromise<Refund> {
    return this.#client.list({
      method: "GET",
      path: "/v1/refunds",
      query: params,
      options,
    })
  }

  /**
   * Retrieve a refund.
   *
   * The current state of the refund.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `refund_not_found`
   *
   * @param id The id of the refund (`re_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<Refund>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/refunds/{id}",
      ids: [id],
      options,
    })
  }
}
