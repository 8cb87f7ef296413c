import { id, integer, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { Version } from "../../versions.ts"
import type { EventType } from "./types.ts"

/** The events of accounts. See docs/decisions/0010-the-order-of-events.md. */
export const events = table(
  "events",
  {
    id: id(),
    account: id(),
    created: seconds(),
    type: text<EventType>(),
    /** The first version that has such an event, where that is not the one of its type: before, its resource had no form. */
    since: text<Version>().nullable(),
    /** The event in JSON. Every delivery attempt sends these bytes. */
    body: text(),
    /** The place of the event in its account's list. Null until the event gets its place, after its commit. */
    seq: integer().nullable(),
    /** The latest `created` of the list up to this event. It only rises along the list. */
    latest: seconds().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

/** The columns of an event that its readers need. The others are for the order of the list. */
export const EVENT_COLUMNS = ["id", "account", "created", "type", "since", "body"] as const

export type EventRow = Pick<RowOf<typeof events>, (typeof EVENT_COLUMNS)[number]>

/** The end of each account's list of events. */
export const eventLists = table(
  "event_lists",
  {
    account: id(),
    /** The place of the newest event. */
    last_seq: integer(),
    /** The latest `created` of all events in the list. */
    latest: seconds(),
    /** How far the `created` of an event was behind the latest one before it, at most. In seconds. */
    max_lateness: integer(),
  },
  { of: "account", key: ["account"] },
)
