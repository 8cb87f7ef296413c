import type { Knex } from "knex"
import { id, resourceColumns, seconds } from "./columns.ts"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("plans", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "product").notNullable().references("products.id")
    t.text("name").notNullable()
    t.text("interval").notNullable()
    t.integer("interval_count").notNullable()
    t.integer("trial_days").notNullable()
    t.boolean("is_active").notNullable()
    t.index(["account", "id"])
  })
  // A product has at most one active plan.
  await knex.raw("CREATE UNIQUE INDEX plans_active_product ON plans (product) WHERE is_active")

  await knex.schema.createTable("subscriptions", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "customer").notNullable().references("customers.id")
    id(knex, t, "product").notNullable().references("products.id")
    id(knex, t, "plan").notNullable().references("plans.id")
    // Each first payment founds one subscription, however often its success is reported.
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
    // A card that its issuer refuses for good. This subscription never charges it again.
    id(knex, t, "dead_payment_method")
    seconds(t, "charge_due_at")
    seconds(t, "cancel_at")
    t.boolean("cancel_at_period_end").notNullable()
    seconds(t, "canceled_at")
    t.text("cancellation_reason")
    // When the next charge or cancellation is due.
    seconds(t, "due_at")
    t.index(["account", "id"])
    t.index(["account", "customer", "id"])
    t.index(["account", "status", "id"])
    t.index(["due_at"])
    t.index(["account", "due_at"])
  })
  // Charges that the acquirer could not process are retried at every tick. There are few of them.
  await knex.raw("CREATE INDEX subscriptions_erring ON subscriptions (account, id) WHERE erring_since IS NOT NULL")

  await knex.schema.createTable("subscription_charges", (t) => {
    id(knex, t, "subscription").notNullable().references("subscriptions.id")
    t.integer("period").notNullable()
    t.integer("attempt").notNullable()
    id(knex, t, "payment_intent").notNullable().unique().references("payment_intents.id")
    t.boolean("failed").notNullable().defaultTo(false)
    t.primary(["subscription", "period", "attempt"])
  })
  // One charge for each period: while a charge is open or paid, the database rejects another, whatever the scheduler does.
  await knex.raw("CREATE UNIQUE INDEX subscription_charges_one ON subscription_charges (subscription, period) WHERE NOT failed")

  // Requests that advance an account's test clock. They run one after the other, in the order of their ids.
  await knex.schema.createTable("clock_turns", (t) => {
    id(knex, t, "account").notNullable().references("accounts.id")
    // The request's Idempotency-Key. A retry uses it to recover the turn of a dead process. A request without a key uses its id.
    t.text("key").notNullable()
    id(knex, t, "id").notNullable()
    t.boolean("begun").notNullable()
    seconds(t, "target")
    // Real milliseconds. If the lease has lapsed, the process that waited or ran is dead.
    t.bigInteger("lease_until_ms").notNullable()
    t.primary(["account", "key"])
    t.index(["lease_until_ms"])
  })
}
