import type { Knex } from "knex"
import { id, livesOn, seconds } from "./columns.ts"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("plans", (t) => {
    livesOn(knex, t)
    id(knex, t, "product").notNullable().references("products.id")
    t.text("name").notNullable()
    t.text("interval").notNullable()
    t.integer("interval_count").notNullable()
    t.integer("trial_days").notNullable()
    t.boolean("is_active").notNullable()
    t.index(["account", "id"])
  })
  // A product has one active plan at most.
  await knex.raw("CREATE UNIQUE INDEX plans_active_product ON plans (product) WHERE is_active")

  await knex.schema.createTable("subscriptions", (t) => {
    livesOn(knex, t)
    id(knex, t, "customer").notNullable().references("customers.id")
    id(knex, t, "product").notNullable().references("products.id")
    id(knex, t, "plan").notNullable().references("plans.id")
    // One subscription for the payment that founded it, however often its success is told.
    id(knex, t, "founding_intent").notNullable().unique().references("payment_intents.id")
    id(knex, t, "latest_payment_intent").notNullable().references("payment_intents.id")
    t.text("status").notNullable()
    t.text("payment_type").notNullable()
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.text("interval").notNullable()
    t.integer("interval_count").notNullable()
    seconds(t, "anchor").notNullable()
    seconds(t, "trial_start")
    seconds(t, "trial_end")
    t.integer("period").notNullable()
    seconds(t, "current_period_start").notNullable()
    seconds(t, "current_period_end").notNullable()
    t.integer("attempt").notNullable()
    seconds(t, "first_failed_at")
    seconds(t, "erring_since")
    // A card that its issuer refuses for good: it is not charged again for this subscription.
    id(knex, t, "dead_payment_method")
    seconds(t, "charge_due_at")
    seconds(t, "cancel_at")
    t.boolean("cancel_at_period_end").notNullable()
    seconds(t, "canceled_at")
    t.text("cancellation_reason")
    // The next thing that happens by itself, be it a charge or a cancellation.
    seconds(t, "due_at")
    t.index(["account", "id"])
    t.index(["account", "customer", "id"])
    t.index(["account", "status", "id"])
    t.index(["due_at"])
    t.index(["account", "due_at"])
  })
  // Charges that the acquirer could not process are made again at every tick; there are few.
  await knex.raw("CREATE INDEX subscriptions_erring ON subscriptions (account, id) WHERE erring_since IS NOT NULL")

  await knex.schema.createTable("subscription_charges", (t) => {
    id(knex, t, "subscription").notNullable().references("subscriptions.id")
    t.integer("period").notNullable()
    t.integer("attempt").notNullable()
    id(knex, t, "payment_intent").notNullable().unique().references("payment_intents.id")
    t.boolean("failed").notNullable().defaultTo(false)
    t.primary(["subscription", "period", "attempt"])
  })
  // One charge a period: while one is open or paid, the database refuses another, whatever the scheduler does.
  await knex.raw("CREATE UNIQUE INDEX subscription_charges_one ON subscription_charges (subscription, period) WHERE NOT failed")

  // Those who turn an account's test clock, one after the other in the order of their ids.
  await knex.schema.createTable("clock_turns", (t) => {
    id(knex, t, "account").notNullable().references("accounts.id")
    // The request's Idempotency-Key, by which the turn of a process that died is taken up again; else the id.
    t.text("key").notNullable()
    id(knex, t, "id").notNullable()
    t.boolean("begun").notNullable()
    seconds(t, "target")
    // Real milliseconds: when it has passed, the one who waited or worked is dead.
    t.bigInteger("lease_until_ms").notNullable()
    t.primary(["account", "key"])
    t.index(["lease_until_ms"])
  })
}
