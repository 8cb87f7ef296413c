import cron from "node-cron"
import type { Account } from "../accounts/accounts.ts"
import { accountTime } from "../clock.ts"
import { statement } from "../db/statement.ts"
import type { Mode } from "../mode.ts"
import { CHORES, WORKS } from "../wiring.ts"
import type { Work } from "./job.ts"

const accountsAhead = statement<Account>((k) => k("accounts").where("clock_offset", ">", 0))
const findAccount = statement<Account>((k, p) => k("accounts").where({ id: p.id }))

export type Scheduler = {
  /** Does now what is due, without waiting for the next second. */
  tick(): Promise<void>
  stop(): Promise<void>
}

/** Looks every second for what has fallen due. Several processes may do so on one database. */
export function startScheduler(modes: Mode[]): Scheduler {
  let ticking: Promise<void> | undefined
  const tick = () => {
    // A tick that takes longer than a second is not overtaken by the next one.
    ticking ??= Promise.all(modes.map(tickOf)).then(() => {
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

async function tickOf(mode: Mode): Promise<void> {
  const chores = CHORES.map((chore) => guarded(mode, chore.name, () => chore(mode)))
  const works = WORKS.map((work) => guarded(mode, work.name, () => performDue(mode, work)))
  await Promise.all([...chores, ...works])
}

/** Work that fails must not keep other work from being done, nor that of other accounts; it is tried again at the next tick. */
async function guarded(mode: Mode, name: string, work: () => Promise<unknown>, account?: string): Promise<void> {
  try {
    await work()
  } catch (error) {
    mode.log.error({ err: error, work: name, livemode: mode.livemode, account }, "scheduled work failed")
  }
}

async function performDue(mode: Mode, work: Work): Promise<void> {
  const { database, clock } = mode
  const due = new Set(await work.accountsDue(database, Math.floor(clock.now() / 1000)))
  // Few accounts are ahead of real time; each of them is asked for its own.
  for (const account of await database.all(accountsAhead, {})) {
    const next = await work.nextDue(database, account.id)
    if (next !== undefined && next <= accountTime(clock, account)) due.add(account.id)
  }
  for (const id of due) {
    const account = await database.one(findAccount, { id })
    const scope = account && { mode, account: id, now: accountTime(clock, account) }
    if (scope) await guarded(mode, work.name, () => work.perform(scope, database), id)
  }
}
