import { setTimeout as pause } from "node:timers/promises"
import { advanceOffset, retrieveAccount } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { accountTime, type Clock } from "../clock.ts"
import type { Database } from "../db/database.ts"
import { nextDueMs } from "../events/webhooks/claims.ts"
import type { Job } from "../jobs/job.ts"
import type { Logger } from "../log.ts"
import { isAttemptRunning } from "../payments/attempts/store.ts"

/** What one advance waits in all for endpoints that hang, and for work that others hold: its caller has the answer within a minute. */
const PATIENCE_MS = 50_000
/** An answer within this time is no hanging. */
const PROMPT_MS = 1000
const PAUSE_MS = 5

/** What the test clock needs of a mode. */
export type ClockMode = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly outbox?: { settle(account: string, deadlineMs: number): Promise<boolean> }
}

/** What is left of the patience; it is used up by waiting alone, not by work. */
type Patience = { leftMs: number }

/**
 * Moves an account's clock to `target` (Unix seconds), halting at every moment at which something falls due and doing it there.
 * Whatever that brings about (an event to deliver, a retry, the next period) falls due in its turn. Other processes may work on the
 * same account meanwhile: each piece of work is taken once, and the clock waits for it.
 */
export async function passTime<Mode extends ClockMode>(
  mode: Mode,
  jobs: readonly Job<Mode>[],
  account: string,
  target: number,
): Promise<void> {
  const patience = { leftMs: PATIENCE_MS }
  let moment = accountTime(mode.clock, (await retrieveAccount(mode.database, account))!)
  while (moment <= target) {
    // Real time goes on while we work: what it brings is done at its own moment as well, and in order.
    await moveTo(mode, account, moment)
    await doAllThatIsDue({ mode, account, now: moment }, jobs, patience)
    const next = await nextMoment(mode, jobs, account, moment, patience)
    if (next === undefined || next > target) break
    if (next <= moment) await waiting(patience, 0, () => pause(PAUSE_MS))
    moment = Math.max(moment, next)
  }
  await moveTo(mode, account, target)
  await doAllThatIsDue({ mode, account, now: target }, jobs, patience)
}

async function nextMoment(
  mode: ClockMode,
  jobs: readonly Pick<Job, "nextDue">[],
  account: string,
  moment: number,
  patience: Patience,
): Promise<number | undefined> {
  const { database, clock } = mode
  const moments = await Promise.all(jobs.map((job) => job.nextDue(database, account)))
  // Once patience is at its end, deliveries are begun as the clock passes and no longer waited for.
  if (patience.leftMs > 0 && mode.outbox) {
    const ms = await nextDueMs(database, account, clock.now())
    moments.push(ms === undefined ? undefined : Math.ceil(ms / 1000))
  }
  // Nor is what somebody else has in hand, and does not finish.
  const known = moments.filter((at) => at !== undefined && (at > moment || patience.leftMs > 0)) as number[]
  return known.length === 0 ? undefined : Math.min(...known)
}

async function doAllThatIsDue<Mode extends ClockMode>(
  scope: Scope<Mode>,
  jobs: readonly Job<Mode>[],
  patience: Patience,
): Promise<void> {
  const { mode, account } = scope
  for (;;) {
    const { found, done } = await performDue(scope, jobs)
    await waiting(patience, PROMPT_MS, (deadlineMs) => mode.outbox?.settle(account, deadlineMs))
    const underWay = await isAttemptRunning(mode.database, account)
    if (!found && !underWay) return
    if (done) continue
    // Another process has it in hand.
    if (patience.leftMs <= 0) return
    await waiting(patience, 0, () => pause(PAUSE_MS))
  }
}

/** One round of what is due. `found`: there was something; `done`: some of it was done here. */
async function performDue<Mode extends ClockMode>(
  scope: Scope<Mode>,
  jobs: readonly Job<Mode>[],
): Promise<{ found: boolean; done: boolean }> {
  const { database } = scope.mode
  const result = { found: false, done: false }
  for (const job of jobs) {
    const next = await job.nextDue(database, scope.account)
    if (next === undefined || next > scope.now) continue
    result.found = true
    if ((await job.perform(scope, database)) > 0) result.done = true
  }
  return result
}

/** Waits, and takes from the patience what was not prompt. Whoever was still busy at the deadline has used it up. */
async function waiting(
  patience: Patience,
  promptMs: number,
  wait: (deadlineMs: number) => Promise<unknown> | undefined,
): Promise<void> {
  const began = Date.now()
  const ended = await wait(began + Math.max(0, patience.leftMs))
  const waited = Date.now() - began
  if (ended === false) patience.leftMs = 0
  else if (waited > promptMs) patience.leftMs -= waited
}

async function moveTo(mode: ClockMode, account: string, time: number): Promise<void> {
  const offset = time - Math.floor(mode.clock.now() / 1000)
  await mode.database.transaction((tx) => advanceOffset(tx, account, offset))
}
