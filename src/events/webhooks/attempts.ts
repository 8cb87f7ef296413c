import type { Queries, Transaction } from "../../db/database.ts"
import { isPostgres, skipLocked } from "../../db/dialect.ts"
import { namesOf, pick, type Sql } from "../../db/rows.ts"
import type { AttemptResult } from "./post.ts"
import { type DeliveryAttemptRow, type DeliveryRow, deliveries, deliveryAttempts } from "./tables.ts"

/** The effect of an attempt on its delivery. */
export type Change = Pick<DeliveryRow, "status" | "attempts" | "due_at_ms" | "last_attempt">

const SETTLED = "status = :status, attempts = :attempts, due_at_ms = CAST(:due_at_ms AS bigint), last_attempt = :last_attempt"
/** The number of earlier attempts must match: if two processes made the same attempt, only the first outcome is stored. */
const OPEN = "account = :account AND id = :id AND attempts = :made_before AND status = 'pending'"
/** Skips a delivery that is locked. Otherwise deliveries of any merchant would wait with it. */
const SETTLE = (k: Sql) => `UPDATE deliveries SET ${SETTLED}, lease_until_ms = 0
  WHERE account = :account AND id = (SELECT id FROM deliveries WHERE ${OPEN} ${skipLocked(k)})`

const { account: _account, delivery: _delivery, attempt: _attempt, ...KEPT } = deliveryAttempts.columns
const NAMES = namesOf(KEPT)
/** The types of these columns on Postgres. */
const TYPES: Record<keyof typeof KEPT, string> = {
  began_ms: "bigint",
  duration_ms: "integer",
  http_status: "integer",
  error: "text",
  request_headers: "text",
  response_headers: "text",
  response_body: "text",
  response_bytes: "integer",
}
const CHANGED = ["status", "attempts", "due_at_ms", "last_attempt", "account", "id"] as const

/** On Postgres, one statement stores both the outcome and the attempt, to save a round trip. On SQLite, a statement changes one table. */
const settle = deliveries.statement([...CHANGED, { attempts: "made_before" }, KEPT], (_, p, k) => {
  const changed = pick(p, [...CHANGED, "made_before"])
  if (!isPostgres(k)) return k.raw<void>(SETTLE(k), changed)
  const values = NAMES.map((name) => `CAST(:${name} AS ${TYPES[name]})`)
  return k.raw<void>(
    `WITH settled AS (${SETTLE(k)} RETURNING account, id, attempts)
     INSERT INTO delivery_attempts (account, delivery, attempt, ${NAMES}) SELECT account, id, attempts, ${values} FROM settled`,
    { ...changed, ...pick(p, NAMES) },
  )
})
const findOpen = deliveries.statement(["account", "id", { attempts: "made_before" }], (_, p, k) =>
  k.raw<{ id: string }>(`SELECT id FROM deliveries WHERE ${OPEN}`, pick(p, ["account", "id", "made_before"])),
)
const insertAttempt = deliveryAttempts.insert(["account", "delivery", "attempt", ...NAMES])
const ofDelivery = deliveryAttempts.find(["account", "delivery"], (rows) => rows.orderBy("attempt"))

/** An attempt that has ended, at `endedAtMs` of account time. */
export type Ended = {
  account: string
  delivery: string
  madeBefore: number
  endedAtMs: number
  sent: Record<string, string>
  result: AttemptResult
}

/**
 * Stores an attempt and its effect on its delivery. Does nothing if another process has stored the same attempt, or the
 * delivery was canceled. Returns false if the delivery is locked. The caller must then try again.
 */
export async function settleDelivery(tx: Transaction, ended: Ended, change: Change): Promise<boolean> {
  const { account, delivery, madeBefore: made_before } = ended
  const kept = keptOf(ended)
  const changed = await tx.run(settle, { account, id: delivery, made_before, ...change, ...kept })
  if (changed === 0) return (await tx.one(findOpen, { account, id: delivery, made_before })) === undefined
  if (tx.dialect === "sqlite") await tx.run(insertAttempt, { account, delivery, attempt: change.attempts, ...kept })
  return true
}

function keptOf({ endedAtMs, sent, result }: Ended) {
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
export function attemptsOf(db: Queries, { account, id }: Pick<DeliveryRow, "account" | "id">): Promise<DeliveryAttemptRow[]> {
  return db.all(ofDelivery, { account, delivery: id })
}
