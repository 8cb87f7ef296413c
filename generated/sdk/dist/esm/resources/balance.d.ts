import type { Balance } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** What you have, by currency. */
export declare class BalanceResource {
    #private;
    constructor(client: Client);
    /**
     * Retrieve the balance.
     *
     * By currency, in alphabetical order: `available` is what succeeded less refunds and disputes, `pending` what is processing. Both list each
     * currency in which you ever had a payment processing or succeeded, with 0 where nothing is left.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(options?: RequestOptions): Promise<WithResponse<Balance>>;
}
