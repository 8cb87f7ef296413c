import { accountTime, type Clock } from "../clock.ts"
import type { Queries } from "../db/database.ts"
import { retrieveAccount } from "./accounts.ts"

/** The account that an operation works on, the account's time, and the mode that the operation runs in. */
export type Scope<Mode = unknown> = {
  readonly mode: Mode
  readonly account: string
  /** Account time in Unix seconds. */
  readonly now: number
}

/** Returns the scope of an operation outside of a request. Throws where the account does not exist. */
export async function scopeOf<Mode extends { clock: Clock }>(db: Queries, mode: Mode, account: string): Promise<Scope<Mode>> {
  const row = await retrieveAccount(db, account)
  if (!row) throw new Error(`There is no account ${account} in this mode.`)
  return { mode, account, now: accountTime(mode.clock, row) }
}
