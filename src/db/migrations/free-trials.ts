import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex, dropIndex } from "./account-keys/indexes.ts"

/**
 * The state in which the dashboard shows a payment (src/payments/intents/shown-state.ts): a payment of 0 is paid, not refunded. The version
 * before has no such payments, and its lists are slow until its processes have ended.
 */
export const config = { transaction: false }

const SHOWN = `(CASE status
  WHEN 'succeeded' THEN CASE WHEN disputed THEN 'disputed' WHEN amount > 0 AND amount_refunded >= amount THEN 'refunded'
    WHEN amount_refunded > 0 THEN 'partly_refunded' ELSE 'paid' END
  WHEN 'canceled' THEN CASE WHEN expired THEN 'expired' WHEN last_payment_error IS NULL THEN 'canceled' ELSE 'failed' END
  ELSE status END)`

export async function up(knex: Knex): Promise<void> {
  const details = isPostgres(knex) ? "payment_method_details::json ->> 'type'" : "payment_method_details ->> '$.type'"
  const method = `(coalesce(${details}, ''))`
  await buildIndex(knex, "payment_intents_state", `payment_intents (account, ${SHOWN}, ${method}, created, id)`)
  await buildIndex(knex, "payment_intents_amount_state", `payment_intents (account, amount, ${SHOWN}, ${method}, created, id)`)
  for (const index of ["payment_intents_shown", "payment_intents_amount_shown"]) await dropIndex(knex, index)
}
