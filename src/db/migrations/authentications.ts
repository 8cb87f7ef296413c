import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"
import { id } from "./base/columns.ts"

/** The authentication of payers before their sale, and when an account asks for it: docs/acquirers.md. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "account_settings", "three_d_secure", "text")
  if (await knex.schema.hasTable("authentications")) return
  await knex.schema.createTable("authentications", (t) => {
    for (const name of ["account", "attempt"]) id(knex, t, name).notNullable()
    for (const name of ["created", "expires_at"]) t.bigInteger(name).notNullable()
    t.text("step").notNullable()
    for (const name of ["data_only", "required"]) t.boolean(name).notNullable()
    t.integer("sessions").notNullable()
    for (const name of ["session", "sealed_secret", "transaction_id", "result", "sealed_proof"]) t.text(name)
    t.primary(["account", "attempt"])
    t.foreign(["account", "attempt"]).references(["account", "id"]).inTable("attempts").onDelete("CASCADE")
  })
}
