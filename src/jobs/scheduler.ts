import cron from "node-cron"
import { listAccountsAhead, retrieveAccount } from "../accounts/accounts.ts"
import { accountTime, type Clock } from "../clock.ts"
import type { Database } from "../db/database.ts"
import type { Logger } from "../log.ts"
import type { Job } from "./job.ts"

export type Scheduler = {
  /** Does now what is due, without waiting for the next second. */
  tick(): Promise<void>
  stop(): Promise<void>
}

/** What a mode has to have for its due work to be done. */
export type SchedulerMode = {
  readonly livemode: boolean
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** What falls due on an account's time, and what is done at every tick. */
export type Jobs<Mode> = { due: readonly Job<Mode>[]; everyTick: readonly ((mode: Mode) => Promise<void>)[] }

/** Looks every second for what has fallen due. Several processes may do so on one database. */
export function startScheduler<Mode extends SchedulerMode>(modes: Mode[], jobs: Jobs<Mode>): Scheduler {
  let ticking: Promise<void> | undefined
  const tick = () => {
    // A tick that takes longer than a second is not overtaken by the next one.
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
  const ofEveryTick = everyTick.map((job) => guarded(mode, job.name, () => job(mode)))
  const ofAccounts = due.map((job) => guarded(mode, job.name, () => performDue(mode, job)))
  await Promise.all([...ofEveryTick, ...ofAccounts])
}

/** A job that fails keeps neither other jobs nor other accounts from being served. It is tried again at the next tick. */
async function guarded(mode: SchedulerMode, name: string, work: () => Promise<unknown>, account?: string): Promise<void> {
  try {
    await work()
  } catch (error) {
    mode.log.error({ err: error, job: name, livemode: mode.livemode, account }, "a job failed")
  }
}

async function performDue<Mode extends SchedulerMode>(mode: Mode, job: Job<Mode>): Promise<void> {
  const { database, clock } = mode
  const due = new Set(await job.accountsDue(database, Math.floor(clock.now() / 1000)))
  // Few accounts are ahead of real time; each of them is asked for its own.
  for (const account of await listAccountsAhead(database)) {
    const next = await job.nextDue(database, account.id)
    if (next !== undefined && next <= accountTime(clock, account)) due.add(account.id)
  }
  for (const id of due) {
    const account = await retrieveAccount(database, id)
    const scope = account && { mode, account: id, now: accountTime(clock, account) }
    if (scope) await guarded(mode, job.name, () => job.perform(scope, database), id)
  }
}
