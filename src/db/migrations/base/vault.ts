import type { Knex } from "knex"
import { id, resourceColumns } from "./columns.ts"

export async function createVault(knex: Knex): Promise<void> {
  await knex.schema.createTable("encryption_keys", (t) => {
    id(knex, t, "id").primary()
    t.text("purpose").notNullable()
    t.text("wrapped").notNullable()
    // The digest key never changes. The newest of the other keys seals, and the older ones still open.
    t.text("only_one").unique()
    t.bigInteger("created").notNullable()
  })

  await knex.schema.createTable("cards", (t) => {
    resourceColumns(knex, t)
    t.text("brand").notNullable()
    t.text("last4").notNullable()
    t.integer("exp_month").notNullable()
    t.integer("exp_year").notNullable()
    t.text("holder_name")
    t.text("sealed_number")
    t.text("sealed_cvc")
    // Milliseconds of the database's time. Set when the card may be erased. Cleared when it is erased, or when it turns out to be saved.
    t.bigInteger("erase_after_ms")
  })
  await knex.raw("CREATE INDEX cards_to_erase ON cards (erase_after_ms) WHERE erase_after_ms IS NOT NULL")
}
