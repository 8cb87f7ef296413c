import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex, dropIndex } from "./indexes.ts"

export const config = { transaction: false }

/**
 * Lists read only the rows that they show. Indexes that no statement reads are dropped. While an earlier version still runs, its lists read
 * more rows than they show.
 */
export async function up(knex: Knex): Promise<void> {
  await indexMovements(knex)
  await buildIndex(
    knex,
    "deliveries_dead_target_id",
    "deliveries (target, id) WHERE status = 'dead_letter' AND replaced_by IS NULL",
  )
  await buildIndex(knex, "audit_log_actor_action", "audit_log (account, actor, action, at_ms, id)")
  await buildIndex(knex, "api_keys_active", "api_keys (account, id) WHERE revoked_at IS NULL")
  await buildIndex(knex, "accounts_name", `accounts ((${isPostgres(knex) ? 'lower(name) COLLATE "C"' : "lower(name)"}), id)`)
  for (const name of UNUSED) await dropIndex(knex, name)
  await countLessOften(knex)
}

/** Indexes that others have replaced, and indexes that no statement has ever needed. */
const UNUSED = [
  "payment_intents_paid",
  "refunds_failed",
  "deliveries_dead_target",
  "payment_intents_counted",
  "refunds_account_currency_status_amount_index",
  "mock_charges_account_id_index",
  "mock_refunds_charge_index",
  "payment_methods_account_id_index",
]

/** The movements of an account's money in one currency, by time. */
async function indexMovements(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    "payment_intents_paid_in",
    "payment_intents (account, currency, (coalesce(ended_at, created)), id) WHERE status = 'succeeded'",
  )
  await buildIndex(knex, "refunds_made_in", "refunds (account, currency, created, id)")
  await buildIndex(
    knex,
    "refunds_failed_in",
    "refunds (account, currency, (coalesce(failed_at, created)), (id || '-failed')) WHERE status = 'failed'",
  )
}

const TRIGGER = "total_payment_intents_insert"
/** The trigger of migration 0029 writes nothing for other statuses. */
const MAY_COUNT = "NEW.status IN ('processing', 'succeeded', 'canceled')"

/** Most new payments count only later, so the trigger does not run for them. At every moment there is a trigger. */
async function countLessOften(knex: Knex): Promise<void> {
  if (isPostgres(knex)) {
    await knex.raw(
      `CREATE OR REPLACE TRIGGER ${TRIGGER} AFTER INSERT ON payment_intents FOR EACH ROW WHEN (${MAY_COUNT}) EXECUTE FUNCTION ${TRIGGER}()`,
    )
    return
  }
  const { sql } = await knex("sqlite_master").where({ type: "trigger", name: TRIGGER }).first("sql")
  if (sql.includes(MAY_COUNT)) return
  await knex.transaction(async (trx) => {
    await trx.raw(`DROP TRIGGER ${TRIGGER}`)
    await trx.raw(sql.replace(" BEGIN ", ` WHEN ${MAY_COUNT} BEGIN `))
  })
}
