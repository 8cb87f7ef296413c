import type { Knex } from "knex"
import { resourceColumns, seconds } from "./columns.ts"

/** The credentials of an account at its acquirer. Replaced and removed rows stay, because attempts belong to them. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("acquirer_credentials", (t) => {
    resourceColumns(knex, t)
    t.text("acquirer").notNullable()
    t.text("merchant_id").notNullable()
    t.text("boleto_provider")
    t.text("sealed_merchant_key").notNullable()
    // When they were replaced or removed. Null while the account's new attempts use them.
    seconds(t, "ended_at")
    t.index(["account"])
  })
  await knex.raw("CREATE UNIQUE INDEX acquirer_credentials_current ON acquirer_credentials (account) WHERE ended_at IS NULL")
}
