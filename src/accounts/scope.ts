import { accountTime, type Clock } from "../base/clock.ts"
import type { Queries } from "../db/database.ts"
import { accountsOfIds, findAccount, mustBeIn } from "./accounts.ts"

/** The account that an operation works on, the account's time, and the mode that the operation runs in. */
export type Scope<Mode = unknown> = {
  readonly mode: Mode
  readonly account: string
  /** Account time in Unix seconds. */
  readonly now: number
}

type Placed = { readonly clock: Clock; readonly database: { readonly name: string } }

/**
 * Returns the scope of an operation outside of a request. Throws if the account does not exist, and NotAnswering if it is in another database:
 * what this one has of it was left behind.
 */
export async function scopeOf<Mode extends Placed>(db: Queries, mode: Mode, account: string): Promise<Scope<Mode>> {
  const row = await findAccount(db, account)
  if (!row) throw new Error(`There is no account ${account} in this mode.`)
  mustBeIn(mode.database, row)
  return { mode, account, now: accountTime(mode.clock, row) }
}

/** Returns the scopes of several accounts, by their ids. An id without an account is left out, and so is an account of another database. */
export async function scopesOf<Mode extends Placed>(
  db: Queries,
  mode: Mode,
  accounts: readonly string[],
): Promise<Map<string, Scope<Mode>>> {
  const rows = await accountsOfIds(db, accounts)
  const own = rows.filter(({ database }) => database === mode.database.name)
  return new Map(own.map((row) => [row.id, { mode, account: row.id, now: accountTime(mode.clock, row) }]))
}
