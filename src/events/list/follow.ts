import { integer } from "../../db/columns.ts"
import type { Database } from "../../db/database.ts"
import { LIMIT } from "../../db/statement.ts"
import { listCommitted } from "./order.ts"
import { EVENT_COLUMNS, type EventRow, eventLists, events } from "./table.ts"

/** An event and its place in the account's list (docs/decisions/0010-the-order-of-events.md). */
export type PlacedEvent = EventRow & { seq: number }

const findList = eventLists.find(["account"], (rows) => rows.select("last_seq"))
const findAfter = events.statement(["account", { after: integer(), limit: integer() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .where("seq", ">", p.after)
    .orderBy("seq")
    .limit(LIMIT)
    .select<PlacedEvent>(...EVENT_COLUMNS, "seq"),
)

/** The place of the account's newest event, among all events that are committed by now. Returns 0 if the account never had an event. */
export async function lastPlace(database: Database, account: string): Promise<number> {
  await listCommitted(database, account)
  return (await database.one(findList, { account }))?.last_seq ?? 0
}

/**
 * The events after a place, oldest first, at most `limit`. A client that reads on from the place of the last event sees each event once,
 * because an event that is committed later comes after all events that were ever returned.
 */
export async function eventsAfter(database: Database, account: string, place: number, limit: number): Promise<PlacedEvent[]> {
  await listCommitted(database, account)
  return database.all(findAfter, { account, after: place, limit })
}
