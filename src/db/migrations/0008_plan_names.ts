import type { Knex } from "knex"

/** A subscription copies the name of its plan, like the plan's other terms. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("subscriptions", (t) => {
    t.text("plan_name").notNullable().defaultTo("")
  })
  await knex.raw("UPDATE subscriptions SET plan_name = (SELECT name FROM plans WHERE plans.id = subscriptions.plan)")
}
