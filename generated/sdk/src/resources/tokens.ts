// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { Token, TokenCreateParams } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** A single-use token that carries a payment method from the payer's browser to a payment. It expires after 15 minutes. */
export class TokensResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Create a token.
   *
   * Turns a card, PIX, a boleto or a wallet into a single-use token. The token expires after 15 minutes and belongs to the mode of the key.
   * This is the only operation that a publishable key may call, and only from a registered origin. The response then allows that origin
   * (CORS).
   *
   * From 2026-12-01: a token for PIX Automático carries no data either.
   *
   * The number may contain spaces. A number that fails the Luhn check returns `parameter_invalid`. A card past the end of its expiry month
   * (UTC) returns 402 `expired_card`. No response ever contains the number or the security code.
   *
   * Error codes, besides those that every request can have:
   * - 400: `parameter_missing`
   * - 402: `expired_card`
   * - 403: `scope_missing`
   * - 409: `idempotency_request_in_progress`
   * - 413: `request_too_large`
   * - 415: `unsupported_media_type`
   * - 422: `idempotency_key_in_use`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  create(params: TokenCreateParams, options?: RequestOptions): Promise<WithResponse<Token>> {
    return this.#client.request({
      method: "POST",
      path: "/v1/tokens",
      body: params,
      options,
    })
  }
}
