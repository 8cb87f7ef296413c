import type { Queries } from "../../db/database.ts"
import { balanceTransactions } from "../../ledger/table.ts"
import { SHOWN, type WrongRow } from "./wrong-row.ts"

type Accepted = Pick<WrongRow, "source" | "row" | "amount" | "expected_amount">

/**
 * Payments whose adjustments are not what a person accepted beyond their amount, or short of it. What was taken beyond may have gone back since, in
 * part or whole: no column says how much. What was accepted before there were balance transactions has no adjustment. The row of such a
 * payment has the end of the payment's id.
 */
const wrongDifferences = balanceTransactions.statement(["account"], (_, p, k) =>
  k.raw<Accepted>(
    `WITH accepted (source, amount) AS (
       SELECT it.id, sale.amount - it.amount FROM payment_intents AS it
       JOIN attempts AS sale ON sale.account = it.account AND sale.id = it.latest_attempt
       JOIN balance_transactions AS paid
         ON paid.account = it.account AND paid.source = it.id AND paid.type = 'payment' AND paid.part = 0
       WHERE it.account = ? AND it.status = 'succeeded' AND sale.outcome = 'accept' AND sale.amount IS NOT NULL
         AND coalesce(sale.currency, it.currency) = it.currency AND paid.id <> 'txn_' || substr(it.id, 4)
     ),
     lines (source, id, first, amount, expected) AS (
       SELECT source, NULL, 0, 0, amount FROM accepted
       UNION ALL SELECT source, id, CASE WHEN part = 0 THEN amount ELSE 0 END, amount, 0 FROM balance_transactions
       WHERE account = ? AND type = 'adjustment' AND source = payment_intent
     )
     SELECT source, min(id) AS row, sum(amount) AS amount, sum(expected) AS expected_amount FROM lines GROUP BY source
     HAVING sum(first) <> sum(expected) OR sum(amount) > sum(expected) OR sum(expected) <= 0 AND sum(amount) <> sum(expected)
       OR sum(expected) > 0 AND sum(amount) < 0
     ORDER BY min(id) IS NULL, min(id), source LIMIT ${SHOWN}`,
    [p.account, p.account],
  ),
)

/** Compares the adjustments of payments with what people have accepted. */
export async function checkAccepted(db: Queries, account: string): Promise<WrongRow[]> {
  const notCompared = { fee: null, expected_fee: null, available_on: null, expected_available_on: null }
  return (await db.all(wrongDifferences, { account })).map((found) => ({ type: "adjustment", ...found, ...notCompared }))
}
