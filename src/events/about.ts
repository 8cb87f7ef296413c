import { integer, json } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { isOneOf, isPostgres } from "../db/dialect.ts"
import { LIMIT } from "../db/statement.ts"
import { EVENT_COLUMNS, type EventRow, events } from "./list/table.ts"
import { NEWEST_OF_MESSAGE } from "./webhooks/deliveries.ts"
import { type DeliveryRow, deliveries } from "./webhooks/tables.ts"

const newestAbout = events.statement(["account", "id", { limit: integer() }], (rows, p, k) => {
  const [payment, id] = isPostgres(k)
    ? ["body::json #>> '{data,object,payment_intent}'", "body::json #>> '{data,object,id}'"]
    : ["body ->> '$.data.object.payment_intent'", "body ->> '$.data.object.id'"]
  return rows
    .whereRaw(`coalesce(${payment}, ${id}) = ?`, [p.id])
    .where({ account: p.account })
    .orderBy("id", "desc")
    .limit(LIMIT)
    .select(...EVENT_COLUMNS)
})

const deliveriesOf = deliveries.statement(["account", { messages: json<string[]>(), limit: integer() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "message"), [p.messages]).orderByRaw(NEWEST_OF_MESSAGE).limit(LIMIT),
)

/** The newest events about an object, newest first. Events about a payment intent include those of its dispute. */
export function newestEventsAbout(db: Queries, account: string, id: string, limit: number): Promise<EventRow[]> {
  return db.all(newestAbout, { account, id, limit })
}

/** The newest deliveries of some events, newest first. */
export function deliveriesOfEvents(
  db: Queries,
  account: string,
  of: readonly { id: string }[],
  limit: number,
): Promise<DeliveryRow[]> {
  return db.all(deliveriesOf, { account, messages: of.map(({ id }) => id), limit })
}
