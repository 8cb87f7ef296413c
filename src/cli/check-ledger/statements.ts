import type { Queries } from "../../db/database.ts"
import { statementParts } from "../../statements/tables.ts"
import { SHOWN, type Sum, type WrongRow } from "./wrong-row.ts"

/** A payment's parts, with what statements have changed, are its rows and what was posted for its sale. */
const wrongParts = statementParts.statement(["account"], (_, p, k) =>
  k.raw<Sum>(
    `WITH kept (payment_intent, installment, net) AS (
       SELECT payment_intent, installment, amount - fee FROM statement_parts WHERE account = ?
     ),
     changed (payment_intent, row, net) AS (
       SELECT it.payment_intent, it.id, it.net FROM balance_transactions AS it
       WHERE it.account = ? AND it.type = 'payment' AND (
         EXISTS (SELECT 1 FROM kept WHERE kept.payment_intent = it.payment_intent AND kept.installment = coalesce(it.installment, 1)))
       UNION ALL
       SELECT posting.payment_intent, NULL, posting.amount FROM statement_postings AS posting
       JOIN statement_matters AS matter ON matter.account = posting.account AND matter.id = posting.source AND matter.kind = 'sale'
       WHERE posting.account = ? AND posting.payment_intent IS NOT NULL
     )
     SELECT 'adjustment' AS type, payment_intent AS source, min(row) AS row, sum(net) AS amount, sum(expected) AS expected_amount FROM (
       SELECT payment_intent, row, net, 0 AS expected FROM changed UNION ALL SELECT payment_intent, NULL, 0, net FROM kept
     ) AS lines GROUP BY payment_intent HAVING sum(net) <> sum(expected) ORDER BY 2 LIMIT ${SHOWN}`,
    [p.account, p.account, p.account],
  ),
)

/** Compares what statements have made of payments with what was posted for it. */
export async function checkStatements(db: Queries, account: string): Promise<WrongRow[]> {
  const notCompared = { fee: null, expected_fee: null, available_on: null, expected_available_on: null }
  return (await db.all(wrongParts, { account })).map((sum) => ({ ...sum, ...notCompared }))
}
