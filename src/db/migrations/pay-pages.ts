import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { addColumn } from "./add-column.ts"
import { id } from "./base/columns.ts"

/** Pay pages, and the intents that they make. The version before writes none of these columns: its intents have no successors. */
export async function up(knex: Knex): Promise<void> {
  const type = isPostgres(knex) ? 'text COLLATE "C"' : "text"
  for (const column of ["replaces", "replaced_by", "page_of"]) await addColumn(knex, "payment_intents", column, type)
  await addColumn(knex, "payment_intents", "replaceable", "boolean")
  if (await knex.schema.hasTable("pay_pages")) return
  await knex.schema.createTable("pay_pages", (t) => {
    for (const name of ["account", "payment_intent", "current"]) id(knex, t, name).notNullable()
    t.bigInteger("created").notNullable()
    for (const name of ["successors_day", "successors"]) t.integer(name).notNullable()
    t.primary(["account", "payment_intent"])
    t.unique(["payment_intent"])
    for (const name of ["payment_intent", "current"])
      t.foreign(["account", name]).references(["account", "id"]).inTable("payment_intents")
  })
}
