import type { Knex } from "knex"
import { id } from "./columns.ts"

/**
 * The account details that payers see: name, document, address and logo. They are not in `accounts`, because every request reads that
 * table.
 */
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
