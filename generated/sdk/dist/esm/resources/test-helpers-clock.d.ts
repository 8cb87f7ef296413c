import type { TestClock, TestClockAdvanceParams } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** Move your account's test time forward and see everything that falls due happen. Secret test keys only. */
export declare class TestHelpersClockResource {
    #private;
    constructor(client: Client);
    /**
     * Advance the test clock.
     *
     * Moves the time forward, `to` a moment or by `seconds` (one of the two, at most two years at once), and answers when all that falls due by then
     * has been done, in order: expiries, webhook retries, trials, renewals, retries of charges, scheduled cancellations. Signatures, the expiry of
     * keys and rate limits stay on real time.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    advance(params: TestClockAdvanceParams, options?: RequestOptions): Promise<WithResponse<TestClock>>;
    /**
     * Retrieve the test clock.
     *
     * What time it is for your account in test mode. It is the real time plus what you advanced it by, and it goes on ticking.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(options?: RequestOptions): Promise<WithResponse<TestClock>>;
}
