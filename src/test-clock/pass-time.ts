import { setTimeout as pause } from "node:timers/promises"
import { accountOf, advanceOffset } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { accountTime } from "../base/clock.ts"
import { nextDueMs } from "../events/webhooks/claims.ts"
import type { Deliverer, Passable } from "../events/webhooks/deliverer.ts"
import { performDue } from "../jobs/perform.ts"
import type { AccountSweep } from "../jobs/sweep.ts"
import type { Work, WorkMode } from "../jobs/work.ts"
import { isAttemptRunning } from "../payments/attempts/store.ts"

/** The longest total wait of one advance for slow endpoints and other processes. It must respond within a minute. */
export const MAX_WAIT_MS = 50_000
/** Shorter waits for endpoints do not count toward MAX_WAIT_MS. */
const PROMPT_MS = 1000
const PAUSE_MS = 5
/** How many items run at a time. On SQLite they share a commit, for which every other writer waits. */
const SLICE = 5
/** After a slice, an advance rests for half as long as the slice took. So it uses at most two thirds of the process. */
const REST = 0.5
const MAX_REST_MS = 10

/** The members of a mode that the test clock uses. */
export type ClockMode = WorkMode & {
  readonly outbox?: Pick<Deliverer, "letPass">
}

/** `works` fall due as a clock passes. Work that is due at one moment runs in this order. `sweeps` run after the clock has passed. */
export type ClockJobs<Mode> = { works: readonly Work<Mode>[]; sweeps: readonly AccountSweep<Mode>[] }

/** The rest of MAX_WAIT_MS. Only waiting uses it up. Running jobs does not. */
type WaitBudget = { leftMs: number }

/**
 * Advances an account's clock to `target` (Unix seconds). Stops at every time at which a job or a delivery is due, and runs it
 * there. Work that results from that (a delivery, a retry, the next period) runs at its own time. Other processes may run jobs of
 * the same account meanwhile: each piece of work is claimed once, and the clock waits for it. It does not wait for the response to an
 * attempt before the next attempt that is due, unless the response could lead to an attempt before that one.
 */
export async function passTime<Mode extends ClockMode>(
  mode: Mode,
  { works, sweeps }: ClockJobs<Mode>,
  account: string,
  target: number,
): Promise<void> {
  const budget = { leftMs: MAX_WAIT_MS }
  let moment = await timeOf(mode, account)
  while (moment <= target) {
    // Real time passes during the advance. Work that becomes due because of that also runs in order.
    await moveTo(mode, account, moment)
    const next =
      (await runAllDue({ mode, account, now: moment }, works, budget, target)) ??
      (await nextMoment(mode, works, account, moment, budget))
    if (next === undefined || next > target) break
    if (next <= moment) await waitWithin(budget, 0, () => pause(PAUSE_MS))
    moment = Math.max(moment, next)
  }
  await moveTo(mode, account, target)
  // Real time passes, so a worker may have billed a second later than the target. That charge belongs to the advance.
  for (let now = target, reached = target; ; now = reached) {
    await runAllDue({ mode, account, now }, works, budget, now)
    reached = await timeOf(mode, account)
    if (reached <= now) break
  }
  for (const sweep of sweeps) await sweep.sweepAccount({ mode, account, now: target })
}

async function nextMoment(
  mode: ClockMode,
  works: readonly Pick<Work<never>, "kind" | "queue">[],
  account: string,
  moment: number,
  budget: WaitBudget,
): Promise<number | undefined> {
  const { database } = mode
  const moments = await Promise.all(works.map(({ kind, queue }) => queue.nextDue(database, kind, account)))
  // Once the budget is used up, the advance starts deliveries but no longer waits for them.
  if (budget.leftMs > 0 && mode.outbox) {
    const ms = await nextDueMs(database, account)
    moments.push(ms === undefined ? undefined : Math.ceil(ms / 1000))
  }
  // It also no longer waits for work that another process holds without finishing it.
  const known = moments.filter((at) => at !== undefined && (at > moment || budget.leftMs > 0)) as number[]
  return known.length === 0 ? undefined : Math.min(...known)
}

/**
 * Runs everything that is due. Returns the time of the next delivery attempt (Unix seconds) if attempts are still running, but the clock may
 * move to that one. It is `target` or earlier, and nothing else is due before it.
 */
async function runAllDue<Mode extends ClockMode>(
  scope: Scope<Mode>,
  works: readonly Work<Mode>[],
  budget: WaitBudget,
  target: number,
): Promise<number | undefined> {
  const { mode, account } = scope
  for (;;) {
    const { found, done, next } = await runDueOnce(scope, works)
    const before = Math.min(next, target + 1)
    const passable = await waitWithin(budget, PROMPT_MS, (deadlineMs) => mode.outbox?.letPass(account, { before, deadlineMs }))
    const attemptRunning = await isAttemptRunning(mode.database, account)
    if (!found && !attemptRunning) return passable?.to
    if (done) continue
    // Another process holds the work.
    if (budget.leftMs <= 0) return undefined
    await waitWithin(budget, 0, () => pause(PAUSE_MS))
  }
}

/** Runs the due work once. `found`: something was due. `done`: this process did some of it. `next`: when other work is due. */
async function runDueOnce<Mode extends ClockMode>(
  scope: Scope<Mode>,
  works: readonly Work<Mode>[],
): Promise<{ found: boolean; done: boolean; next: number }> {
  const { database } = scope.mode
  const result = { found: false, done: false, next: Number.POSITIVE_INFINITY }
  for (const work of works) {
    const next = await work.queue.nextDue(database, work.kind, scope.account)
    if (next === undefined) continue
    if (next > scope.now) {
      result.next = Math.min(result.next, next)
      continue
    }
    result.found = true
    for (let done = SLICE; done === SLICE; ) {
      done = await inSlice(() => performDue(scope, work, SLICE))
      if (done > 0) result.done = true
    }
  }
  return result
}

async function inSlice<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const value = await work()
  await pause(Math.min(MAX_REST_MS, (performance.now() - startedAt) * REST))
  return value
}

/** Waits, and subtracts the wait from the budget unless it was prompt. A wait that reaches its deadline uses the budget up. */
async function waitWithin(
  budget: WaitBudget,
  promptMs: number,
  wait: (deadlineMs: number) => Promise<Passable | undefined> | undefined,
): Promise<Passable | undefined> {
  const startedAt = Date.now()
  const passable = await wait(startedAt + Math.max(0, budget.leftMs))
  const waited = Date.now() - startedAt
  if (passable?.mayPass === false) budget.leftMs = 0
  else if (waited > promptMs) budget.leftMs -= waited
  return passable
}

async function timeOf({ clock, database }: ClockMode, account: string): Promise<number> {
  return accountTime(clock, await accountOf(database, account))
}

async function moveTo(mode: ClockMode, account: string, time: number): Promise<void> {
  const offset = time - Math.floor(mode.clock.now() / 1000)
  await mode.database.transaction((tx) => advanceOffset(tx, account, offset))
}
