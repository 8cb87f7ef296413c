import { type PagePromise } from "./page.js";
import type { ClientOptions, Operation, WithResponse } from "./types.js";
/** Sends requests: keys, versions, idempotency, time limits, retries, errors and pages for all resources. */
export declare class Client {
    #private;
    /**
     * @param apiKey Default: VINTEM_KEY of the environment. Without one, each request must bring its own.
     * @throws VintemError when a setting cannot work.
     */
    constructor(apiKey?: string | undefined, options?: ClientOptions);
    /**
     * Makes a request that no method of the resources makes, with all that they have.
     *
     * @throws VintemError, or the reason of the signal that stopped it.
     */
    request<T>(operation: Operation): Promise<WithResponse<T>>;
    /**
     * Asks for a list that no method of the resources asks for, page by page.
     *
     * @param paged Whether the list takes `limit` and cursors.
     */
    list<T>(operation: Operation, paged?: boolean): PagePromise<T>;
}
