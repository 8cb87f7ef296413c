import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** Whether pay pages offer debit cards. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "account_settings", "offers_debit", "boolean")
}
