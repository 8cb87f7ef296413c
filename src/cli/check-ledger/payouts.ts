import type { Queries } from "../../db/database.ts"
import { balanceTransactions } from "../../ledger/table.ts"
import { payoutTransactions } from "../../payouts/tables.ts"
import { SHOWN, type Sum, sumsThatDiffer, type WrongRow } from "./wrong-row.ts"

const GIVEN_BACK = "('failed', 'canceled')"

/** What payouts and openings say of their own rows. Only those are about no payment. No column says what the fee was on the day of a payout. */
const wrongOwnRows = balanceTransactions.statement(["account"], (_, p, k) => {
  const expected = [
    "SELECT id, 'payout', -amount FROM payouts WHERE account = ?",
    `SELECT id, 'payout_failed', amount FROM payouts WHERE account = ? AND status IN ${GIVEN_BACK}`,
    "SELECT id, 'adjustment', balance - paid_before FROM payout_openings WHERE account = ?",
    "SELECT source, 'adjustment', amount FROM statement_postings WHERE account = ? AND payment_intent IS NULL",
  ]
  const kept =
    "SELECT source, type, id, amount FROM balance_transactions WHERE account = ? AND payment_intent IS NULL AND type <> 'fee'"
  return k.raw<Sum>(
    sumsThatDiffer(expected, kept),
    [...expected, kept].map(() => p.account),
  )
})

/** What a payout has, less its own row, is its amount. What an opening has is 0. */
const wrongTakings = payoutTransactions.statement(["account"], (_, p, k) => {
  const taken = `payout_transactions AS taken
    JOIN balance_transactions AS it ON it.account = taken.account AND it.id = taken.balance_transaction`
  return k.raw<Sum>(
    `SELECT 'payout' AS type, payouts.id AS source, min(it.id) AS row,
       coalesce(sum(it.net), 0) + payouts.amount AS amount, payouts.amount AS expected_amount
     FROM payouts LEFT JOIN (${taken}) ON taken.account = payouts.account AND taken.payout = payouts.id
     WHERE payouts.account = ? GROUP BY payouts.id, payouts.amount HAVING coalesce(sum(it.net), 0) <> 0
     UNION ALL
     SELECT 'adjustment', coalesce(opening.id, at_acquirer.id, it.currency), min(it.id), sum(it.net), 0
     FROM ${taken}
     LEFT JOIN payout_openings AS opening
       ON opening.account = it.account AND opening.currency = it.currency AND it.funds = 'platform'
     LEFT JOIN acquirer_openings AS at_acquirer
       ON at_acquirer.account = it.account AND at_acquirer.acquirer = it.acquirer AND it.funds = 'acquirer'
     WHERE taken.account = ? AND taken.payout IS NULL GROUP BY opening.id, at_acquirer.id, it.currency
     HAVING sum(it.net) <> 0 OR coalesce(opening.id, at_acquirer.id) IS NULL
     ORDER BY 2 LIMIT ${SHOWN}`,
    [p.account, p.account],
  )
})

/** Rows that are with the wrong payout: of another currency, of an acquirer's money, still with one that failed, or not with their own. */
const misplaced = payoutTransactions.statement(["account"], (_, p, k) =>
  k.raw<Sum>(
    `SELECT it.type, taken.payout AS source, it.id AS row, it.net AS amount, 0 AS expected_amount
     FROM payout_transactions AS taken JOIN balance_transactions AS it ON it.account = taken.account AND it.id = taken.balance_transaction
     JOIN payouts ON payouts.account = taken.account AND payouts.id = taken.payout
     WHERE taken.account = ? AND (it.currency <> payouts.currency OR it.funds <> CASE payouts.method WHEN 'acquirer' THEN 'acquirer' ELSE 'platform' END
       OR it.source <> payouts.id AND (it.type IN ('payout', 'payout_failed') OR payouts.status IN ${GIVEN_BACK}))
     UNION ALL
     SELECT it.type, it.source, it.id, 0, it.net
     FROM payouts JOIN balance_transactions AS it ON it.account = payouts.account AND it.source = payouts.id
     LEFT JOIN payout_transactions AS taken ON taken.account = it.account AND taken.balance_transaction = it.id
     WHERE payouts.account = ? AND coalesce(taken.payout, '') <> payouts.id
     ORDER BY 3 LIMIT ${SHOWN}`,
    [p.account, p.account],
  ),
)

/** Compares payouts with their rows and with what they have taken. That a row is in one payout at most, its key says. */
export async function checkPayouts(db: Queries, account: string): Promise<WrongRow[]> {
  const notCompared = { fee: null, expected_fee: null, available_on: null, expected_available_on: null }
  const found = [
    ...(await db.all(wrongOwnRows, { account })),
    ...(await db.all(wrongTakings, { account })),
    ...(await db.all(misplaced, { account })),
  ]
  return found.map((sum) => ({ ...sum, ...notCompared }))
}
