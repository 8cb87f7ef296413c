import { accountTime, type Clock } from "../clock.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { newId } from "../ids.ts"
import type { Mode, Scope } from "../mode.ts"

/** A platform's merchant: every key and every row belongs to one. `clock_offset` is what its test clock was advanced, in seconds. */
export type Account = { id: string; name: string; clock_offset: number; created: number }

const insertAccount = statement<Account>((k, p) =>
  k("accounts").insert({ id: p.id, name: p.name, created: p.created }).onConflict("id").ignore().returning("*"),
)
const findAccount = statement<Account>((k, p) => k("accounts").where({ id: p.id }))
const allAccounts = statement<Account>((k) => k("accounts").orderBy("id"))

/** Makes an account; with `id`, the same account in the other mode's database. */
export async function createAccount(tx: Transaction, clock: Clock, name: string, id = newId("acct")): Promise<Account> {
  const created = Math.floor(clock.now() / 1000)
  const row = await tx.one(insertAccount, { id, name, created })
  return row ?? (await tx.one(findAccount, { id }))!
}

export function listAccounts(db: Queries): Promise<Account[]> {
  return db.all(allAccounts, {})
}

export function retrieveAccount(db: Queries, id: string): Promise<Account | undefined> {
  return db.one(findAccount, { id })
}

/** The scope of work that no request asked for: a job, or a command of the operator. */
export async function scopeOf(db: Queries, mode: Mode, account: string): Promise<Scope> {
  const row = await retrieveAccount(db, account)
  if (!row) throw new Error(`there is no account ${account} in this mode`)
  return { mode, account, now: accountTime(mode.clock, row) }
}
