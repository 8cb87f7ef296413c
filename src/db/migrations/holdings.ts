import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex, dropIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"
import { dropNotNull } from "./drop-not-null.ts"

/** What an acquirer holds of a charge: amounts of chargebacks, and what had gone back before a refund (docs/decisions/0025-what-an-acquirer-holds.md). */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "attempts", "gone_back_before", "bigint")
  await addColumn(knex, "disputes", "excess", "bigint NOT NULL DEFAULT 0")
  await addColumn(knex, "disputes", "excess_taken", "boolean")
  await manyDisputes(knex)
  await buildIndex(knex, "attempts_unconfirmed", "attempts (polling_since) WHERE state = 'unconfirmed'")
  await buildIndex(knex, "disputes_excess", "disputes (created) WHERE excess > 0 AND excess_taken IS NULL")
  await buildIndex(knex, "mock_refunds_charge", "mock_refunds (account, charge)")
  // An inquiry about a chargeback waits until the acquirer shows it. A check of what has gone back is an inquiry as well.
  await knex.raw(
    "UPDATE attempts SET state = 'unconfirmed', polling_since = coalesce(polling_since, created) WHERE kind = 'inquiry' AND state IN ('new', 'unknown')",
  )
  await knex.raw("UPDATE attempts SET kind = 'inquiry' WHERE kind = 'check'")
  await knex.raw("UPDATE refunds SET reported = true WHERE reason = 'dispute' AND NOT reported")
}

/** A payment may have several disputes, and one that took nothing of it has no refund. */
async function manyDisputes(knex: Knex): Promise<void> {
  await buildIndex(knex, "disputes_payment_intent", "disputes (account, payment_intent)")
  await dropNotNull(knex, "disputes", "refund")
  if (isPostgres(knex)) await knex.raw("ALTER TABLE disputes DROP CONSTRAINT IF EXISTS disputes_payment_intent_unique")
  for (const name of ["disputes_payment_intent_unique", "disputes_account_payment_intent"]) await dropIndex(knex, name)
}
