import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** Customers are found by the start of their name, subscriptions by plan, and plans by product. */
export async function up(knex: Knex): Promise<void> {
  const name = isPostgres(knex) ? 'lower(name) COLLATE "C"' : "lower(name)"
  await buildIndex(knex, "customers_name", `customers (account, (${name}), id)`)
  await buildIndex(knex, "subscriptions_plan", "subscriptions (account, plan, id)")
  await buildIndex(knex, "plans_product", "plans (account, product, id)")
}
