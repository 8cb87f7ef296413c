import type { Knex } from "knex"
import { id, resourceColumns } from "./columns.ts"

export async function createSubscriptions(knex: Knex): Promise<void> {
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
    t.bigInteger("anchor").notNullable()
    t.bigInteger("trial_start")
    t.bigInteger("trial_end")
    t.integer("period").notNullable()
    t.bigInteger("current_period_start").notNullable()
    t.bigInteger("current_period_end").notNullable()
    t.integer("attempt").notNullable()
    t.bigInteger("first_failed_at")
    // A card that its issuer refuses for good. This subscription never charges it again.
    id(knex, t, "dead_payment_method")
    t.bigInteger("charge_due_at")
    t.bigInteger("cancel_at")
    t.boolean("cancel_at_period_end").notNullable()
    t.bigInteger("canceled_at")
    t.text("cancellation_reason")
    // When the next charge or cancellation is due.
    t.bigInteger("due_at")
    t.text("plan_name").notNullable().defaultTo("")
    t.bigInteger("held_until_ms").notNullable().defaultTo(0)
    t.index(["account", "customer", "id"])
    t.index(["account", "id"])
    t.index(["account", "status", "id"])
  })
  await knex.raw("CREATE INDEX subscriptions_account_due_at ON subscriptions (account, due_at) WHERE due_at IS NOT NULL")
  await knex.raw("CREATE INDEX subscriptions_due_at ON subscriptions (due_at) WHERE due_at IS NOT NULL")
  await knex.raw("CREATE INDEX subscriptions_plan ON subscriptions (account, plan, id)")

  await knex.schema.createTable("subscription_charges", (t) => {
    id(knex, t, "subscription").notNullable().references("subscriptions.id")
    t.integer("period").notNullable()
    t.integer("attempt").notNullable()
    id(knex, t, "payment_intent").notNullable().unique().references("payment_intents.id")
    t.boolean("failed").notNullable().defaultTo(false)
    id(knex, t, "account")
    t.primary(["subscription", "period", "attempt"])
  })
  await knex.raw("CREATE UNIQUE INDEX subscription_charges_one ON subscription_charges (subscription, period) WHERE NOT failed")
}
