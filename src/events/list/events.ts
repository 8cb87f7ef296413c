import type { Scope } from "../../accounts/scope.ts"
import { notFound } from "../../base/errors.ts"
import { json } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { EVENT_COLUMNS, type EventRow, events } from "./table.ts"
import type { EventType } from "./types.ts"

const findRow = events.find(["account", "id"], (rows) => rows.select(...EVENT_COLUMNS))

const findTypes = events.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "id"), [p.ids]).select("id", "type"),
)

export function findEvent(db: Queries, scope: Pick<Scope, "account">, id: string): Promise<EventRow | undefined> {
  return db.one(findRow, { account: scope.account, id })
}

/** Throws event_not_found. */
export async function mustFindEvent(db: Queries, scope: Pick<Scope, "account">, id: string): Promise<EventRow> {
  const row = await findEvent(db, scope, id)
  if (!row) throw notFound("event", id)
  return row
}

/** Returns the event exactly as it was sent. */
export function presentEvent(row: EventRow) {
  return JSON.parse(row.body)
}

/** Returns the types of events by their ids. An id is left out if the account has no such event. */
export async function typesOf(db: Queries, account: string, ids: readonly string[]): Promise<Map<string, EventType>> {
  const rows = ids.length === 0 ? [] : await db.all(findTypes, { account, ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, type }) => [id, type]))
}
