import type { Knex } from "knex"
import { isPostgres } from "../../../src/db/dialect.ts"
import { authenticatedEntry } from "../../../src/db/migrations/authenticated-totals.ts"
import {
  type Entry,
  jsonOf,
  paymentEntries,
  refundEntries,
  subscriptionEntries,
  TOTAL_COLUMNS,
} from "../../../src/db/migrations/base/total-entries.ts"

const KEYS = TOTAL_COLUMNS.filter((column) => column !== "count" && column !== "amount")
const COLUMNS = TOTAL_COLUMNS.join(", ")
const MONEY_IN = "CASE kind WHEN 'succeeded' THEN amount WHEN 'refund_failed' THEN amount ELSE -amount END"
const MONEY_KINDS = "'succeeded', 'refund_failed', 'refund', 'dispute'"

/** Counts all rows of a filled database, in batches of ids, in place of the triggers that did not run while it was filled. */
export async function fillTotals(knex: Knex, batch: number): Promise<void> {
  await knex("totals").delete()
  await knex("total_deltas").delete()
  for (const { table, entries } of sourcesOf(knex)) {
    for (let from = ""; from !== DONE; ) {
      const to = await lastOfBatch(knex, table, from, batch)
      await fillBatch(knex, { table, entries, from, to })
      from = to
    }
  }
}

/** Sorts after every id. */
const DONE = "~"

async function lastOfBatch(knex: Knex, table: string, from: string, batch: number): Promise<string> {
  const last = await knex(table)
    .where("id", ">", from)
    .orderBy("id")
    .offset(batch - 1)
    .first("id")
  return last?.id ?? DONE
}

const TAKEN = `EXISTS (SELECT 1 FROM payout_transactions AS taken
  WHERE taken.account = balance_transactions.account AND taken.balance_transaction = balance_transactions.id)`

/** What is available on each day, and what payouts have taken of it. */
function transactionEntries(knex: Knex): Entry[] {
  const time = "balance_transactions.available_on - 10800"
  const date = isPostgres(knex) ? `to_char(to_timestamp(${time}) AT TIME ZONE 'UTC', 'YYYY-MM-DD')` : `date(${time}, 'unixepoch')`
  const named = (column: string) => `balance_transactions.${column}`
  const net = {
    ...{ source: named("id"), when: "true", account: named("account"), day: "0", currency: named("currency") },
    ...{ kind: "'net'", method: named("funds"), brand: "''", code: date, count: "1", amount: named("net") },
  }
  return [net, { ...net, kind: "'paid_out'", when: TAKEN }]
}

type Source = { table: string; entries: Entry[] }

function sourcesOf(knex: Knex): Source[] {
  const payments = paymentEntries("payment_intents", jsonOf(knex))
  const authenticated = authenticatedEntry("payment_intents", jsonOf(knex))
  // The balance keeps a currency even if all its payments have failed.
  const past = { ...payments.pending, when: "payment_intents.status <> 'processing' AND counted", count: "0", amount: "0" }
  return [
    { table: "payment_intents", entries: [...Object.values(payments), authenticated, past] },
    { table: "refunds", entries: Object.values(refundEntries("refunds")) },
    { table: "subscriptions", entries: Object.values(subscriptionEntries("subscriptions")) },
    { table: "balance_transactions", entries: transactionEntries(knex) },
  ]
}

async function fillBatch(knex: Knex, { table, entries, from, to }: Source & { from: string; to: string }): Promise<void> {
  const selects = entries.map(
    (entry) =>
      `SELECT ${TOTAL_COLUMNS.map((column) => `${entry[column]} AS ${column}`).join(", ")}
       FROM ${table} WHERE ${table}.id > ? AND ${table}.id <= ? AND (${entry.when})`,
  )
  await knex.raw(
    `WITH entries AS (${selects.join(" UNION ALL ")}),
     lines AS (
       SELECT ${COLUMNS} FROM entries
       UNION ALL SELECT account, 0, currency, 'available', '', '', '', 0, ${MONEY_IN} FROM entries WHERE kind IN (${MONEY_KINDS})
     )
     INSERT INTO totals (${COLUMNS}) SELECT ${KEYS}, sum(count), sum(amount) FROM lines WHERE true GROUP BY ${KEYS} ORDER BY ${KEYS}
     ON CONFLICT (${KEYS}) DO UPDATE SET count = totals.count + excluded.count, amount = totals.amount + excluded.amount`,
    entries.flatMap(() => [from, to]),
  )
}
