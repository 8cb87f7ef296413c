import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

/**
 * Nearly every payment intent is inserted in a status that adds nothing to the totals. For Postgres, a condition on the trigger is cheaper
 * than a call of its function. The statuses are those of `paymentEntries` in migration 0029.
 */
export async function up(knex: Knex): Promise<void> {
  if (!isPostgres(knex)) return
  await knex.raw(
    `CREATE OR REPLACE TRIGGER total_payment_intents_insert AFTER INSERT ON payment_intents FOR EACH ROW
     WHEN (NEW.status IN ('processing', 'succeeded', 'canceled')) EXECUTE FUNCTION total_payment_intents_insert()`,
  )
}
