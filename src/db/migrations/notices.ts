import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { id } from "./base/columns.ts"

/** What acquirers have told that cannot be asked. No earlier release has such an acquirer. */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasTable("acquirer_notices")) return
  await knex.schema.createTable("acquirer_notices", (t) => {
    for (const name of ["account", "id"]) id(knex, t, name).notNullable()
    t.bigInteger("created").notNullable()
    for (const name of ["acquirer", "merchant", "event", "subject"]) t.text(name).notNullable()
    for (const name of ["charge", "reference", "currency", "detail"]) t.text(name)
    t.boolean("success").notNullable()
    t.bigInteger("amount")
    t.boolean("is_told").notNullable()
    t.primary(["account", "id"])
    t.unique(["account", "acquirer", "merchant", "event", "subject", "success"])
  })
  await buildIndex(knex, "acquirer_notices_charge", "acquirer_notices (account, acquirer, charge, id)")
  await buildIndex(knex, "acquirer_notices_reference", "acquirer_notices (account, acquirer, reference, id)")
}
