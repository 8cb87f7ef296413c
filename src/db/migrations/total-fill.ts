import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { type Entry, jsonOf, paymentEntries, refundEntries, subscriptionEntries, TOTAL_COLUMNS } from "./total-entries.ts"

const KEYS = TOTAL_COLUMNS.filter((column) => column !== "count" && column !== "amount")
const COLUMNS = TOTAL_COLUMNS.join(", ")
const MONEY_IN = "CASE kind WHEN 'succeeded' THEN amount WHEN 'refund_failed' THEN amount ELSE -amount END"
const MONEY_KINDS = "'succeeded', 'refund_failed', 'refund', 'dispute'"

/**
 * Counts the rows that existed before the triggers, in batches. A batch counts the rows between two ids in one snapshot. In the same
 * snapshot it deletes the deltas of these rows, because its count includes them. Later deltas are later changes.
 */
export async function fillTotals(knex: Knex, batch: number): Promise<void> {
  for (const { table, kinds, entries } of sourcesOf(knex)) {
    const progress = `totals_filled_${table}`
    for (;;) {
      const from = (await knex("settings").where({ name: progress }).first("value"))?.value ?? ""
      if (from === DONE) break
      const to = await lastOfBatch(knex, table, from, batch)
      await knex.transaction(async (trx) => {
        await fillBatch(trx, { table, kinds, entries, from, to })
        await trx("settings").insert({ name: progress, value: to }).onConflict("name").merge()
      })
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

type Source = { table: string; kinds: string[]; entries: Entry[] }

function sourcesOf(knex: Knex): Source[] {
  const payments = paymentEntries("payment_intents", jsonOf(knex))
  // The balance keeps a currency even if all its payments have failed.
  const past = { ...payments.pending, when: "payment_intents.status <> 'processing' AND counted", count: "0", amount: "0" }
  return [
    { table: "payment_intents", kinds: ["pending", "succeeded", "failed"], entries: [...Object.values(payments), past] },
    { table: "refunds", kinds: ["refund", "dispute", "refund_failed"], entries: Object.values(refundEntries("refunds")) },
    {
      table: "subscriptions",
      kinds: ["subscription", "subscription_started", "subscription_canceled"],
      entries: Object.values(subscriptionEntries("subscriptions")),
    },
  ]
}

async function fillBatch(trx: Knex, { table, kinds, entries, from, to }: Source & { from: string; to: string }): Promise<void> {
  const selects = entries.map(
    (entry) =>
      `SELECT ${TOTAL_COLUMNS.map((column) => `${entry[column]} AS ${column}`).join(", ")}
       FROM ${table} WHERE ${table}.id > ? AND ${table}.id <= ? AND (${entry.when})`,
  )
  const ranges = entries.flatMap(() => [from, to])
  const gone = `DELETE FROM total_deltas WHERE source > ? AND source <= ? AND kind IN (${kinds.map((kind) => `'${kind}'`)})`
  const add = (others = "") => `WITH ${others} entries AS (${selects.join(" UNION ALL ")}),
    lines AS (
      SELECT ${COLUMNS} FROM entries
      UNION ALL SELECT account, 0, currency, 'available', '', '', '', 0, ${MONEY_IN} FROM entries WHERE kind IN (${MONEY_KINDS})
    )
    INSERT INTO totals (${COLUMNS}) SELECT ${KEYS}, sum(count), sum(amount) FROM lines WHERE true GROUP BY ${KEYS} ORDER BY ${KEYS}
    ON CONFLICT (${KEYS}) DO UPDATE SET count = totals.count + excluded.count, amount = totals.amount + excluded.amount`
  // On Postgres one statement is one snapshot. On SQLite a transaction is one.
  if (isPostgres(trx)) await trx.raw(add(`gone AS (${gone}),`), [from, to, ...ranges])
  else {
    await trx.raw(add(), ranges)
    await trx.raw(gone, [from, to])
  }
}
