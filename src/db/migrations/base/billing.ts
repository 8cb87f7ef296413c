import type { Knex } from "knex"
import { id, resourceColumns } from "./columns.ts"

export async function createBilling(knex: Knex): Promise<void> {
  await knex.schema.createTable("products", (t) => {
    resourceColumns(knex, t)
    t.text("name").notNullable()
    t.text("description")
    t.text("status").notNullable()
    t.boolean("recurring").notNullable().defaultTo(false)
    t.text("metadata").notNullable().defaultTo("{}")
    t.index(["account", "id"])
    t.index(["account", "status", "id"])
  })

  await knex.schema.createTable("product_prices", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "product").notNullable().references("products.id")
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.integer("position").notNullable().defaultTo(0)
  })
  await knex.raw("CREATE INDEX product_prices_account_product_position_index ON product_prices (account, product, position)")

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
  await knex.raw("CREATE UNIQUE INDEX plans_active_product ON plans (product) WHERE is_active")
  await knex.raw("CREATE INDEX plans_product ON plans (account, product, id)")
}
