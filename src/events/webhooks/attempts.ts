import type { Knex } from "knex"
import type { Queries, Transaction } from "../../db/database.ts"
import { isPostgres, skipLocked } from "../../db/dialect.ts"
import { statement } from "../../db/statement.ts"
import type { DeliveryStatus } from "./deliveries.ts"
import type { AttemptResult } from "./post.ts"
import type { Header } from "./response.ts"

/** An attempt of a delivery. */
export type AttemptRow = {
  /** Null if a version that is older than this column wrote the row. */
  account: string | null
  delivery: string
  /** Counts from 1. */
  attempt: number
  /** Account time in milliseconds. */
  began_ms: number
  duration_ms: number
  http_status: number | null
  error: string | null
  /** Headers are a JSON list of pairs. The request's body is the body of the event. */
  request_headers: string
  /** Null if no response began. */
  response_headers: string | null
  /** The first 4 kB of the body. */
  response_body: string | null
  /** How many bytes of the body were read. */
  response_bytes: number | null
}

/** The effect of an attempt on its delivery. */
export type Change = { status: DeliveryStatus; attempts: number; due_at_ms: number | null; last_attempt: string }

const SETTLED = "status = :status, attempts = :attempts, due_at_ms = CAST(:due_at_ms AS bigint), last_attempt = :last_attempt"
/** The number of earlier attempts must match: if two processes made the same attempt, only the first outcome is stored. */
const OPEN = "account = :account AND id = :id AND attempts = :made_before AND status = 'pending'"
/** Skips a delivery that is locked. Otherwise deliveries of any merchant would wait with it. */
const SETTLE = (k: Knex) => `UPDATE deliveries SET ${SETTLED}, lease_until_ms = 0
  WHERE account = :account AND id = (SELECT id FROM deliveries WHERE ${OPEN} ${skipLocked(k)})`

/** The columns of an attempt with their types on Postgres. */
const COLUMNS: Record<string, string> = {
  began_ms: "bigint",
  duration_ms: "integer",
  http_status: "integer",
  error: "text",
  request_headers: "text",
  response_headers: "text",
  response_body: "text",
  response_bytes: "integer",
}
const NAMES = Object.keys(COLUMNS)
const CHANGED = ["status", "attempts", "due_at_ms", "last_attempt", "account", "id", "made_before"]

/** On Postgres, one statement stores both the outcome and the attempt, to save a round trip. On SQLite, a statement changes one table. */
const settle = statement<void>((k, p) => {
  const named = (names: string[]) => Object.fromEntries(names.map((name) => [name, p[name]]))
  if (!isPostgres(k)) return k.raw(SETTLE(k), named(CHANGED))
  const values = Object.entries(COLUMNS).map(([name, type]) => `CAST(:${name} AS ${type})`)
  return k.raw(
    `WITH settled AS (${SETTLE(k)} RETURNING account, id, attempts)
     INSERT INTO delivery_attempts (account, delivery, attempt, ${NAMES}) SELECT account, id, attempts, ${values} FROM settled`,
    named([...CHANGED, ...NAMES]),
  )
})
const findOpen = statement<{ id: string }, "account" | "id" | "made_before">((k, p) =>
  k.raw(`SELECT id FROM deliveries WHERE ${OPEN}`, { account: p.account, id: p.id, made_before: p.made_before }),
)
const insertAttempt = statement<void>((k, p) =>
  k("delivery_attempts").insert(Object.fromEntries(["account", "delivery", "attempt", ...NAMES].map((name) => [name, p[name]]))),
)
const ofDelivery = statement<AttemptRow, "delivery">((k, p) =>
  k("delivery_attempts").where({ delivery: p.delivery }).orderBy("attempt"),
)

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
    request_headers: JSON.stringify(Object.entries(sent)),
    response_headers: response ? JSON.stringify(response.headers) : null,
    response_body: response?.body || null,
    response_bytes: response?.bytes ?? null,
  }
}

/** Lists the attempts of a delivery, the first one first. There are at most seven. */
export function attemptsOf(db: Queries, delivery: string): Promise<AttemptRow[]> {
  return db.all(ofDelivery, { delivery })
}

export function headersOf(stored: string | null): Header[] {
  return stored === null ? [] : JSON.parse(stored)
}
