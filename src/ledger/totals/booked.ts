// What balance transactions add up to, by type and by days, read from the totals.
import { integer } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import type { Funds, TransactionType } from "../parts/kinds.ts"
import { totals } from "./tables.ts"

/** Amounts are in cents. `fees` is how much of `amount` the fees are. */
export type BookedSum = { currency: string; funds: Funds; type: TransactionType; count: number; amount: number; fee: number }

/** The first and the last day, both included. */
export type Span = { from: number; to: number }

const sumsOf = (kind: "booked" | "due") =>
  totals.statement(["account", { from: integer(), to: integer() }], (_, p, k) => {
    const part = (table: string) =>
      `SELECT currency, method AS funds, brand AS type, CASE kind WHEN '${kind}' THEN count ELSE 0 END AS count,
         CASE kind WHEN '${kind}' THEN amount ELSE 0 END AS amount, CASE kind WHEN '${kind}' THEN 0 ELSE amount END AS fee
       FROM ${table} WHERE account = ? AND day >= ? AND day <= ? AND kind IN ('${kind}', '${kind}_fee')`
    return k.raw<BookedSum>(
      `SELECT currency, funds, type, sum(count) AS count, sum(amount) AS amount, sum(fee) AS fee
       FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts GROUP BY currency, funds, type`,
      [p.account, p.from, p.to, p.account, p.from, p.to],
    )
  })

const SUMS = { created: sumsOf("booked"), available_on: sumsOf("due") }

/** An account has a few totals for each day with money, however many transactions there are. `by`: the day that counts. */
export function readBooked(db: Queries, account: string, by: keyof typeof SUMS, { from, to }: Span): Promise<BookedSum[]> {
  return db.all(SUMS[by], { account, from, to })
}
