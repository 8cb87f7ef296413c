// What a payout has taken, by type and of which days, stays with the payout. An index has the rows of each payout in their order.
import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex, dropIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"

export const config = { transaction: false }

const DELTA = "INSERT INTO total_deltas (id, source, account, day, currency, kind, method, brand, code, count, amount)"

export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "payouts", "taken", "text")
  await buildIndex(knex, "payout_transactions_by_payout", "payout_transactions (account, payout, balance_transaction)")
  await dropIndex(knex, "payout_transactions_account_payout_index")
  if (!isPostgres(knex)) await knex.transaction(takeOnSqlite)
}

/**
 * A payout may take a million rows, and SQLite has no trigger for a statement. So what a row adds goes into the last delta, if that is of the same day
 * and account. Nobody adds deltas to the totals meanwhile, because one process writes.
 */
async function takeOnSqlite(tx: Knex): Promise<void> {
  for (const { event, row, sign } of [
    { event: "insert", row: "NEW", sign: "" },
    { event: "delete", row: "OLD", sign: "-" },
  ]) {
    const date = "date(it.available_on - 10800, 'unixepoch')"
    await tx.raw(`DROP TRIGGER total_payout_transactions_${event}`)
    await tx.raw(
      `CREATE TRIGGER total_payout_transactions_${event} AFTER ${event.toUpperCase()} ON payout_transactions BEGIN
         ${DELTA}
         SELECT (SELECT last.id FROM total_deltas AS last WHERE last.id = (SELECT max(id) FROM total_deltas) AND last.account = it.account
             AND last.day = 0 AND last.currency = it.currency AND last.kind = 'paid_out' AND last.method = it.funds AND last.code = ${date}),
           it.id, it.account, 0, it.currency, 'paid_out', it.funds, '', ${date}, ${sign}1, ${sign}it.net
         FROM balance_transactions AS it WHERE it.account = ${row}.account AND it.id = ${row}.balance_transaction
         ON CONFLICT (id) DO UPDATE SET count = count + excluded.count, amount = amount + excluded.amount;
       END`,
    )
  }
}
