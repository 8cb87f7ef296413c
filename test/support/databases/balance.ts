import type { Queries } from "../../../src/db/database.ts"
import { paymentIntents } from "../../../src/payments/intents/table.ts"
import { testOnly } from "./statement.ts"

type Sums = { currency: string; available: number; pending: number }

/** The balance as it was computed before there were totals: the sum of all payments and refunds. */
const sums = testOnly(
  paymentIntents.statement(["account"], (_, p, k) =>
    k.raw<Sums>(
      `SELECT currency, sum(available) AS available, sum(pending) AS pending FROM (
       SELECT currency, CASE status WHEN 'succeeded' THEN amount ELSE 0 END AS available,
         CASE status WHEN 'processing' THEN amount ELSE 0 END AS pending
       FROM payment_intents WHERE account = ? AND counted
       UNION ALL SELECT currency, -amount, 0 FROM refunds WHERE account = ? AND status <> 'failed'
     ) AS parts GROUP BY currency`,
      [p.account, p.account],
    ),
  ),
)

/** The available and the pending balance of an account, summed from its payments and refunds. */
export async function sumOfPayments(db: Queries, account: string) {
  const rows = (await db.all(sums, { account })).sort((a, b) => (a.currency < b.currency ? -1 : 1))
  const list = (which: "available" | "pending") => rows.map(({ currency, [which]: amount }) => ({ amount, currency }))
  return { available: list("available"), pending: list("pending") }
}
