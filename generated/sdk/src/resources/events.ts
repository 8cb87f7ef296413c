// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type { Event, EventTypeParam } from "../models.ts"
import type { Client } from "../runtime/client.ts"
import type { PagePromise } from "../runtime/page.ts"
import type { RequestOptions, WithResponse } from "../runtime/types.ts"

/** The query parameters of `events.list`. */
export interface ListEventsParams {
  /** Return only events of this type. */
  type?: EventTypeParam | null | undefined
  /** Return only items created at this time or later, in Unix seconds. From 0 to 99999999999. */
  created_gte?: number | null | undefined
  /** Return only items created before this time, in Unix seconds. From 0 to 99999999999. */
  created_lt?: number | null | undefined
  /** The maximum number of items on a page. From 1 to 100. Default: 10. */
  limit?: number | null | undefined
  /** The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
  starting_after?: string | null | undefined
  /** The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
  ending_before?: string | null | undefined
}

/** Records of what happened to your payments, as sent to your webhook endpoints. */
export class EventsResource {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * List events.
   *
   * Newest first, in an order that never changes. Poll with `ending_before` to get every event exactly once. Events are listed whether or not
   * an endpoint was registered for them, if this version has their type. They are kept for 400 days, unless the operator has set another time.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   *
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  list(params?: ListEventsParams | null, options?: RequestOptions): PagePromise<Event> {
    return this.#client.list({
      method: "GET",
      path: "/v1/events",
      query: params,
      options,
    })
  }

  /**
   * Retrieve an event.
   *
   * The event, with the resource as it was at that moment. Its content is exactly what webhook endpoints of this version receive. Events are
   * deleted after 400 days, or after the time that the operator has set. Then the response is 404 `event_not_found`, as it is for an event of
   * a type that this version does not have.
   *
   * Error codes, besides those that every request can have:
   * - 403: `key_not_allowed`, `scope_missing`
   * - 404: `event_not_found`
   *
   * @param id The id of the event (`evt_…`).
   * @throws VintemError if the service returns an error or cannot be reached.
   */
  retrieve(id: string, options?: RequestOptions): Promise<WithResponse<Event>> {
    return this.#client.request({
      method: "GET",
      path: "/v1/events/{id}",
      ids: [id],
      options,
    })
  }
}
