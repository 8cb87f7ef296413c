import type { Knex } from "knex"
import { id } from "./base/columns.ts"

/**
 * Adds the terms of payments for products from their confirm to their end. Payments that the version before has confirmed have none, so their
 * subscriptions get the terms at success. No column refers to `plans`: each confirm would lock the row of its plan.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("confirmed_terms", (t) => {
    id(knex, t, "account").notNullable()
    id(knex, t, "payment_intent").notNullable()
    id(knex, t, "plan").notNullable()
    t.text("plan_name").notNullable()
    t.text("interval").notNullable()
    t.integer("interval_count").notNullable()
    t.integer("trial_days").notNullable()
    t.bigInteger("amount")
    t.text("currency")
    t.primary(["account", "payment_intent"])
  })
}
