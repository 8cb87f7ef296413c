import type { Scope } from "../../accounts/scope.ts"
import { notFound } from "../../base/errors.ts"
import { json } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { NEWEST_VERSION, type Version } from "../../versions.ts"
import { EVENT_COLUMNS, type EventRow, events } from "./table.ts"
import { type EventType, typesAt } from "./types.ts"

const findRow = events.find(["account", "id"], (rows) => rows.select(...EVENT_COLUMNS))

const findTypes = events.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "id"), [p.ids]).select("id", "type"),
)

export function findEvent(db: Queries, scope: Pick<Scope, "account">, id: string): Promise<EventRow | undefined> {
  return db.one(findRow, { account: scope.account, id })
}

/** Throws event_not_found, also for an event of a type that the version does not have. */
export async function mustFindEvent(
  db: Queries,
  scope: Pick<Scope, "account">,
  id: string,
  version = NEWEST_VERSION,
): Promise<EventRow> {
  const row = await findEvent(db, scope, id)
  if (!row || !shows(version, row.type)) throw notFound("event", id)
  return row
}

/** The newest version shows all events, also those of types that only a newer release knows. */
function shows(version: Version, type: EventType): boolean {
  return version === NEWEST_VERSION || typesAt(version).includes(type)
}

/** Returns the event as it was recorded. */
export function presentEvent(row: EventRow) {
  return JSON.parse(row.body)
}

/** Returns the types of events by their ids. An id is left out if the account has no such event. */
export async function typesOf(db: Queries, account: string, ids: readonly string[]): Promise<Map<string, EventType>> {
  const rows = ids.length === 0 ? [] : await db.all(findTypes, { account, ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, type }) => [id, type]))
}
