import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/**
 * An account may have several acquirers, one for each payment method. Credentials of before, and those that a process of the release before
 * writes, have no members of their own and take all methods.
 */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "acquirer_credentials", "sealed_members", "text")
  await addColumn(knex, "acquirer_credentials", "methods", "text")
  await addColumn(knex, "acquirer_credentials", "certificate_ends_at", "bigint")
  await addColumn(knex, "acquirer_credentials", "drained_at", "bigint")
  await knex.raw(
    "CREATE UNIQUE INDEX IF NOT EXISTS acquirer_credentials_in_use ON acquirer_credentials (account, acquirer) WHERE ended_at IS NULL",
  )
  await knex.raw("DROP INDEX IF EXISTS acquirer_credentials_current")
}
