import type { Knex } from "knex"

export async function up(knex: Knex): Promise<void> {
  for (const table of ["customers", "products", "payment_intents", "refunds"]) {
    await knex.schema.alterTable(table, (t) => {
      // A JSON object of strings.
      t.text("metadata").notNullable().defaultTo("{}")
    })
  }
}
