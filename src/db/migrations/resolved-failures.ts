import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** Whether a person has taken failing work off the attention list (docs/attention.md). */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "failing_work", "resolved", "boolean NOT NULL DEFAULT false")
}
