import type { Knex } from "knex"
import { id } from "./columns.ts"

/** What payers see of an account: its name, document, address and logo. They are apart from `accounts`, which every request reads. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("account_settings", (t) => {
    id(knex, t, "account").primary()
    t.text("display_name")
    t.text("document")
    t.text("address")
  })
  await knex.schema.createTable("account_logos", (t) => {
    id(knex, t, "account").primary()
    t.text("type").notNullable()
    t.integer("width").notNullable()
    t.integer("height").notNullable()
    // SHA-256 of the file, in hexadecimal.
    t.text("digest").notNullable()
    // The file, in base64.
    t.text("content").notNullable()
  })
}
