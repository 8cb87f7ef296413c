import type { Knex } from "knex"
import { id } from "./base/columns.ts"

/** PIX keys that payers have given for refunds that are made by hand: docs/attention.md. */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasTable("refund_keys")) return
  await knex.schema.createTable("refund_keys", (t) => {
    for (const name of ["account", "refund"]) id(knex, t, name).notNullable()
    t.bigInteger("created").notNullable()
    t.text("sealed_key").notNullable()
    t.primary(["account", "refund"])
    t.foreign(["account", "refund"]).references(["account", "id"]).inTable("refunds")
  })
}
