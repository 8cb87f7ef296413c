import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { addColumn } from "./add-column.ts"

/** The merchant's own data about subscriptions and saved cards, and the card that a subscription charges. */
export async function up(knex: Knex): Promise<void> {
  for (const table of ["subscriptions", "payment_methods"]) await addColumn(knex, table, "metadata", "text NOT NULL DEFAULT '{}'")
  await addColumn(knex, "subscriptions", "payment_method", isPostgres(knex) ? 'text COLLATE "C"' : "text")
}
