// Balance transactions as operators see them: the command line alone shows them.

import { integer } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { transactionsOf } from "./book.ts"
import { balanceTransactions, type TransactionRow } from "./table.ts"

const newest = balanceTransactions.find(["account", { limit: integer() }], (rows) => rows.orderBy("id", "desc").limit(LIMIT))

type Which = { account: string; payment_intent?: string | undefined; limit: number }

/** The balance transactions of an account, or of one of its payments, the newest first. */
export async function listTransactions(db: Queries, { account, payment_intent, limit }: Which): Promise<TransactionRow[]> {
  if (payment_intent === undefined) return db.all(newest, { account, limit })
  return (await transactionsOf(db, account, payment_intent)).reverse().slice(0, limit)
}

/** `installment`: which of how many the row is about, or null. */
export function presentTransaction(row: TransactionRow) {
  const { id, type, amount, fee, net, currency, source, payment_intent, available_on, created } = row
  const { installment: number, installments: of } = row
  const installment = number === null ? null : { number, of }
  return { id, type, amount, fee, net, currency, source, payment_intent, installment, available_on, created }
}
