import type { Queries } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import type { SubscriptionCounts, TotalKind } from "./kinds.ts"
import { MONEY_KINDS, SIGNED_AMOUNT } from "./kinds.ts"

/** What happened on a day: how often, and how many cents it was about. Texts are empty where they do not apply. */
export type Total = {
  day: number
  currency: string
  kind: TotalKind
  method: string
  brand: string
  /** Why payments failed. */
  code: string
  count: number
  amount: number
}

/** What is added up, and what is not yet: one statement reads both from one snapshot, so nothing is missed or counted twice. */
const totalsBetween = statement<Total, "account" | "from" | "to">((k, p) => {
  const part = (table: string) =>
    `SELECT day, currency, kind, method, brand, code, count, amount FROM ${table} WHERE account = ? AND day >= ? AND day <= ?`
  return k.raw(
    `SELECT day, currency, kind, method, brand, code, sum(count) AS count, sum(amount) AS amount
     FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts
     GROUP BY day, currency, kind, method, brand, code ORDER BY day`,
    [p.account, p.from, p.to, p.account, p.from, p.to],
  )
})

const balances = statement<{ currency: string; available: number; pending: number }, "account">((k, p) =>
  k.raw(
    `SELECT currency, sum(available) AS available, sum(pending) AS pending FROM (
       SELECT currency, CASE kind WHEN 'available' THEN amount ELSE 0 END AS available,
         CASE kind WHEN 'pending' THEN amount ELSE 0 END AS pending
       FROM totals WHERE account = ? AND day = 0 AND kind IN ('available', 'pending')
       UNION ALL
       SELECT currency, CASE kind WHEN 'pending' THEN 0 ELSE ${SIGNED_AMOUNT} END, CASE kind WHEN 'pending' THEN amount ELSE 0 END
       FROM total_deltas WHERE account = ? AND kind IN ('pending', ${MONEY_KINDS})
     ) AS parts GROUP BY currency`,
    [p.account, p.account],
  ),
)

/** The totals of an account for the days from `from` to `to`, both included (src/day.ts). Exact at each moment. */
export function readTotals(db: Queries, account: string, { from, to }: { from: number; to: number }): Promise<Total[]> {
  return db.all(totalsBetween, { account, from, to })
}

/** What an account has in each currency that it ever had a payment in, in cents, by currency. */
export async function readBalances(db: Queries, account: string) {
  return (await db.all(balances, { account })).sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** How many subscriptions an account has in each status. */
export async function countSubscriptions(db: Queries, account: string): Promise<SubscriptionCounts> {
  const counts: SubscriptionCounts = {}
  for (const { kind, code, count } of await readTotals(db, account, { from: 0, to: 0 }))
    if (kind === "subscription") counts[code] = (counts[code] ?? 0) + count
  return counts
}
