import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex, dropIndex } from "./indexes.ts"

export const config = { transaction: false }

/** How many disputes are marked in one transaction. */
const BATCH = 500

const SHOWN = `(CASE status
  WHEN 'succeeded' THEN CASE WHEN disputed THEN 'disputed' WHEN amount_refunded >= amount THEN 'refunded'
    WHEN amount_refunded > 0 THEN 'partly_refunded' ELSE 'paid' END
  WHEN 'canceled' THEN CASE WHEN expired THEN 'expired' WHEN last_payment_error IS NULL THEN 'canceled' ELSE 'failed' END
  ELSE status END)`

/**
 * The dashboard finds payments by the state that it shows (src/payments/intents/shown-state.ts). Triggers say whether a payment is
 * disputed, so processes of the previous version do too. While these run, their lists of payments by status are slow.
 */
export async function up(knex: Knex, batch = BATCH): Promise<void> {
  if (!(await knex.schema.hasColumn("payment_intents", "disputed")))
    await knex.schema.alterTable("payment_intents", (t) => void t.boolean("disputed").notNullable().defaultTo(false))
  await (isPostgres(knex) ? createTriggerOnPostgres(knex) : createTriggersOnSqlite(knex))
  await markDisputed(knex, batch)
  const details = isPostgres(knex) ? "payment_method_details::json ->> 'type'" : "payment_method_details ->> '$.type'"
  const method = `(coalesce(${details}, ''))`
  await buildIndex(knex, "payment_intents_shown", `payment_intents (account, ${SHOWN}, ${method}, created, id)`)
  await buildIndex(knex, "payment_intents_amount_shown", `payment_intents (account, amount, ${SHOWN}, ${method}, created, id)`)
  await dropIndex(knex, "payment_intents_status")
  await dropIndex(knex, "payment_intents_amount")
}

/** A dispute has a refund with this reason. If it is won, that refund fails. */
const MARK = `UPDATE payment_intents SET disputed = EXISTS (
    SELECT 1 FROM refunds WHERE account = NEW.account AND payment_intent = NEW.payment_intent AND reason = 'dispute' AND status <> 'failed'
  ) WHERE id = NEW.payment_intent`

async function createTriggerOnPostgres(knex: Knex): Promise<void> {
  await knex.raw(
    `CREATE OR REPLACE FUNCTION mark_disputed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${MARK}; RETURN NULL; END $$`,
  )
  await knex.raw(
    `CREATE OR REPLACE TRIGGER mark_disputed AFTER INSERT OR UPDATE OF status ON refunds
     FOR EACH ROW WHEN (NEW.reason = 'dispute') EXECUTE FUNCTION mark_disputed()`,
  )
}

async function createTriggersOnSqlite(knex: Knex): Promise<void> {
  for (const [name, change] of [
    ["insert", "INSERT"],
    ["update", "UPDATE OF status"],
  ] as const)
    await knex.raw(
      `CREATE TRIGGER IF NOT EXISTS mark_disputed_${name} AFTER ${change} ON refunds WHEN NEW.reason = 'dispute' BEGIN ${MARK}; END`,
    )
}

async function markDisputed(knex: Knex, batch: number): Promise<void> {
  for (let last = ""; ; ) {
    const found = await knex("disputes").where("id", ">", last).orderBy("id").limit(batch).select("id", "payment_intent")
    if (found.length === 0) return
    await knex("payment_intents")
      .whereIn(
        "id",
        found.map(({ payment_intent }) => payment_intent),
      )
      .update({ disputed: true })
    last = found.at(-1)!.id
  }
}
