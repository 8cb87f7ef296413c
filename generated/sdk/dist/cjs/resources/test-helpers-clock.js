"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.TestHelpersClockResource = void 0;
/** Move your account's test time forward and see everything that falls due happen. Secret test keys only. */
class TestHelpersClockResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * Advance the test clock.
     *
     * Moves the time forward, `to` a moment or by `seconds` (one of the two, at most two years at once), and answers when all that falls due by then
     * has been done, in order: expiries, webhook retries, trials, renewals, retries of charges, scheduled cancellations. Signatures, the expiry of
     * keys and rate limits stay on real time.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    advance(params, options) {
        return this.#client.request({
            method: "POST",
            path: "/v1/test_helpers/clock/advance",
            body: params,
            options,
        });
    }
    /**
     * Retrieve the test clock.
     *
     * What time it is for your account in test mode. It is the real time plus what you advanced it by, and it goes on ticking.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/test_helpers/clock",
            options,
        });
    }
}
exports.TestHelpersClockResource = TestHelpersClockResource;
