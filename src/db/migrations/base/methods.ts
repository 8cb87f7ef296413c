import type { Knex } from "knex"
import { id, resourceColumns } from "./columns.ts"

export async function createMethods(knex: Knex): Promise<void> {
  await knex.schema.createTable("tokens", (t) => {
    resourceColumns(knex, t)
    t.text("type").notNullable()
    id(knex, t, "card").references("cards.id")
    t.boolean("used").notNullable().defaultTo(false)
    // The attempt that holds the token until the acquirer has responded.
    id(knex, t, "reserved_by")
    t.bigInteger("expires_at").notNullable()
    // When the CVC must be erased, while the vault still has one. The expiry job reads this column.
    t.bigInteger("due_at")
    id(knex, t, "publishable_key")
    // A keyed digest. The address itself is not stored.
    t.text("payer_address")
  })
  await knex.raw("CREATE INDEX tokens_account_due_at ON tokens (account, due_at) WHERE due_at IS NOT NULL")
  await knex.raw("CREATE INDEX tokens_card ON tokens (card) WHERE card IS NOT NULL")
  await knex.raw("CREATE INDEX tokens_due_at ON tokens (due_at) WHERE due_at IS NOT NULL")

  await knex.schema.createTable("payment_methods", (t) => {
    resourceColumns(knex, t)
    // Null once the card is detached, which is final.
    id(knex, t, "customer").references("customers.id")
    id(knex, t, "card").notNullable().references("cards.id")
    t.integer("position").notNullable().defaultTo(0)
    t.text("refused_for_good")
    t.index(["account", "customer", "id"])
  })
  await knex.raw("CREATE INDEX payment_methods_card ON payment_methods (card)")
}
