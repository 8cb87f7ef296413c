import type { Queries, Transaction } from "../../db/database.ts"
import { isPostgres, unindexed } from "../../db/dialect.ts"
import { namesOf, pick } from "../../db/rows.ts"
import { unprepared } from "../../db/statement.ts"
import { statementOn } from "../../db/table.ts"
import type { AttemptResult } from "./post.ts"
import { type DeliveryAttemptRow, type DeliveryRow, deliveries, deliveryAttempts } from "./tables.ts"

/** The effect of an attempt on its delivery. */
export type Change = Pick<DeliveryRow, "status" | "attempts" | "due_at_ms" | "last_attempt">

type Key = Pick<DeliveryRow, "account" | "id">

const { account: _account, delivery: _delivery, attempt: _attempt, ...KEPT } = deliveryAttempts.columns
const NAMES = namesOf(KEPT)
const CHANGED = ["status", "attempts", "due_at_ms", "last_attempt", "account", "id", "made_before"] as const
/** What is stored of an attempt, with its types on Postgres. */
const TYPES: Record<(typeof CHANGED)[number] | keyof typeof KEPT, string> = {
  status: "text",
  attempts: "integer",
  due_at_ms: "bigint",
  last_attempt: "text",
  account: "text",
  id: "text",
  made_before: "integer",
  began_ms: "bigint",
  duration_ms: "integer",
  http_status: "integer",
  error: "text",
  request_headers: "text",
  response_headers: "text",
  response_body: "text",
  response_bytes: "integer",
}

/** The number of earlier attempts must match: if two processes made the same attempt, only the first outcome is stored. */
const OPEN = "deliveries.status = 'pending' AND deliveries.attempts ="
const SETTLE = `UPDATE deliveries
  SET status = :status, attempts = :attempts, due_at_ms = :due_at_ms, last_attempt = :last_attempt, lease_until_ms = 0
  WHERE account = :account AND id = :id AND ${OPEN} :made_before`
/**
 * Skips deliveries that are locked. Otherwise deliveries of any merchant would wait with them. Each is looked up by its id alone: while Postgres
 * has no statistics, it would take an index of the account, and read all deliveries of the account for each one.
 */
const SETTLE_ALL = `
  WITH ended AS MATERIALIZED (
    SELECT ended.* FROM json_to_recordset(?::json) AS ended(${Object.entries(TYPES).map(([name, type]) => `${name} ${type}`)})
    CROSS JOIN LATERAL (
      SELECT id FROM deliveries
      WHERE ${unindexed("deliveries.account")} = ended.account AND deliveries.id = ended.id AND ${OPEN} ended.made_before
      FOR UPDATE SKIP LOCKED
    ) AS locked
  ), settled AS (
    UPDATE deliveries SET status = ended.status, attempts = ended.attempts, due_at_ms = ended.due_at_ms,
      last_attempt = ended.last_attempt, lease_until_ms = 0
    FROM ended WHERE deliveries.account = ended.account AND deliveries.id = ended.id
  )
  INSERT INTO delivery_attempts (account, delivery, attempt, ${NAMES}) SELECT account, id, attempts, ${NAMES} FROM ended
  RETURNING account, delivery AS id`

/**
 * On Postgres, one statement stores all outcomes and their attempts. On SQLite, a statement changes one row of one table. Postgres plans
 * it for the size that the table has, and not once for all.
 */
const settle = unprepared(
  statementOn<Key>(deliveries, (_, p, k) =>
    isPostgres(k)
      ? k.raw(SETTLE_ALL, [p.ended ?? null])
      : k.raw(SETTLE, Object.fromEntries(CHANGED.map((name) => [name, p[name] ?? null]))),
  ),
)
const findOpen = deliveries.statement(["account", "id", { attempts: "made_before" }], (_, p, k) =>
  k.raw<{ id: string }>(
    `SELECT id FROM deliveries WHERE account = :account AND id = :id AND ${OPEN} :made_before`,
    pick(p, ["account", "id", "made_before"]),
  ),
)
const insertAttempt = deliveryAttempts.insert(["account", "delivery", "attempt", ...NAMES])
const ofDelivery = deliveryAttempts.find(["account", "delivery"], (rows) => rows.orderBy("attempt"))

/** An attempt that has ended, at `endedAtMs` of account time, and its effect. */
export type Ended = {
  account: string
  delivery: string
  madeBefore: number
  endedAtMs: number
  sent: Record<string, string>
  result: AttemptResult
  change: Change
}

/**
 * Stores attempts and their effects on their deliveries. An attempt that another process has stored, or whose delivery was canceled, changes
 * nothing. Returns those whose delivery is locked. The caller must then try again.
 */
export async function settleDeliveries(tx: Transaction, ended: readonly Ended[]): Promise<Ended[]> {
  const settled = await (tx.dialect === "sqlite" ? settleEach(tx, ended) : settleTogether(tx, ended))
  const isLocked = async ({ account, delivery: id, madeBefore: made_before }: Ended) =>
    (await tx.one(findOpen, { account, id, made_before })) !== undefined
  const others = ended.filter((each) => !settled.has(each))
  const locked = await tx.pipeline(...others.map((each) => () => isLocked(each)))
  return others.filter((_, i) => locked[i])
}

async function settleTogether(tx: Transaction, ended: readonly Ended[]): Promise<Set<Ended>> {
  // A process that lost its claim may make the same attempt again. One statement must not store both.
  const first = new Map(ended.toReversed().map((each) => [`${each.account} ${each.delivery}`, each]))
  const rows = await tx.all(settle, { ended: [...first.values()].map(rowOf) })
  const stored = new Set(rows.map(({ account, id }) => first.get(`${account} ${id}`)))
  return new Set(ended.filter((each) => stored.has(each)))
}

async function settleEach(tx: Transaction, ended: readonly Ended[]): Promise<Set<Ended>> {
  const settled = new Set<Ended>()
  for (const each of ended) {
    if ((await tx.run(settle, rowOf(each))) === 0) continue
    const { account, delivery, change } = each
    await tx.run(insertAttempt, { account, delivery, attempt: change.attempts, ...keptOf(each) })
    settled.add(each)
  }
  return settled
}

function rowOf({ account, delivery: id, madeBefore: made_before, change, ...ended }: Ended) {
  return { account, id, made_before, ...change, ...keptOf(ended) }
}

function keptOf({ endedAtMs, sent, result }: Pick<Ended, "endedAtMs" | "sent" | "result">) {
  const { http_status, error, duration_ms, response } = result
  return {
    began_ms: endedAtMs - duration_ms,
    duration_ms,
    http_status,
    error,
    request_headers: Object.entries(sent),
    response_headers: response?.headers ?? null,
    response_body: response?.body || null,
    response_bytes: response?.bytes ?? null,
  }
}

/** Lists the attempts of a delivery, the first one first. There are at most seven. */
export function attemptsOf(db: Queries, { account, id }: Key): Promise<DeliveryAttemptRow[]> {
  return db.all(ofDelivery, { account, delivery: id })
}
