import type { Queries } from "../../db/database.ts"
import { isPostgres } from "../../db/dialect.ts"
import { balanceTransactions } from "../../ledger/table.ts"
import { type Sum, sumsThatDiffer, type WrongRow } from "./wrong-row.ts"

/**
 * Says from the payments, refunds and disputes what the rows of each add up to, without the code that writes rows. One statement reads one
 * snapshot, so the check can run at any time. No column says the adjustments of what was accepted as a mismatch, so they are not compared.
 */
const wrongSums = balanceTransactions.statement(["account"], (_, p, k) => {
  const fee = (name: "refund_fee" | "dispute_fee") =>
    isPostgres(k) ? `CAST(terms.terms::json ->> '${name}' AS bigint)` : `(terms.terms ->> '$.${name}')`
  const withTerms = (table: "refunds" | "disputes") =>
    `FROM ${table} AS it
     JOIN balance_transactions AS paid
       ON paid.account = it.account AND paid.source = it.payment_intent AND paid.type = 'payment' AND paid.part = 0
     JOIN balance_terms AS terms
       ON terms.account = paid.account AND terms.currency = paid.currency AND terms.version = paid.terms
     WHERE it.account = ?`
  const isDispute = "coalesce(reason, '') = 'dispute'"
  const expected = [
    "SELECT id, 'payment', amount FROM payment_intents WHERE account = ? AND status = 'succeeded'",
    `SELECT id, CASE WHEN ${isDispute} THEN 'dispute' ELSE 'refund' END, -amount FROM refunds WHERE account = ?`,
    `SELECT id, CASE WHEN ${isDispute} THEN 'dispute_reversed' ELSE 'refund_failed' END, amount FROM refunds
     WHERE account = ? AND status = 'failed'`,
    "SELECT id, 'adjustment', -excess FROM disputes WHERE account = ? AND excess_taken AND status <> 'won'",
    "SELECT source, 'adjustment', amount FROM statement_postings WHERE account = ? AND payment_intent IS NOT NULL",
    `SELECT it.id, 'fee', -${fee("refund_fee")} ${withTerms("refunds")} AND it.status <> 'failed' AND NOT ${isDispute}`,
    `SELECT it.id, 'fee', -${fee("dispute_fee")} ${withTerms("disputes")}`,
  ]
  const kept = `SELECT source, type, id, amount FROM balance_transactions
    WHERE account = ? AND payment_intent IS NOT NULL AND NOT (type = 'adjustment' AND source = payment_intent)`
  return k.raw<Sum>(
    sumsThatDiffer(expected, kept),
    [...expected, kept].map(() => p.account),
  )
})

/** Compares the sums of rows with their payments, refunds and disputes. A payment without rows has the sum 0. */
export async function checkSums(db: Queries, account: string): Promise<WrongRow[]> {
  const notCompared = { fee: null, expected_fee: null, available_on: null, expected_available_on: null }
  return (await db.all(wrongSums, { account })).map((sum) => ({ ...sum, ...notCompared }))
}
