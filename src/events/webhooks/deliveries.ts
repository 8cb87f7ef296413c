import type { Scope } from "../../accounts/scope.ts"
import { newId } from "../../base/ids.ts"
import { must } from "../../base/must.ts"
import { findAnywhere } from "../../db/anywhere.ts"
import { id, integer, json } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isPostgres, textsOf, unindexed } from "../../db/dialect.ts"
import { isHere, ownAccount } from "../../db/here.ts"
import { nowMs } from "../../db/now.ts"
import { DEFAULT_LIMIT, type Direction, type Exactly, type Page, type PageRequest, pageOf, startOf } from "../../db/page.ts"
import type { Binding, Markers, Rows } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { statementOn } from "../../db/table.ts"
import type { Receiver } from "./shown-bytes.ts"
import { type DeliveryRow, type DeliveryStatus, deliveries } from "./tables.ts"

/** Sorts after every id of a delivery. */
const AFTER_ALL = "wd_~"

const findRow = deliveries.find(["account", "id"])
const deliveryAnywhere = findAnywhere(deliveries)
const findCursor = deliveries.find(["account", "id"], (rows) => rows.select("id"))

const PAGE = { from: id(), to: id(), limit: integer() }
const pageToTarget = (order: Order) =>
  deliveries.statement(["account", "target", PAGE], (rows, p) =>
    between(rows.where({ account: p.account }), { target: p.target }, p, order),
  )
const pageOfStatus = (order: Order) =>
  deliveries.statement(["account", "target", "status", PAGE], (rows, p) =>
    between(rows.where({ account: p.account }), { target: p.target, status: p.status }, p, order),
  )
const lists = {
  all: { newest: pageToTarget("desc"), oldest: pageToTarget("asc") },
  ofStatus: { newest: pageOfStatus("desc"), oldest: pageOfStatus("asc") },
}

type Order = "asc" | "desc"

/**
 * A page of a list in the order of an index. The order names all columns of the index, so that Postgres chooses no other one. For an
 * endpoint without such deliveries, Postgres would read an index of ids to its end.
 */
function between(
  rows: ReturnType<typeof deliveries.rows>,
  list: Readonly<Record<string, Binding>>,
  { from, to }: Markers<{ from: string; to: string }>,
  order: Order,
) {
  const columns = [...Object.keys(list), "id"]
  const values = `(${columns.map(() => "?")})`
  return rows
    .whereRaw(`(${columns}) > ${values}`, [...Object.values(list), from])
    .whereRaw(`(${columns}) < ${values}`, [...Object.values(list), to])
    .orderByRaw(columns.map((column) => `${column} ${order}`).join())
    .limit(LIMIT)
}

/** Newest first. In the order of the ids, the database would read all deliveries of the account, as a message has few. */
export const NEWEST_OF_MESSAGE = `${unindexed("id")} DESC`
const ofMessage = deliveries.find(["account", "message", { limit: integer() }], (rows) =>
  rows.orderByRaw(NEWEST_OF_MESSAGE).limit(LIMIT),
)
/** Deliveries of a rare status. The status is part of the SQL, because the indexes on it are partial: an index of the account is longer. */
const rarest = (status: "pending" | "dead_letter") => {
  const newest = (rows: Rows<DeliveryRow>) => rows.whereRaw(`status = '${status}'`).orderBy("id", "desc").limit(LIMIT)
  return {
    ofAll: deliveries.statement([{ limit: integer() }], (rows, _, k) => newest(rows.whereRaw(isHere(k)))),
    ofAccount: deliveries.statement(["account", { limit: integer() }], (rows, p) =>
      newest(rows.whereRaw(`${unindexed("account")} = ?`, [p.account])),
    ),
  }
}

/** Ids have no order over all accounts, so each account is asked for its newest ones. SQLite has no LATERAL, and looks each id up. */
const newestIf = (isWanted: string) => {
  const ofAccount = (what: string) =>
    `SELECT ${what} FROM deliveries AS own WHERE own.account = accounts.id AND ${isWanted} ORDER BY own.id DESC LIMIT ?`
  return {
    ofAll: deliveries.statement([{ limit: integer() }], (_, _p, k) =>
      k.raw<DeliveryRow>(
        isPostgres(k)
          ? `SELECT ?? FROM accounts CROSS JOIN LATERAL (${ofAccount("own.*")}) AS newest
             WHERE ${ownAccount(k)} ORDER BY newest.id DESC LIMIT ?`
          : `SELECT ?? FROM accounts CROSS JOIN deliveries AS newest WHERE newest.account = accounts.id
             AND newest.id IN (${ofAccount("own.id")}) ORDER BY newest.id DESC LIMIT ?`,
        [deliveries.names.map((name) => `newest.${name}`), LIMIT, LIMIT],
      ),
    ),
    ofAccount: deliveries.find(["account", { limit: integer() }], (rows) =>
      rows.whereRaw(isWanted).orderBy("id", "desc").limit(LIMIT),
    ),
  }
}

const newest = {
  any: newestIf("true"),
  pending: rarest("pending"),
  delivered: newestIf("status = 'delivered'"),
  dead_letter: rarest("dead_letter"),
  canceled: newestIf("status = 'canceled'"),
}
const oldestPending = deliveries.statement([], (rows, _, k) =>
  rows
    .join("accounts", "accounts.id", "deliveries.account")
    .whereRaw("status = 'pending'")
    .whereRaw(ownAccount(k))
    .orderBy("deliveries.id")
    .limit(1)
    .select<{ created: number; clock_offset: number }>("deliveries.created", "clock_offset"),
)

/** Limits the round trips for an account with many endpoints. */
const ROWS_PER_INSERT = 20
const insertRows = Array.from({ length: ROWS_PER_INSERT }, (_, last) =>
  statementOn<DeliveryRow>(deliveries, (rows, p, k) =>
    rows
      .insert(
        Array.from({ length: last + 1 }, (_, i) => ({
          id: p[`id_${i}`],
          account: p.account,
          created: p.created,
          target: p[`target_${i}`],
          message: p.message,
          status: "pending",
          due_at_ms: p.due_at_ms,
          lease_until_ms: k.raw("? + ?", [nowMs(k), p[`lease_ms_${i}`] ?? null]),
          version: p[`version_${i}`],
        })),
      )
      .returning("*"),
  ),
)

/** Deletes deliveries of messages that are no longer pending, at most `limit`. */
export const deleteDeliveriesOf = deliveries.statement(
  ["account", { messages: json<string[]>(), limit: integer() }],
  (_, p, k) => {
    const ended = (column: string, messages: string) =>
      `SELECT ${column} FROM deliveries WHERE account = :account AND message ${messages} AND status <> 'pending' LIMIT :limit`
    const messages = textsOf(k).replace("?", ":messages")
    // Postgres finds the rows by the index and again by their ctid, whatever its statistics say.
    const where = isPostgres(k)
      ? `ctid = ANY(ARRAY(${ended("ctid", `= ANY(ARRAY(${messages}))`)}))`
      : `id IN (${ended("id", `IN (${messages})`)})`
    return k.raw<void>(`DELETE FROM deliveries WHERE account = :account AND ${where}`, {
      account: p.account,
      messages: p.messages,
      limit: LIMIT,
    })
  },
)

/** Records that dead letters were sent again. They then no longer wait for a person. */
export const replaceDeadLetters = deliveries.statement(["account", "target", "message", "replaced_by"], (rows, p) =>
  rows
    .where({ account: p.account, message: p.message })
    // The index of the message is better: a message has few deliveries, and a target may have many dead letters.
    .whereRaw(`${unindexed("target")} = ?`, [p.target])
    .whereRaw("status = 'dead_letter'")
    .whereNull("replaced_by")
    .update({ replaced_by: p.replaced_by }),
)

/** `leaseMs` is 0 if the process that creates the delivery does not make its first attempt. */
export type NewDelivery = Receiver & { leaseMs: number }

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
    const perRow = batch.flatMap(({ target, version, leaseMs }, i) => [
      [`id_${i}`, newId("wd")],
      [`target_${i}`, target],
      [`lease_ms_${i}`, leaseMs],
      [`version_${i}`, version],
    ])
    const shared = { account: scope.account, created: scope.now, message, due_at_ms: dueAtMs }
    rows.push(
      ...(await tx.all(must(insertRows[batch.length - 1], "the insert of a batch"), {
        ...shared,
        ...Object.fromEntries(perRow),
      })),
    )
  }
  return rows
}

/** Creates a delivery that is due now and has no lease, so the next tick claims it. */
export async function insertDelivery(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  message: string,
  receiver: Receiver,
): Promise<DeliveryRow> {
  const [row] = await insertDeliveries(tx, scope, message, scope.now * 1000, [{ ...receiver, leaseMs: 0 }])
  if (!row) throw new Error(`The insert of a delivery of ${message} to ${receiver.target} returned no row.`)
  return row
}

/**
 * Lists the deliveries to a target, newest first. With a status, lists only those. Throws parameter_invalid for a wrong cursor.
 */
export async function listDeliveries<Given extends PageRequest>(
  db: Queries,
  { account }: Pick<Scope, "account">,
  target: string,
  request: Exactly<PageRequest, Given>,
  status?: DeliveryStatus,
): Promise<Page<DeliveryRow>> {
  const { limit = DEFAULT_LIMIT } = request
  const { direction, cursor } = await startOf(request, (id) => db.one(findCursor, { account, id }))
  const order = direction === "newer" ? "oldest" : "newest"
  const page = { account, target, ...endsOf(direction, cursor?.id), limit: limit + 1 }
  const found = await (status ? db.all(lists.ofStatus[order], { ...page, status }) : db.all(lists.all[order], page))
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

export function findDelivery(db: Queries, account: string, id: string): Promise<DeliveryRow | undefined> {
  return db.one(findRow, { account, id })
}

/** Finds a delivery of any account, for the operator. */
export function findDeliveryAnywhere(db: Queries, id: string): Promise<DeliveryRow | undefined> {
  return db.one(deliveryAnywhere, { id })
}

/** Lists the newest deliveries of one account, or of all accounts, for the operator. */
export function newestDeliveries(
  db: Queries,
  { status, account, limit }: { status?: DeliveryStatus; account?: string; limit: number },
): Promise<DeliveryRow[]> {
  const { ofAccount, ofAll } = newest[status ?? "any"]
  return account ? db.all(ofAccount, { account, limit }) : db.all(ofAll, { limit })
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
    last_attempt: row.last_attempt,
    created: row.created,
  }
}
