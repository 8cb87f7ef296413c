import { findAccount } from "../../accounts/accounts.ts"
import { IS_STAYING } from "../../accounts/move/table.ts"
import { integer, milliseconds } from "../../db/columns.ts"
import type { Database, Queries } from "../../db/database.ts"
import { skipLocked, unindexed } from "../../db/dialect.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { waitAfter } from "./schedule.ts"
import { type DeliveryRow, deliveries } from "./tables.ts"
import { targetsOf } from "./targets.ts"

/** A target with pending deliveries. The earliest is due at `due_at_ms` in account time, which is `offset` seconds ahead of real time. */
export type PendingTarget = { target: string; account: string; due_at_ms: number; offset: number }

const pendingTargets = deliveries.statement([], (_, _p, k) =>
  k.raw<PendingTarget>(`
    WITH RECURSIVE ${targetsOf("status = 'pending'", "due_at_ms")}
    SELECT found.target, found.account, (
      SELECT due_at_ms FROM deliveries
      WHERE status = 'pending' AND ${unindexed("deliveries.account")} = found.account AND deliveries.target = found.target
      ORDER BY due_at_ms LIMIT 1
    ) AS due_at_ms, accounts.clock_offset AS "offset"
    FROM found JOIN accounts ON accounts.id = found.account`),
)

const dueOfAccount = deliveries.statement(["account", { due_by_ms: milliseconds() }], (rows, p, k) =>
  rows
    .where({ account: p.account })
    .whereRaw("status = 'pending'")
    .where("due_at_ms", "<=", p.due_by_ms)
    .where("lease_until_ms", "<=", nowMs(k))
    .distinct("target"),
)

const nextOfAccount = deliveries.find(["account"], (rows, _, k) =>
  rows.whereRaw("status = 'pending'").where("lease_until_ms", "<=", nowMs(k)).min({ at: "due_at_ms" }),
)

/** One statement, so that an attempt that begins meanwhile is either next or running. `attempts` is null for the next attempt. */
const nextAndRunning = deliveries.statement(["account"], (_, p, k) => {
  const ofAccount = "FROM deliveries WHERE account = ? AND status = 'pending' AND lease_until_ms"
  return k.raw<{ attempts: number | null; at: number | null }>(
    `SELECT attempts, min(due_at_ms) AS at ${ofAccount} > ${nowMs(k)} GROUP BY attempts
     UNION ALL SELECT NULL, min(due_at_ms) ${ofAccount} <= ${nowMs(k)}`,
    [p.account, p.account],
  )
})

/** Several processes may claim at once. An index of the account would lead past the deliveries to its other targets. */
const CLAIM = { due_by_ms: milliseconds(), limit: integer(), lease_ms: milliseconds() }
const claimRows = deliveries.statement(["account", "target", CLAIM], (_, p, k) =>
  k.raw<DeliveryRow>(
    `WITH picked AS MATERIALIZED (
       SELECT id FROM deliveries
       WHERE ${unindexed("account")} = ? AND target = ? AND status = 'pending' AND due_at_ms <= ? AND lease_until_ms <= ${nowMs(k)}
       AND ${IS_STAYING}
       ORDER BY due_at_ms LIMIT ? ${skipLocked(k)}
     )
     UPDATE deliveries SET lease_until_ms = ? WHERE account = ? AND id IN (SELECT id FROM picked) RETURNING ??`,
    [p.account, p.target, p.due_by_ms, p.limit, msFromNow(k, p.lease_ms), p.account, deliveries.names],
  ),
)

export function listPendingTargets(db: Queries): Promise<PendingTarget[]> {
  return db.all(pendingTargets, {})
}

/** Lists an account's targets that have unclaimed attempts due by `dueByMs` (account time). */
export async function listDueTargets(db: Queries, account: string, dueByMs: number): Promise<string[]> {
  return (await db.all(dueOfAccount, { account, due_by_ms: dueByMs })).map(({ target }) => target)
}

/** Returns when the account's next unclaimed attempt is due, in milliseconds of account time. */
export async function nextDueMs(db: Queries, account: string): Promise<number | undefined> {
  return (await db.one(nextOfAccount, { account }))?.at ?? undefined
}

/**
 * The attempts of an account, over all processes, in milliseconds of account time. `next` is when the next unclaimed one is due. `reach` is
 * the earliest time at which a running one can lead to another: Infinity if none can.
 */
export async function attemptsAhead(
  db: Queries,
  account: string,
): Promise<{ next: number | undefined; areRunning: boolean; reach: number }> {
  const rows = await db.all(nextAndRunning, { account })
  const running = rows.filter((row): row is { attempts: number; at: number } => row.attempts !== null)
  return {
    next: rows.find(({ attempts }) => attempts === null)?.at ?? undefined,
    areRunning: running.length > 0,
    reach: Math.min(...running.map(({ attempts, at }) => at + leastWait(attempts))),
  }
}

/** A first attempt may be that of another process, which does not say at which time of the account it began. */
function leastWait(attempts: number): number {
  return attempts === 0 ? 0 : (waitAfter(attempts + 1, () => 0) ?? Number.POSITIVE_INFINITY)
}

/**
 * Claims up to `limit` deliveries to a target that are due at `nowMs` (real time). The claims last `leaseMs` of the database's time.
 * `offsetMs` is how far the account's clock is ahead of real time.
 */
export function claimDue(
  database: Database,
  claim: { target: string; account: string; nowMs: number; limit: number; leaseMs: number },
): Promise<(DeliveryRow & { offsetMs: number })[]> {
  const { target, account, nowMs, limit, leaseMs } = claim
  return database.transaction(async (tx) => {
    const due_by_ms = await accountMs(tx, account, nowMs)
    const rows = await tx.all(claimRows, { account, target, due_by_ms, limit, lease_ms: leaseMs })
    return rows.map((row) => ({ ...row, offsetMs: due_by_ms - nowMs }))
  })
}

/** Converts real time to account time. Both are in milliseconds. */
export async function accountMs(db: Queries, account: string, realMs: number): Promise<number> {
  const row = await findAccount(db, account)
  if (!row) throw new Error(`There is no account ${account}.`)
  return realMs + row.clock_offset * 1000
}
