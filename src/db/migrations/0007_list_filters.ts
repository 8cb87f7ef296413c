import type { Knex } from "knex"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("payment_intents", (t) => {
    t.index(["account", "status", "id"])
  })
  // A list by date is ordered by (created, id), so each page reads only its own rows.
  for (const table of ["payment_intents", "refunds", "events"]) {
    await knex.schema.alterTable(table, (t) => {
      t.index(["account", "created", "id"])
    })
  }
}
