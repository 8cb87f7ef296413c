import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { id } from "./base/columns.ts"

/** Customers whose personal data is erased, and how far that is: docs/data-kept.md. */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasTable("erasures")) return
  await knex.schema.createTable("erasures", (t) => {
    for (const name of ["account", "customer"]) id(knex, t, name).notNullable()
    t.bigInteger("created").notNullable()
    t.text("step")
    t.text("position").notNullable()
    t.primary(["account", "customer"])
    t.foreign(["account", "customer"]).references(["account", "id"]).inTable("customers")
  })
  await buildIndex(knex, "erasures_open", "erasures (account, customer) WHERE step IS NOT NULL")
}
