import type { Knex } from "knex"
import { id } from "./columns.ts"

/** Refused cards are counted by the publishable key and by the payer's address of their tokens. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("tokens", (t) => {
    id(knex, t, "publishable_key")
    // A keyed digest. The address itself is not stored.
    t.text("payer_address")
  })
  await knex.schema.createTable("card_tests", (t) => {
    // The id of a publishable key, or the digest of an address.
    id(knex, t, "source").primary()
    t.integer("count").notNullable()
    // The end of the window, in real milliseconds.
    t.bigInteger("ends_at_ms").notNullable()
    t.index(["ends_at_ms"])
  })
}
