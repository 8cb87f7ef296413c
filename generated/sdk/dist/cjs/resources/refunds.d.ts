import type { Refund, RefundCreateParams } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { PagePromise } from "../runtime/page.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** What `refunds.list` can be asked for. */
export interface ListRefundsParams {
    /** Only refunds of this payment intent. */
    payment_intent?: string | null | undefined;
    /** How many items a page holds. */
    limit?: number | null | undefined;
    /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
    starting_after?: string | null | undefined;
    /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
    ending_before?: string | null | undefined;
}
/** Money back to the payer. A payment intent can be refunded once, wholly or in part. */
export declare class RefundsResource {
    #private;
    constructor(client: Client);
    /**
     * Create a refund.
     *
     * Gives back the money of a succeeded payment intent: all of it, or `amount` if that is less. There is one refund for an intent; a refund that
     * failed does not count. Checked in this order: the intent's state, an earlier refund, the amount.
     *
     * With a test key a refund succeeds at once. In live mode it stays `pending` while its outcome is unknown.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params: RefundCreateParams, options?: RequestOptions): Promise<WithResponse<Refund>>;
    /**
     * List refunds.
     *
     * Newest first.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params?: ListRefundsParams | null, options?: RequestOptions): PagePromise<Refund>;
    /**
     * Retrieve a refund.
     *
     * The refund as it is now.
     *
     * @param id The id of the refund (`re_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id: string, options?: RequestOptions): Promise<WithResponse<Refund>>;
}
