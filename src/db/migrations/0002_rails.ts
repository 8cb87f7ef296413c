import type { Knex } from "knex"
import { id, resourceColumns, seconds } from "./columns.ts"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("payment_methods", (t) => {
    resourceColumns(knex, t)
    // Null once the card is detached, which is final.
    id(knex, t, "customer").references("customers.id")
    id(knex, t, "card").notNullable().references("cards.id")
    t.index(["account", "id"])
    t.index(["account", "customer", "id"])
  })

  await knex.schema.alterTable("payment_intents", (t) => {
    // Set once the intent has been processing or succeeded. The balance reads only these intents.
    t.boolean("counted").notNullable().defaultTo(false)
  })
  await knex.raw("CREATE INDEX payment_intents_counted ON payment_intents (account, currency, status, amount) WHERE counted")

  await knex.schema.alterTable("attempts", (t) => {
    id(knex, t, "refund")
    // The charge of a refund or a reversal.
    id(knex, t, "charge")
    t.bigInteger("amount")
    // The result of the payer's 3DS challenge: passed or failed.
    t.text("challenge")
    // When the polling of the acquirer began, and when the next poll is due.
    seconds(t, "asking_since")
    seconds(t, "due_at")
    t.index(["due_at"])
    t.index(["account", "due_at"])
    t.index(["refund"])
  })

  await knex.schema.createTable("refunds", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "payment_intent").notNullable().references("payment_intents.id")
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.text("reason")
    t.text("status").notNullable()
    t.index(["account", "id"])
    t.index(["account", "payment_intent", "id"])
    t.index(["account", "currency", "status", "amount"])
  })
  // One refund for each intent, even when requests race. A failed refund does not count.
  await knex.raw("CREATE UNIQUE INDEX refunds_one ON refunds (payment_intent) WHERE status <> 'failed'")

  await knex.schema.createTable("disputes", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "payment_intent").notNullable().unique().references("payment_intents.id")
    id(knex, t, "refund").notNullable().references("refunds.id")
    t.text("charge")
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.text("reason")
  })

  await knex.schema.createTable("hosted_links", (t) => {
    t.text("link").primary()
    id(knex, t, "account").notNullable()
    id(knex, t, "payment_intent").notNullable().references("payment_intents.id")
    id(knex, t, "attempt").notNullable()
    t.text("kind").notNullable()
    // The contents of the page, copied when the link was created.
    t.text("details").notNullable()
  })

  await knex.schema.alterTable("mock_charges", (t) => {
    // The notice that the mock acquirer will send about the charge (settled, paid or disputed), and its time.
    t.text("notice")
    seconds(t, "notice_at")
    t.index(["notice_at"])
    t.index(["account", "notice_at"])
  })
  await knex.schema.createTable("mock_refunds", (t) => {
    resourceColumns(knex, t)
    t.text("reference").notNullable().unique()
    id(knex, t, "charge").notNullable().references("mock_charges.id")
    t.text("kind").notNullable()
    t.bigInteger("amount").notNullable()
    t.index(["charge"])
  })
}
