import { accountTime, type Clock } from "../clock.ts"
import type { Queries } from "../db/database.ts"
import { retrieveAccount } from "./accounts.ts"

/** Whose data an operation works on, what time it is for them, and what the operation needs of the mode that it runs in. */
export type Scope<Mode = unknown> = {
  readonly mode: Mode
  readonly account: string
  /** The account's time in Unix seconds. */
  readonly now: number
}

/** The scope of work that no request asked for: a job, or a command of the operator. */
export async function scopeOf<Mode extends { clock: Clock }>(db: Queries, mode: Mode, account: string): Promise<Scope<Mode>> {
  const row = await retrieveAccount(db, account)
  if (!row) throw new Error(`there is no account ${account} in this mode`)
  return { mode, account, now: accountTime(mode.clock, row) }
}
