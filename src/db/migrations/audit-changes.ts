import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** What an action changed, for the actions that tell. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "audit_log", "changes", "text")
}
