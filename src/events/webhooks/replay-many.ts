import { findAccount } from "../../accounts/accounts.ts"
import type { Scope } from "../../accounts/scope.ts"
import { firstIdAt, newId } from "../../base/ids.ts"
import { id, integer, json, seconds } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf, isPostgres, unindexed } from "../../db/dialect.ts"
import { type Markers, pick } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import type { ValuesOf } from "../../db/table.ts"
import { events } from "../list/table.ts"
import { knowsEvent, mustFindEndpoint, versionOf } from "./endpoints.ts"
import { type DeliveryRow, type DeliveryStatus, deliveries, type EndpointRow } from "./tables.ts"

/** The deliveries that can be sent again together: those that have ended. */
export const ENDED_STATUSES = ["dead_letter", "delivered", "canceled"] as const satisfies readonly DeliveryStatus[]
export type EndedStatus = (typeof ENDED_STATUSES)[number]

/**
 * Selects deliveries to an endpoint that were created from `since` on and before `until`, in account time (Unix seconds), and that existed
 * at `askedMs` (real milliseconds).
 */
export type Wanted = { target: string; status: EndedStatus; since: number; until: number; askedMs: number }

/** How many deliveries one form can send again. */
export const MAX_REPLAYED = 5000
/** A transaction of this size delays no other one for long. */
const BATCH = 200
/** The time in an id and the row's `created` differ by less than an hour: transactions are shorter, and clocks are adjusted by less. */
const SLACK_MS = 3_600_000

/**
 * Selects deliveries without a newer one of the same message, which has few: the index of the target would lead past many. A delivery that was sent again is skipped, so an interrupted replay can be
 * repeated. If two people replay at once, each delivery is sent by one of them.
 */
const NOT_REPLAYED = `deliveries.replaced_by IS NULL AND NOT EXISTS (
  SELECT 1 FROM deliveries AS newer WHERE newer.account = deliveries.account AND newer.message = deliveries.message
  AND ${unindexed("newer.target")} = deliveries.target AND newer.id > deliveries.id)`
const CREATED = "created >= :since AND created < :until"
/** In the order of one index, so that Postgres chooses no other one (deliveries.ts). */
const ENDED = `account = :account AND (target, status, id) >= (:target, :status, :first)
  AND (target, status, id) < (:target, :status, :end) AND ${CREATED} AND ${NOT_REPLAYED} ORDER BY target, status, id LIMIT :limit`
/** Dead letters that were sent again are not in the index of dead letters, so the database does not walk past them. */
const DEAD = `status = 'dead_letter' AND ${unindexed("account")} = :account AND (target, id) >= (:target, :first)
  AND (target, id) < (:target, :end) AND ${CREATED} AND ${NOT_REPLAYED} ORDER BY target, id LIMIT :limit`

type Found = Pick<DeliveryRow, "id" | "message">
const RANGE = ["account", "target", "status", { first: id(), end: id(), since: seconds(), until: seconds() }] as const

const rangeOf = (p: Markers<ValuesOf<DeliveryRow, typeof RANGE>>) => ({
  ...pick(p, ["account", "target", "status", "first", "end", "since", "until"]),
  limit: LIMIT,
})
const statementsOf = (wanted: string) => ({
  count: deliveries.statement([...RANGE, { limit: integer() }], (_, p, k) =>
    k.raw<{ count: number }>(`SELECT count(*) AS count FROM (SELECT 1 FROM deliveries WHERE ${wanted}) AS wanted`, rangeOf(p)),
  ),
  find: deliveries.statement([...RANGE, { limit: integer() }], (_, p, k) =>
    k.raw<Found>(`SELECT id, message FROM deliveries WHERE ${wanted}`, rangeOf(p)),
  ),
})
const ended = statementsOf(ENDED)
const WANTED: Record<EndedStatus, typeof ended> = { dead_letter: statementsOf(DEAD), delivered: ended, canceled: ended }

const lockMessages = events.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "id"), [p.ids]).select("id", "type", "since").orderBy("id").forShare(),
)
const lockDeliveries = deliveries.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows
    .where({ account: p.account })
    .whereRaw(isOneOf(k, "id"), [p.ids])
    .whereNull("replaced_by")
    .select("id", "message")
    .orderBy("id")
    .forUpdate(),
)
/** The old delivery, the new one, and their message. */
type Renewed = { account: string; old: string; id: string; message: string }
const ROWS = { rows: json<Renewed[]>() }
const POSTGRES_ROWS =
  "SELECT account, old, id, message FROM json_to_recordset(?::json) AS t(account text, old text, id text, message text)"
const SQLITE_ROWS =
  "SELECT value ->> 'account' AS account, value ->> 'old' AS old, value ->> 'id' AS id, value ->> 'message' AS message FROM json_each(?) WHERE true"
const insert = deliveries.statement(["created", "target", "due_at_ms", "version", ROWS], (_, p, k) =>
  k.raw<void>(
    `INSERT INTO deliveries (id, account, created, target, message, status, due_at_ms, lease_until_ms, version)
     SELECT row.id, row.account, CAST(? AS bigint), CAST(? AS text), row.message, 'pending', CAST(? AS bigint), 0, CAST(? AS text)
     FROM (${isPostgres(k) ? POSTGRES_ROWS : SQLITE_ROWS}) AS row`,
    [p.created, p.target, p.due_at_ms, p.version, p.rows],
  ),
)
const markReplaced = deliveries.statement([ROWS], (_, p, k) =>
  k.raw<void>(
    `UPDATE deliveries SET replaced_by = row.id FROM (${isPostgres(k) ? POSTGRES_ROWS : SQLITE_ROWS}) AS row
     WHERE deliveries.account = row.account AND deliveries.id = row.old`,
    [p.rows],
  ),
)

/** Counts the deliveries that a replay would send again. The count stops at MAX_REPLAYED + 1. */
export async function countReplayable(db: Queries, account: string, wanted: Wanted): Promise<number> {
  const range = await rangeIn(db, account, wanted)
  return (await db.only(WANTED[wanted.status].count, { ...range, limit: MAX_REPLAYED + 1 })).count
}

/** How many deliveries were sent again, and whether there may be more. The next batch continues after `last`. */
export type Replayed = { count: number; last: string; more: boolean }

/**
 * Sends deliveries again, oldest first, at most 200 and at most `limit`. Continues after the delivery `after`. An event that is no longer
 * kept is not sent, and neither is one of a type that the endpoint no longer knows. Throws webhook_endpoint_not_found.
 */
export async function replayBatch(
  tx: Transaction,
  scope: Scope,
  wanted: Wanted,
  { after, limit = BATCH }: { after?: string; limit?: number } = {},
): Promise<Replayed> {
  const endpoint = await mustFindEndpoint(tx, scope, wanted.target)
  const { account, now } = scope
  const range = await rangeIn(tx, account, wanted)
  const size = Math.min(limit, BATCH)
  // No id is between this one and the next.
  const first = after === undefined ? range.first : `${after}0`
  const found = await tx.all(WANTED[wanted.status].find, { ...range, first, limit: size })
  const rows = await lock(tx, endpoint, found)
  if (rows.length > 0) {
    await tx.run(insert, { created: now, target: endpoint.id, due_at_ms: now * 1000, version: versionOf(endpoint), rows })
    await tx.run(markReplaced, { rows })
  }
  return { count: rows.length, last: found.at(-1)?.id ?? first, more: found.length === size }
}

/** Locks the messages first, as the deletion of old messages does. */
async function lock(tx: Transaction, endpoint: EndpointRow, found: Found[]): Promise<Renewed[]> {
  if (found.length === 0) return []
  const { account } = endpoint
  const ids = (values: string[]) => [...new Set(values)]
  const messages = await tx.all(lockMessages, { account, ids: ids(found.map(({ message }) => message)) })
  const kept = new Set(messages.filter((event) => knowsEvent(endpoint, event)).map(({ id }) => id))
  const rows = await tx.all(lockDeliveries, { account, ids: ids(found.map(({ id }) => id)) })
  return rows
    .filter(({ message }) => kept.has(message))
    .map(({ id, message }) => ({ account, old: id, id: newId("wd"), message }))
}

/**
 * The wanted deliveries, and the range of their ids, so that no others are read. Ids contain real time. The account's time was never
 * further ahead of real time than it is now.
 */
async function rangeIn(db: Queries, account: string, { target, status, since, until, askedMs }: Wanted) {
  const aheadMs = ((await findAccount(db, account))?.clock_offset ?? 0) * 1000
  const first = firstIdAt("wd", since * 1000 - aheadMs - SLACK_MS)
  const end = firstIdAt("wd", Math.min(until * 1000 + SLACK_MS, askedMs))
  return { account, target, status, first, end, since, until }
}
