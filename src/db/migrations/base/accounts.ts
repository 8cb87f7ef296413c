import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"
import { id, resourceColumns } from "./columns.ts"

export async function createAccounts(knex: Knex): Promise<void> {
  await knex.schema.createTable("settings", (t) => {
    t.text("name").primary()
    t.text("value").notNullable()
  })

  await knex.schema.createTable("accounts", (t) => {
    id(knex, t, "id").primary()
    t.text("name").notNullable()
    t.bigInteger("clock_offset").notNullable().defaultTo(0)
    t.bigInteger("created").notNullable()
    id(knex, t, "name_folded")
  })
  await knex.raw("CREATE INDEX accounts_ahead ON accounts (id) WHERE clock_offset > 0")
  await knex.raw("CREATE INDEX accounts_name_folded ON accounts (name_folded, id)")

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

  await knex.schema.createTable("api_keys", (t) => {
    id(knex, t, "id").primary()
    id(knex, t, "account").notNullable().references("accounts.id")
    t.text("kind").notNullable()
    t.text("scopes").notNullable()
    t.text("digest").notNullable().unique()
    t.text("version").notNullable()
    t.bigInteger("expires_at")
    t.bigInteger("revoked_at")
    t.bigInteger("created").notNullable()
    // Real milliseconds, at most a few minutes late. Null: not used since this column exists.
    t.bigInteger("last_used_ms")
    t.text("name")
    t.text("prefix")
    t.text("last4")
  })
  await knex.raw("CREATE INDEX api_keys_account_id ON api_keys (account, id)")
  await knex.raw("CREATE INDEX api_keys_active ON api_keys (account, id) WHERE revoked_at IS NULL")

  await knex.schema.createTable("merchant_origins", (t) => {
    id(knex, t, "account").notNullable().references("accounts.id")
    t.text("origin").notNullable()
    t.bigInteger("created").notNullable()
    t.primary(["account", "origin"])
    t.index(["origin"])
  })

  await knex.schema.createTable("customers", (t) => {
    resourceColumns(knex, t)
    t.text("email").notNullable()
    t.text("email_lower").notNullable()
    t.text("name")
    t.text("phone")
    t.text("document")
    t.text("address")
    t.text("metadata").notNullable().defaultTo("{}")
    id(knex, t, "name_folded")
    t.index(["account", "email_lower", "id"])
    t.index(["account", "id"])
  })
  await knex.raw("CREATE INDEX customers_document ON customers (account, document, id) WHERE document IS NOT NULL")
  await knex.raw("CREATE INDEX customers_name_folded ON customers (account, name_folded, id) WHERE name_folded IS NOT NULL")
  await knex.raw("CREATE INDEX customers_unfolded ON customers (id) WHERE name IS NOT NULL AND name_folded IS NULL")

  await knex.schema.createTable("card_tests", (t) => {
    // The id of a publishable key, or the digest of an address.
    id(knex, t, "source").primary()
    t.integer("count").notNullable()
    // The end of the window, in real milliseconds.
    t.bigInteger("ends_at_ms").notNullable()
    t.index(["ends_at_ms"])
  })
  if (isPostgres(knex)) await forgetFoldedNames(knex)
}

/**
 * Names are searched and sorted as the service folds them, so a database's locale does not matter. A statement that changes a name without
 * its folding, such as an operator's, makes the folding null, and a chore folds the name.
 */
async function forgetFoldedNames(knex: Knex): Promise<void> {
  await knex.raw(
    `CREATE FUNCTION forget_folded_name() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN NEW.name_folded := NULL; RETURN NEW; END $$`,
  )
  await knex.raw(
    `CREATE TRIGGER customers_forget_folded_name BEFORE UPDATE OF name ON customers FOR EACH ROW
     WHEN (NEW.name IS DISTINCT FROM OLD.name AND NEW.name_folded IS NOT DISTINCT FROM OLD.name_folded)
     EXECUTE FUNCTION forget_folded_name()`,
  )
}
