import cron from "node-cron"
import { listAccountsAhead, retrieveAccount } from "../accounts/accounts.ts"
import { accountTime, type Clock } from "../clock.ts"
import type { Database } from "../db/database.ts"
import type { Logger } from "../log.ts"
import type { Job } from "./job.ts"

export type Scheduler = {
  /** Runs due jobs now, without waiting for the next second. */
  tick(): Promise<void>
  stop(): Promise<void>
}

/** The members of a mode that the scheduler uses. */
export type SchedulerMode = {
  readonly livemode: boolean
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** `due` jobs become due in account time. `everyTick` jobs run at every tick. */
export type Jobs<Mode> = { due: readonly Job<Mode>[]; everyTick: readonly ((mode: Mode) => Promise<void>)[] }

/** Runs due jobs every second. Several processes may do so on one database. */
export function startScheduler<Mode extends SchedulerMode>(modes: Mode[], jobs: Jobs<Mode>): Scheduler {
  let ticking: Promise<void> | undefined
  const tick = () => {
    // Ticks do not overlap: while one runs, the next returns the same promise.
    ticking ??= Promise.all(modes.map((mode) => tickOf(mode, jobs))).then(() => {
      ticking = undefined
    })
    return ticking
  }
  const task = cron.schedule("* * * * * *", () => void tick(), { suppressMissedWarning: true })
  void tick()
  return {
    tick,
    stop: async () => {
      await task.stop()
      await ticking
    },
  }
}

async function tickOf<Mode extends SchedulerMode>(mode: Mode, { due, everyTick }: Jobs<Mode>): Promise<void> {
  const ofEveryTick = everyTick.map((job) => runLogged(mode, job.name, () => job(mode)))
  const ofAccounts = due.map((job) => runLogged(mode, job.name, () => performDue(mode, job)))
  await Promise.all([...ofEveryTick, ...ofAccounts])
}

/** A job that fails does not stop other jobs or other accounts. The next tick tries it again. */
async function runLogged(mode: SchedulerMode, name: string, run: () => Promise<unknown>, account?: string): Promise<void> {
  try {
    await run()
  } catch (error) {
    mode.log.error({ err: error, job: name, livemode: mode.livemode, account }, "a job failed")
  }
}

async function performDue<Mode extends SchedulerMode>(mode: Mode, job: Job<Mode>): Promise<void> {
  const { database, clock } = mode
  const due = new Set(await job.accountsDue(database, Math.floor(clock.now() / 1000)))
  // Few accounts are ahead of real time, so each of them is checked by itself.
  for (const account of await listAccountsAhead(database)) {
    const next = await job.nextDue(database, account.id)
    if (next !== undefined && next <= accountTime(clock, account)) due.add(account.id)
  }
  for (const id of due) {
    const account = await retrieveAccount(database, id)
    const scope = account && { mode, account: id, now: accountTime(clock, account) }
    if (scope) await runLogged(mode, job.name, () => job.perform(scope, database), id)
  }
}
