// Balance transactions by which payout has taken them (docs/payouts.md).
import { id, integer, json, seconds, text } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { isOneOf } from "../db/dialect.ts"
import { LIMIT } from "../db/statement.ts"
import type { TransactionType } from "./parts/kinds.ts"
import { balanceTransactions, type TransactionRow } from "./table.ts"

/** Instead of the id of a payout: the transactions that neither a payout nor the opening of payouts has taken. */
export const NO_PAYOUT = "none"

/** The condition of these transactions. */
export const IN_NO_PAYOUT = `NOT EXISTS (SELECT 1 FROM payout_transactions AS taken
  WHERE taken.account = balance_transactions.account AND taken.balance_transaction = balance_transactions.id)`

/** The condition of those that a payout has taken. */
export const IN_PAYOUT = `EXISTS (SELECT 1 FROM payout_transactions AS taken
  WHERE taken.account = balance_transactions.account AND taken.balance_transaction = balance_transactions.id AND taken.payout = ?)`

/** The columns of a transaction, where a statement joins the table as `it`. */
export const COLUMNS_OF_IT = balanceTransactions.names.map((name) => `it.${name}`).join(", ")
const PLACES = { from: seconds(), from_id: text(), to: seconds(), to_id: text(), limit: integer() }

/** Sorts all that the payout has taken in this currency: for payouts that do not say of which days their rows are, such as deposits of an acquirer. */
function listOfPayout(day: "created" | "available_on", order: "asc" | "desc") {
  const given = { payout: id(), only: text<TransactionType>().nullable(), ...PLACES }
  return balanceTransactions.statement(["account", "currency", "funds", given], (_, p, k) =>
    k.raw<TransactionRow>(
      `SELECT ${COLUMNS_OF_IT} FROM payout_transactions AS taken
       JOIN balance_transactions AS it ON it.account = taken.account AND it.id = taken.balance_transaction
       WHERE taken.account = :account AND taken.payout = :payout AND it.currency = :currency AND it.funds = :funds
       AND (CAST(:only AS text) IS NULL OR it.type = :only)
       AND (it.${day}, it.id) > (:from, :from_id) AND (it.${day}, it.id) < (:to, :to_id)
       ORDER BY it.${day} ${order}, it.id ${order} LIMIT :limit`,
      {
        ...{ account: p.account, payout: p.payout, currency: p.currency, funds: p.funds, only: p.only },
        ...{ from: p.from, from_id: p.from_id, to: p.to, to_id: p.to_id, limit: LIMIT },
      },
    ),
  )
}

export const LISTS_OF_PAYOUT = {
  created: { older: listOfPayout("created", "desc"), newer: listOfPayout("created", "asc") },
  available_on: { older: listOfPayout("available_on", "desc"), newer: listOfPayout("available_on", "asc") },
}

const takenOf = balanceTransactions.statement(["account", { ids: json<string[]>() }], (_, p, k) =>
  k.raw<{ id: string; payout: string | null }>(
    `SELECT balance_transaction AS id, payout FROM payout_transactions WHERE account = ? AND ${isOneOf(k, "balance_transaction")}`,
    [p.account, p.ids],
  ),
)

/** Which payout has taken each of these transactions. Null: the opening. One that is missing is in no payout. */
export async function payoutsOfTransactions(
  db: Queries,
  account: string,
  rows: readonly Pick<TransactionRow, "id">[],
): Promise<Map<string, string | null>> {
  const found = rows.length === 0 ? [] : await db.all(takenOf, { account, ids: rows.map(({ id }) => id) })
  return new Map(found.map(({ id, payout }) => [id, payout]))
}
