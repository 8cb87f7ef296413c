import type { Knex } from "knex"
import { id } from "./base/columns.ts"

/** The references of acquirers. The version before keeps none. */
export async function up(knex: Knex): Promise<void> {
  // A database whose migration was not recorded has it all: it is one transaction.
  if (await knex.schema.hasTable("charge_references")) return
  await knex.schema.createTable("charge_references", (t) => {
    for (const name of ["account", "attempt"]) id(knex, t, name).notNullable()
    t.text("charge").notNullable()
    for (const name of ["tid", "nsu", "authorization_code", "end_to_end_id", "our_number"]) t.text(name)
    t.primary(["account", "attempt", "charge"])
    t.foreign(["account", "attempt"]).references(["account", "id"]).inTable("attempts").onDelete("CASCADE")
  })
}
