import type { Knex } from "knex"

/** The release before lists the movements of the balance from payments and refunds by these indexes. Now balance transactions have their own. */
export async function up(knex: Knex): Promise<void> {
  for (const name of ["payment_intents_paid_in", "refunds_failed_in", "refunds_made_in"])
    await knex.raw(`DROP INDEX IF EXISTS ${name}`)
}
