// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { TestClock, TestClockAdvanceParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** Move your account's test time forward, so that everything due by then happens now. Secret test keys only. */
export class TestHelpersClockResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Advance the test clock.
   *
   * Moves the time forward, to a moment (`to`) or by `seconds`. Send one of the two, at most two years per request. The response arrives when
   * everything due by then has been done, in order: expiries, webhook retries, trials, renewals, retries of charges, scheduled cancellations.
   * Signatures, the expiry of keys and rate limits stay on real time. The clock can be at most 50 years ahead of real time.
   *
   * An advance waits for all webhook endpoints of the account that get an event: it does nothing else before they have answered. Only retries do
   * not wait for each other, as long as no answer could lead to an earlier retry. Answers that take longer than a second are waited for up to 50
   * seconds in all. After that, the advance goes on without them. Attempts that are under way then end after the response, and retries may be
   * later than they were due.
   *
   * Advances run one after the other. At most 20 of an account wait. The next one returns 429 with `Retry-After`.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 403: `test_mode_only`, `key_not_allowed`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  advance(params: TestClockAdvanceParams, options?: RequestOptions): Promise<WithResponse<TestClock>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/test_helpers/clock/advance",
      body: params,
      options,
    })
  }

  /**
   * Retrieve the test clock.
   *
   * The current time for your account in test mode: real time plus everything that you advanced it by. The clock keeps running.
   *
   * Error codes, besides those that every request can have:
   * - 403: `test_mode_only`, `key_not_allowed`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(options?: RequestOptions): Promise<WithResponse<TestClock>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/test_helpers/clock",
      options,
    })
  }
}
