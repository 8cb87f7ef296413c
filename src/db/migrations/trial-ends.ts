import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** Whether merchants were told that a trial will end. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "subscriptions", "trial_end_told", "boolean NOT NULL DEFAULT false")
}
