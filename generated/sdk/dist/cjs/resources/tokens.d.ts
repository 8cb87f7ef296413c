import type { Token, TokenCreateParams } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** A payment method on its way from the payer's browser to a payment. Single use, good for 15 minutes. */
export declare class TokensResource {
    #private;
    constructor(client: Client);
    /**
     * Create a token.
     *
     * Turns a card, PIX, a boleto or a wallet into a single-use token, good for 15 minutes and in the mode of the key. It is the only operation that
     * a publishable key may call, from a registered origin; the answer then allows that origin (CORS).
     *
     * The number may contain spaces. A number that fails the Luhn check is `parameter_invalid`; a card past the end of its month (UTC) is refused
     * with 402 `expired_card`. No answer ever shows the number or the security code.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params: TokenCreateParams, options?: RequestOptions): Promise<WithResponse<Token>>;
}
