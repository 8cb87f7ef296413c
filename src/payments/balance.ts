import type { Scope } from "../accounts/scope.ts"
import type { Queries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import type { PaymentScope } from "./mode.ts"

type Sums = { currency: string; succeeded: number; processing: number; refunded: number }

/** One statement, so that payments and refunds are read from the same snapshot. */
const sums = statement<Sums, "account">((k, p) =>
  k.raw(
    `SELECT currency,
       sum(CASE WHEN status = 'succeeded' THEN amount ELSE 0 END) AS succeeded,
       sum(CASE WHEN status = 'processing' THEN amount ELSE 0 END) AS processing,
       0 AS refunded
     FROM payment_intents WHERE account = ? AND counted GROUP BY currency
     UNION ALL
     SELECT currency, 0, 0, sum(amount) FROM refunds WHERE account = ? AND status <> 'failed' GROUP BY currency`,
    [p.account, p.account],
  ),
)

export type BalanceAmount = { amount: number; currency: string }

/**
 * The balance of an account in cents, by currency in alphabetical order. It is summed from the payments and refunds at each call,
 * so it cannot drift from them. A dispute counts once, through its refund.
 */
export async function balanceOf(db: Queries, { account }: Pick<Scope, "account">) {
  const totals = new Map<string, { available: number; pending: number }>()
  for (const { currency, succeeded, processing, refunded } of await db.all(sums, { account })) {
    const total = totals.get(currency) ?? { available: 0, pending: 0 }
    total.available += succeeded - refunded
    total.pending += processing
    totals.set(currency, total)
  }
  const currencies = [...totals.keys()].sort()
  const list = (which: "available" | "pending"): BalanceAmount[] =>
    currencies.map((currency) => ({ amount: totals.get(currency)![which], currency }))
  return { available: list("available"), pending: list("pending") }
}

/** The Balance of a response (openapi.yaml, Balance). It is a singleton without an id. */
export async function presentBalance(db: Queries, scope: PaymentScope) {
  return { object: "balance" as const, livemode: scope.mode.livemode, ...(await balanceOf(db, scope)) }
}
