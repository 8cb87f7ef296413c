import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { addColumn } from "./add-column.ts"

/** Intents that take the place of others on a pay page. The version before writes none of these columns: its intents have no successors. */
export async function up(knex: Knex): Promise<void> {
  const id = isPostgres(knex) ? 'text COLLATE "C"' : "text"
  for (const column of ["replaces", "replaced_by", "page_of"]) await addColumn(knex, "payment_intents", column, id)
  await addColumn(knex, "payment_intents", "replaceable", "boolean")
}
