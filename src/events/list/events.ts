import type { Scope } from "../../accounts/scope.ts"
import type { AccessScope } from "../../accounts/scopes.ts"
import { notFound } from "../../base/errors.ts"
import { json } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { NEWEST_VERSION, type Version } from "../../versions.ts"
import { EVENT_COLUMNS, type EventRow, events } from "./table.ts"
import { EVENT_TYPES, type EventType, hasEvent, maySee, type Shown, typesAt } from "./types.ts"

const findRow = events.find(["account", "id"], (rows) => rows.select(...EVENT_COLUMNS))

const findTypes = events.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "id"), [p.ids]).select("id", "type"),
)

export function findEvent(db: Queries, scope: Pick<Scope, "account">, id: string): Promise<EventRow | undefined> {
  return db.one(findRow, { account: scope.account, id })
}

/** Throws event_not_found, also for an event that is not among those that are shown. */
export async function mustFindEvent(db: Queries, scope: Pick<Scope, "account">, id: string, shown?: Shown): Promise<EventRow> {
  const row = await findEvent(db, scope, id)
  if (!row || (shown && !(shown.types.includes(row.type) && hasEvent(shown.version, row)))) throw notFound("event", id)
  return row
}

/**
 * Returns which events a client sees: those of its version that it may read. Undefined if these are all events, also of types that only a
 * newer release knows.
 */
export function shownTo(version: Version, may: (scope: AccessScope) => boolean): Shown | undefined {
  const types = typesAt(version).filter((type) => maySee(type, may))
  return version === NEWEST_VERSION && types.length === EVENT_TYPES.length ? undefined : { types, version }
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
