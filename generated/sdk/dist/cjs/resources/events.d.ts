import type { Event, EventType } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { PagePromise } from "../runtime/page.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** What `events.list` can be asked for. */
export interface ListEventsParams {
    /** Only events of this type. */
    type?: EventType | null | undefined;
    /** How many items a page holds. */
    limit?: number | null | undefined;
    /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
    starting_after?: string | null | undefined;
    /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
    ending_before?: string | null | undefined;
}
/** What happened to your payments, as it was sent to your webhook endpoints. */
export declare class EventsResource {
    #private;
    constructor(client: Client);
    /**
     * List events.
     *
     * Newest first, whether or not an endpoint was registered for them.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params?: ListEventsParams | null, options?: RequestOptions): PagePromise<Event>;
    /**
     * Retrieve an event.
     *
     * The event with the resource as it was at that moment, exactly as it is sent to webhook endpoints.
     *
     * @param id The id of the event (`evt_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id: string, options?: RequestOptions): Promise<WithResponse<Event>>;
}
