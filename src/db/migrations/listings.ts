import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { id } from "./base/columns.ts"

/** When the payments that acquirers list are compared with what is booked. No earlier release has an acquirer that lists payments. */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasTable("acquirer_listings")) return
  await knex.schema.createTable("acquirer_listings", (t) => {
    for (const name of ["account", "id"]) id(knex, t, name).notNullable()
    t.text("acquirer").notNullable()
    t.bigInteger("due_at")
    t.bigInteger("held_until_ms").notNullable()
    t.bigInteger("listed_at")
    t.bigInteger("strangers")
    t.primary(["account", "id"])
    t.unique(["account", "acquirer"])
  })
  await buildIndex(knex, "acquirer_listings_due_at", "acquirer_listings (due_at) WHERE due_at IS NOT NULL")
  await buildIndex(knex, "acquirer_listings_account_due_at", "acquirer_listings (account, due_at) WHERE due_at IS NOT NULL")
}
