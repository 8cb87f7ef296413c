import type { MerchantOrigin, MerchantOriginCreateParams, MerchantOriginDeleted } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { PagePromise } from "../runtime/page.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** The web origins from which your publishable keys may be used. */
export declare class MerchantOriginsResource {
    #private;
    constructor(client: Client);
    /**
     * Register an origin.
     *
     * Allows the publishable keys of your account and mode to make tokens from pages of this origin: `https://host[:port]`, with a test key also
     * `http://localhost[:port]` and `http://127.0.0.1[:port]`. It is kept in lower case and without the default port. Registering it again answers
     * 200 with the same one.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params: MerchantOriginCreateParams, options?: RequestOptions): Promise<WithResponse<MerchantOrigin>>;
    /**
     * Delete an origin.
     *
     * Publishable keys are refused from this origin at once.
     *
     * @param origin The origin to delete.
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    delete(origin: string, options?: RequestOptions): Promise<WithResponse<MerchantOriginDeleted>>;
    /**
     * List origins.
     *
     * All of them in one list, newest first. `has_more` is always false.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(options?: RequestOptions): PagePromise<MerchantOrigin>;
}
