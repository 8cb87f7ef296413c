import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** Charges that are made some days ahead of their period. */
export async function up(knex: Knex): Promise<void> {
  for (const table of ["plans", "confirmed_terms", "subscriptions"])
    await addColumn(knex, table, "days_ahead", "integer NOT NULL DEFAULT 0")
  await addColumn(knex, "subscriptions", "ahead", "text")
  await addColumn(knex, "subscriptions", "ahead_attempts", "integer NOT NULL DEFAULT 0")
}
