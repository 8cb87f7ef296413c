import { accountOf, lockAccount } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { MAX_WAITING } from "../base/bounds.ts"
import { accountTime } from "../base/clock.ts"
import { ApiError, RetryLater } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { inProgress } from "../idempotency/claims.ts"
import { type ClockJobs, type ClockMode, passTime } from "./pass-time.ts"
import {
  beginTurn,
  countWaiting,
  currentTurn,
  deleteAbandonedTurns,
  endTurn,
  findTurn,
  LEASE_MS,
  queueTurn,
  renewTurn,
  turnsOfAccount,
} from "./store.ts"
import type { TurnRow } from "./table.ts"

export type AdvanceInput = { to?: number | null; seconds?: number | null }

/** A queued advance of an account's clock. */
export type Turn = Pick<TurnRow, "account" | "key" | "id"> & { seconds: number | null }

/** Two years, one of them a leap year. */
export const MAX_ADVANCE_SECONDS = (365 + 366) * 86_400
/** How far an account's clock can be ahead of real time: 50 years. */
export const MAX_AHEAD_SECONDS = 50 * 365.25 * 86_400
const RETRY_AFTER_SECONDS = 5

/**
 * Queues an advance of the account's clock: `to` a time in Unix seconds, or by `seconds` from the moment its turn comes.
 * Throws parameter_invalid, parameter_missing, and rate_limit_exceeded if too many advances wait. See openapi.yaml, advanceTestClock.
 */
export async function queueForTurn(
  tx: Transaction,
  scope: Scope<ClockMode>,
  input: AdvanceInput,
  key: string | null,
): Promise<Turn> {
  const { to = null, seconds = null } = input
  const { mode, account, now } = scope
  const target = targetOf(now, to, seconds)
  checkDistance(now, target, to)
  checkTarget(mode, { to, target })
  await tx.run(deleteAbandonedTurns, {})
  // Two concurrent requests must not both become the last one that may wait.
  await lockAccount(tx, account)
  const id = newId("turn")
  if ((await tx.only(countWaiting, { account, key: key ?? id })).waiting >= MAX_WAITING.advances) throw tooManyWait()
  const row = await tx.only(queueTurn, { account, key: key ?? id, id, target: to })
  return { account, key: row.key, id, seconds }
}

/** Waits for the turn, advances the clock and runs the due `jobs` in time order. Returns the account's time in Unix seconds. */
export async function advanceClock<Mode extends ClockMode>(mode: Mode, jobs: ClockJobs<Mode>, turn: Turn): Promise<number> {
  const renewing = setInterval(() => {
    renew(mode, turn).catch((error: unknown) =>
      mode.log.warn({ err: error }, "could not renew the lease of a test clock advance"),
    )
  }, LEASE_MS / 4)
  try {
    const target = await waitForTurn(mode, turn)
    await passTime(mode, jobs, turn.account, target)
    return await accountTimeOf(mode, mode.database, turn.account)
  } finally {
    clearInterval(renewing)
    await mode.database.transaction((tx) => end(tx, turn))
  }
}

/**
 * An advance of a clock, running or waiting. `from` is the time at which it began, and null while it waits. `target` is the time to which
 * it goes, and null while an advance by seconds waits. Both are in Unix seconds.
 */
export type Advance = { id: string; running: boolean; from: number | null; target: number | null }

/** The running and waiting advances of an account's clock, in order. An advance whose process died disappears after a few seconds. */
export async function listAdvances(db: Queries, account: string): Promise<Advance[]> {
  const rows = await db.all(turnsOfAccount, { account, limit: MAX_WAITING.advances + 1 })
  return rows.map(({ id, begun, began_at, target }) => ({ id, running: begun, from: begun ? began_at : null, target }))
}

/** The TestClock of a response. `now` is account time in Unix seconds. */
export function presentClock(now: number) {
  return { object: "test_clock" as const, now, livemode: false as const }
}

function targetOf(now: number, to: number | null, seconds: number | null): number {
  if (to !== null && seconds !== null) throw new ApiError("parameter_invalid", "Send either to or seconds, not both.", "seconds")
  if (to !== null) return to
  if (seconds !== null) return now + seconds
  throw new ApiError("parameter_missing", "Send one parameter: to (Unix seconds) or seconds.", "seconds")
}

function checkDistance(now: number, target: number, to: number | null): void {
  const param = to === null ? "seconds" : "to"
  const distance = target - now
  if (distance <= 0) throw new ApiError("parameter_invalid", `The clock only moves forward, and it is already at ${now}.`, param)
  if (distance > MAX_ADVANCE_SECONDS)
    throw new ApiError("parameter_invalid", "One advance is limited to two years: advance again to go further.", param)
}

function checkTarget({ clock }: ClockMode, { to, target }: { to: number | null; target: number }): void {
  const latest = Math.floor(clock.now() / 1000) + MAX_AHEAD_SECONDS
  if (target <= latest) return
  throw new ApiError(
    "parameter_invalid",
    `A test clock can be at most 50 years ahead of real time: up to ${latest} now. Use another account to start again.`,
    to === null ? "seconds" : "to",
  )
}

function tooManyWait(): RetryLater {
  return new RetryLater(
    `${MAX_WAITING.advances} advances of this clock are waiting already. Send the next one when one of them has been answered.`,
    RETRY_AFTER_SECONDS,
  )
}

/**
 * Waits until this advance is the first in the queue. Returns the target time in Unix seconds. Throws idempotency_request_in_progress if
 * another process has taken it over.
 */
async function waitForTurn(mode: ClockMode, turn: Turn): Promise<number> {
  const { database } = mode
  const waiter = database.waiters.join(turn.account, turn.id)
  if (!waiter) throw tooManyWait()
  try {
    for (;;) {
      const current = await database.one(currentTurn, { account: turn.account })
      const target = current?.id === turn.id ? await database.transaction((tx) => tryToStart(tx, mode, turn)) : undefined
      if (target !== undefined) return target
      // If this process stood still for long, the request may have been sent again, and another process may have its turn.
      if (!(await database.one(findTurn, turnKey(turn)))) throw inProgress(turn)
      await waiter.wait()
    }
  } finally {
    waiter.leave()
  }
}

async function tryToStart(tx: Transaction, mode: ClockMode, turn: Turn): Promise<number | undefined> {
  const { account, key } = turn
  await lockAccount(tx, account)
  const current = await tx.one(currentTurn, { account })
  if (current?.id !== turn.id) return undefined
  const now = await accountTimeOf(mode, tx, account)
  const target = current.target ?? targetOf(now, null, turn.seconds)
  // Earlier advances have moved the clock since this one was queued.
  checkTarget(mode, { to: current.target, target })
  await tx.one(beginTurn, { account, key, target, began_at: now })
  return target
}

/** Ends a turn, and wakes the next turn if it waits in this process. */
async function end(tx: Transaction, turn: Turn): Promise<void> {
  await tx.run(endTurn, turnKey(turn))
  const next = await tx.one(currentTurn, { account: turn.account })
  if (next) tx.wake(next.id)
}

async function renew(mode: ClockMode, turn: Turn): Promise<void> {
  await mode.database.transaction((tx) => tx.run(renewTurn, turnKey(turn)))
}

async function accountTimeOf(mode: ClockMode, db: Queries, account: string): Promise<number> {
  return accountTime(mode.clock, await accountOf(db, account))
}

function turnKey({ account, key, id }: Turn) {
  return { account, key, id }
}
