import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** The database that an account is in. A process of the release before knows one. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "accounts", "database", "text NOT NULL DEFAULT 'main'")
}
