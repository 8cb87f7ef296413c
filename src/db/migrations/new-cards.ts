import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { addColumn } from "./add-column.ts"

/** Cards that payers save for one subscription, and the charges that they make with them. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "payment_methods", "only_for", isPostgres(knex) ? 'text COLLATE "C"' : "text")
  await addColumn(knex, "subscriptions", "uncounted_attempts", "integer NOT NULL DEFAULT 0")
  await addColumn(knex, "subscriptions", "held_retry", "text")
}
