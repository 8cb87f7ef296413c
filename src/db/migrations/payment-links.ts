import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"
import { id } from "./base/columns.ts"

export const config = { transaction: false }

/** Payment links: openapi.yaml, createPaymentLink. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "payment_intents", "payment_link", isPostgres(knex) ? 'text COLLATE "C"' : "text")
  if (!(await knex.schema.hasTable("payment_links"))) await knex.schema.createTable("payment_links", (t) => linkColumns(knex, t))
  if (!(await knex.schema.hasTable("payment_link_places")))
    await knex.schema.createTable("payment_link_places", (t) => placeColumns(knex, t))
  await buildIndex(knex, "payment_link_places_account_link", "payment_link_places (account, payment_link)")
  await buildIndex(knex, "payment_links_account_active_id", "payment_links (account, active, id)")
  const ofLink = "payment_intents (account, payment_link) WHERE payment_link IS NOT NULL AND status = 'succeeded'"
  await buildIndex(knex, "payment_intents_paid_by_link", ofLink)
}

function linkColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  for (const column of ["id", "account", "product"]) id(knex, t, column).notNullable()
  t.bigInteger("created").notNullable()
  for (const name of ["payment_method_types", "metadata"]) t.text(name).notNullable()
  for (const name of ["max_installments", "max_payments"]) t.integer(name)
  t.bigInteger("expires_at")
  t.boolean("active").notNullable()
  t.text("after_payment_url")
  t.primary(["account", "id"])
  // The page's path names no account.
  t.unique(["id"])
  t.foreign(["account", "product"]).references(["account", "id"]).inTable("products")
}

function placeColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  for (const column of ["account", "payment_intent", "payment_link"]) id(knex, t, column).notNullable()
  t.primary(["account", "payment_intent"])
  t.foreign(["account", "payment_intent"]).references(["account", "id"]).inTable("payment_intents")
  t.foreign(["account", "payment_link"]).references(["account", "id"]).inTable("payment_links")
}
