import type { Scope } from "../../accounts/scope.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isPostgres, textsOf, unindexed } from "../../db/dialect.ts"
import { msFromNow } from "../../db/now.ts"
import { DEFAULT_LIMIT, type Direction, type Page, type PageRequest, pageOf, startOf } from "../../db/page.ts"
import { LIMIT, type Statement, statement } from "../../db/statement.ts"

export const DELIVERY_STATUSES = ["pending", "delivered", "dead_letter", "canceled"] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The outcome of an attempt. `at` is its end in account time (Unix seconds); the wait for the next attempt starts there. */
export type LastAttempt = { at: number; http_status: number | null; error: string | null; duration_ms: number }

export type DeliveryRow = {
  id: string
  account: string
  created: number
  /** The id of an endpoint (`we_…`) or an integration (`int_…`). */
  target: string
  /** The id of an event (`evt_…`) or of a message to integrations (`msg_…`). */
  message: string
  status: DeliveryStatus
  attempts: number
  /** Account time in milliseconds. Null when no further attempt will be made. */
  due_at_ms: number | null
  /** No other process makes an attempt before this time, in milliseconds of the database's time. */
  lease_until_ms: number
  /** LastAttempt as JSON. */
  last_attempt: string | null
  /** The newest replay of this delivery. */
  replaced_by: string | null
}

/** Sorts after every id of a delivery. */
const AFTER_ALL = "wd_~"

const findRow = statement<DeliveryRow, "id">((k, p) => k("deliveries").where({ id: p.id }))
const findCursor = statement<{ id: string }, "account" | "id">((k, p) =>
  k("deliveries").where({ account: p.account, id: p.id }).select("id"),
)
const lists = { all: pagesBy(["target", "id"]), ofStatus: pagesBy(["target", "status", "id"]) }

/**
 * The pages of a list in the order of an index. The order names all columns of the index, so that Postgres chooses no other one. For an
 * endpoint without such deliveries, Postgres would read an index of ids to its end.
 */
function pagesBy(columns: ("target" | "status" | "id")[]): Record<"newest" | "oldest", Statement<DeliveryRow>> {
  const key = `(${columns}) `
  const values = `(${columns.map(() => "?")})`
  // biome-ignore lint/suspicious/noExplicitAny: the markers of a statement
  const end = (p: any, name: "from" | "to") => columns.map((column) => (column === "id" ? p[name] : p[column]))
  const pageIn = (order: "asc" | "desc") =>
    statement<DeliveryRow>((k, p) =>
      k("deliveries")
        .where({ account: p.account })
        .whereRaw(`${key} > ${values}`, end(p, "from"))
        .whereRaw(`${key} < ${values}`, end(p, "to"))
        .orderByRaw(columns.map((column) => `${column} ${order}`).join())
        .limit(LIMIT),
    )
  return { newest: pageIn("desc"), oldest: pageIn("asc") }
}

const ofMessage = statement<DeliveryRow, "account" | "message" | "limit">((k, p) =>
  k("deliveries")
    .where({ message: p.message })
    // With an index of the account, the database would read all deliveries of the account.
    .whereRaw(`${unindexed("account")} = ?`, [p.account])
    .orderBy("id", "desc")
    .limit(LIMIT),
)
/** One statement for each status. The status is part of the SQL, because the indexes on it are partial. */
const newest = Object.fromEntries(
  ["any", ...DELIVERY_STATUSES].map((status) => [
    status,
    statement<DeliveryRow, "before" | "limit">((k, p) => {
      const query = k("deliveries").where("id", "<", p.before).orderBy("id", "desc").limit(LIMIT)
      return status === "any" ? query : query.whereRaw(`status = '${status}'`)
    }),
  ]),
)
const oldestPending = statement<{ created: number; clock_offset: number }, never>((k) =>
  k("deliveries")
    .join("accounts", "accounts.id", "deliveries.account")
    .whereRaw("status = 'pending'")
    .orderBy("deliveries.id")
    .limit(1)
    .select("deliveries.created", "clock_offset"),
)

/** Limits the round trips for an account with many endpoints. */
const ROWS_PER_INSERT = 20
const insertRows = Array.from({ length: ROWS_PER_INSERT }, (_, last) =>
  statement<DeliveryRow>((k, p) =>
    k("deliveries")
      .insert(
        Array.from({ length: last + 1 }, (_, i) => ({
          id: p[`id_${i}`],
          account: p.account,
          created: p.created,
          target: p[`target_${i}`],
          message: p.message,
          status: "pending",
          due_at_ms: p.due_at_ms,
          lease_until_ms: msFromNow(k, p[`lease_ms_${i}`]),
        })),
      )
      .returning("*"),
  ),
)

/** Deletes deliveries of messages (a JSON list of ids) that are no longer pending, at most `limit`. */
export const deleteDeliveriesOf = statement<void, "messages" | "limit">((k, p) => {
  const ended = (column: string, messages: string) =>
    `SELECT ${column} FROM deliveries WHERE message ${messages} AND status <> 'pending' LIMIT ?`
  // Postgres finds the rows by the index and again by their ctid, whatever its statistics say.
  const where = isPostgres(k)
    ? `ctid = ANY(ARRAY(${ended("ctid", `= ANY(ARRAY(${textsOf(k)}))`)}))`
    : `id IN (${ended("id", `IN (${textsOf(k)})`)})`
  return k.raw(`DELETE FROM deliveries WHERE ${where}`, [p.messages, LIMIT])
})

/** Records that dead letters were sent again. They then no longer wait for a person. */
export const replaceDeadLetters = statement<void, "target" | "message" | "replaced_by">((k, p) =>
  k("deliveries")
    .where({ message: p.message })
    // The index of the message is better: a message has few deliveries, and a target may have many dead letters.
    .whereRaw(`${unindexed("target")} = ?`, [p.target])
    .whereRaw("status = 'dead_letter'")
    .whereNull("replaced_by")
    .update({ replaced_by: p.replaced_by }),
)

/** `leaseMs` is 0 if the process that creates the delivery does not make its first attempt. */
export type NewDelivery = { target: string; leaseMs: number }

/** Creates pending deliveries of a message. The process that creates a leased delivery makes its first attempt. */
export async function insertDeliveries(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  message: string,
  dueAtMs: number,
  wanted: NewDelivery[],
): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = []
  for (let start = 0; start < wanted.length; start += ROWS_PER_INSERT) {
    const batch = wanted.slice(start, start + ROWS_PER_INSERT)
    const perRow = batch.flatMap(({ target, leaseMs }, i) => [
      [`id_${i}`, newId("wd")],
      [`target_${i}`, target],
      [`lease_ms_${i}`, leaseMs],
    ])
    const shared = { account: scope.account, created: scope.now, message, due_at_ms: dueAtMs }
    rows.push(...(await tx.all(insertRows[batch.length - 1]!, { ...shared, ...Object.fromEntries(perRow) })))
  }
  return rows
}

/**
 * Lists the deliveries to a target, newest first. With a status, lists only those. Throws parameter_invalid for a wrong cursor.
 */
export async function listDeliveries(
  db: Queries,
  { account }: Pick<Scope, "account">,
  target: string,
  request: PageRequest,
  status?: DeliveryStatus,
): Promise<Page<DeliveryRow>> {
  const { limit = DEFAULT_LIMIT } = request
  const { direction, cursor } = await startOf(request, (id) => db.one(findCursor, { account, id }))
  const list = lists[status ? "ofStatus" : "all"][direction === "newer" ? "oldest" : "newest"]
  const ends = endsOf(direction, cursor?.id)
  const found = await db.all(list, { account, target, ...(status && { status }), ...ends, limit: limit + 1 })
  return pageOf(found, limit, direction)
}

/** Both ends of a page, exclusive. */
function endsOf(direction: Direction, cursor = ""): { from: string; to: string } {
  return { from: direction === "newer" ? cursor : "", to: direction === "older" ? cursor : AFTER_ALL }
}

/** Lists the newest deliveries of an event or a message, to all targets. */
export function deliveriesOfMessage(db: Queries, account: string, message: string, limit: number): Promise<DeliveryRow[]> {
  return db.all(ofMessage, { account, message, limit })
}

export function findDelivery(db: Queries, id: string): Promise<DeliveryRow | undefined> {
  return db.one(findRow, { id })
}

/** Lists the newest deliveries of one account, or of all accounts, for the operator. */
export async function newestDeliveries(
  db: Queries,
  { status, account, limit }: { status?: DeliveryStatus; account?: string; limit: number },
): Promise<DeliveryRow[]> {
  const found: DeliveryRow[] = []
  for (let before = AFTER_ALL; found.length < limit; ) {
    const rows = await db.all(newest[status ?? "any"]!, { before, limit: 500 })
    found.push(...rows.filter((row) => !account || row.account === account))
    if (rows.length < 500) break
    before = rows.at(-1)!.id
  }
  return found.slice(0, limit)
}

/** Returns the age of the oldest pending delivery in seconds, or 0 if none is pending. */
export async function oldestPendingAge(db: Queries, nowMs: number): Promise<number> {
  const row = await db.one(oldestPending, {})
  return row ? Math.max(0, nowMs / 1000 + row.clock_offset - row.created) : 0
}

export function presentDelivery(row: DeliveryRow, livemode: boolean) {
  return {
    id: row.id,
    object: "webhook_delivery" as const,
    livemode,
    webhook_endpoint: row.target,
    event: row.message,
    status: row.status,
    attempts: row.attempts,
    // Rounded up, so the attempt is due by the second that is shown.
    next_attempt_at: row.due_at_ms === null ? null : Math.ceil(row.due_at_ms / 1000),
    last_attempt: row.last_attempt === null ? null : (JSON.parse(row.last_attempt) as LastAttempt),
    created: row.created,
  }
}
