"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
Object.defineProperty(exports, "__esModule", { value: true });
exports.EventsResource = void 0;
/** What happened to your payments, as it was sent to your webhook endpoints. */
class EventsResource {
    #client;
    constructor(client) {
        this.#client = client;
    }
    /**
     * List events.
     *
     * Newest first, whether or not an endpoint was registered for them.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params, options) {
        return this.#client.list({
            method: "GET",
            path: "/v1/events",
            query: params,
            options,
        });
    }
    /**
     * Retrieve an event.
     *
     * The event with the resource as it was at that moment, exactly as it is sent to webhook endpoints.
     *
     * @param id The id of the event (`evt_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id, options) {
        return this.#client.request({
            method: "GET",
            path: "/v1/events/{id}",
            ids: [id],
            options,
        });
    }
}
exports.EventsResource = EventsResource;
