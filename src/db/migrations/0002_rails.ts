import type { Knex } from "knex"
import { id, livesOn, seconds } from "./columns.ts"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("payment_methods", (t) => {
    livesOn(knex, t)
    // Null once the card is detached, for good.
    id(knex, t, "customer").references("customers.id")
    id(knex, t, "card").notNullable().references("cards.id")
    t.index(["account", "id"])
    t.index(["account", "customer", "id"])
  })

  await knex.schema.alterTable("payment_intents", (t) => {
    // Set once it has been processing or succeeded: from then on the balance looks at it.
    t.boolean("counted").notNullable().defaultTo(false)
  })
  await knex.raw("CREATE INDEX payment_intents_counted ON payment_intents (account, currency, status, amount) WHERE counted")

  await knex.schema.alterTable("attempts", (t) => {
    id(knex, t, "refund")
    // The charge that a refund or a reversal gives back.
    id(knex, t, "charge")
    t.bigInteger("amount")
    // How the payer's 3DS challenge ended: passed or failed.
    t.text("challenge")
    // When the acquirer was first left to be asked, and when it is asked next.
    seconds(t, "asking_since")
    seconds(t, "due_at")
    t.index(["due_at"])
    t.index(["account", "due_at"])
    t.index(["refund"])
  })

  await knex.schema.createTable("refunds", (t) => {
    livesOn(knex, t)
    id(knex, t, "payment_intent").notNullable().references("payment_intents.id")
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.text("reason")
    t.text("status").notNullable()
    t.index(["account", "id"])
    t.index(["account", "payment_intent", "id"])
    t.index(["account", "currency", "status", "amount"])
  })
  // One refund for an intent, whoever asks for it and however many at once; one that failed does not count.
  await knex.raw("CREATE UNIQUE INDEX refunds_one ON refunds (payment_intent) WHERE status <> 'failed'")

  await knex.schema.createTable("disputes", (t) => {
    livesOn(knex, t)
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
    // What its page shows, as it was when it was made.
    t.text("details").notNullable()
  })

  await knex.schema.alterTable("mock_charges", (t) => {
    // What the mock acquirer will tell about the charge by itself, and when: settled, paid or disputed.
    t.text("notice")
    seconds(t, "notice_at")
    t.index(["notice_at"])
    t.index(["account", "notice_at"])
  })
  await knex.schema.createTable("mock_refunds", (t) => {
    livesOn(knex, t)
    t.text("reference").notNullable().unique()
    id(knex, t, "charge").notNullable().references("mock_charges.id")
    t.text("kind").notNullable()
    t.bigInteger("amount").notNullable()
    t.index(["charge"])
  })
}
