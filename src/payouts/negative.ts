// Accounts that owe the platform money: more went back than came after it was paid out.

import { accounts } from "../accounts/tables.ts"
import { dateOf, dayOf } from "../base/day.ts"
import { id, integer, text } from "../db/columns.ts"
import type { Database, Queries } from "../db/database.ts"
import { isHere } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { regularly } from "../jobs/retention.ts"
import type { WorkMode } from "../jobs/work.ts"
import { totals } from "../ledger/totals/tables.ts"
import { type NegativeBalanceRow, negativeBalances } from "./tables.ts"

const AT_ONCE = 200
const TEN_MINUTES_MS = 600_000

const RANGE = { after: id(), last: id() }

const nextAccounts = accounts.statement([{ after: id(), limit: integer() }], (rows, p) =>
  rows.where("id", ">", p.after).orderBy("id").limit(LIMIT).select("id"),
)
const belowZero = totals.statement([{ ...RANGE, today: text() }], (_, p, k) => {
  const part = (table: string) =>
    `SELECT account, currency, amount FROM ${table}
     WHERE account > ? AND account <= ? AND day = 0 AND kind = 'net' AND method = 'platform' AND code <= ?`
  return k.raw<Pick<NegativeBalanceRow, "account" | "currency" | "amount">>(
    `SELECT account, currency, sum(amount) AS amount FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts
     WHERE ${isHere(k, "parts.account")} GROUP BY account, currency HAVING sum(amount) < 0`,
    [p.after, p.last, p.today, p.after, p.last, p.today],
  )
})
const noted = negativeBalances.statement([RANGE], (rows, p, k) =>
  rows.where("account", ">", p.after).where("account", "<=", p.last).whereRaw(isHere(k)),
)
const note = negativeBalances.insert(["account", "currency", "since", "amount"], (rows) =>
  rows.onConflict(["account", "currency"]).merge(["amount"]),
)
const forget = negativeBalances.delete(["account", "currency"])

const places = new WeakMap<Database, string>()

type NoteMode = Pick<WorkMode, "database" | "clock">

/**
 * Notes since when the platform's money of each account is below 0, and forgets it once it is not. Reads the totals of all accounts, and goes on where
 * it stopped at its deadline (of `performance.now()`). Returns whether it has reached the end.
 */
export async function notePass({ database, clock }: NoteMode, deadline: number): Promise<boolean> {
  for (;;) {
    const after = places.get(database) ?? ""
    const last = (await database.all(nextAccounts, { after, limit: AT_ONCE })).at(-1)?.id
    if (last !== undefined) await noteOf(database, { after, last }, Math.floor(clock.now() / 1000))
    places.set(database, last ?? "")
    if (last === undefined) return true
    if (performance.now() >= deadline) return false
  }
}

export const noteNegativeBalances = regularly("note_negative_balances", TEN_MINUTES_MS, notePass)

async function noteOf(database: Database, range: { after: string; last: string }, now: number): Promise<void> {
  const [found, known] = await Promise.all([findBelowZero(database, range, now), database.all(noted, range)])
  const ended = known.filter(
    ({ account, currency }) => !found.some((each) => each.account === account && each.currency === currency),
  )
  if (found.length + ended.length === 0) return
  await database.transaction(async (tx) => {
    for (const each of found) await tx.run(note, { ...each, since: now })
    for (const { account, currency } of ended) await tx.run(forget, { account, currency })
  })
}

function findBelowZero(db: Queries, range: { after: string; last: string }, now: number) {
  return db.all(belowZero, { ...range, today: dateOf(dayOf(now)) })
}
