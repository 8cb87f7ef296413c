import type { Knex } from "knex"
import { id } from "./columns.ts"

export async function createUsers(knex: Knex): Promise<void> {
  await knex.schema.createTable("users", (t) => {
    id(knex, t, "id").primary()
    // In lower case.
    t.text("email").notNullable()
    t.text("role").notNullable()
    // Null: every account.
    id(knex, t, "account")
    t.bigInteger("created_ms").notNullable()
    // The row of a removed user stays, because the audit log names it.
    t.bigInteger("removed_at_ms")
    t.bigInteger("signed_in_ms")
  })
  await knex.raw("CREATE INDEX users_account ON users (account, id)")
  await knex.raw("CREATE UNIQUE INDEX users_email_account ON users (email, coalesce(account, '')) WHERE removed_at_ms IS NULL")

  await knex.schema.createTable("login_links", (t) => {
    t.text("digest").primary()
    id(knex, t, "user_id").notNullable()
    t.bigInteger("expires_at_ms").notNullable()
    t.index(["expires_at_ms"])
  })

  await knex.schema.createTable("sessions", (t) => {
    t.text("digest").primary()
    id(knex, t, "user_id").notNullable()
    t.bigInteger("created_ms").notNullable()
    t.bigInteger("seen_ms").notNullable()
    // Real milliseconds. Null: only a link proved the user.
    t.bigInteger("proved_ms")
    // link, passkey or oidc. Null: a link, in a session that an earlier version opened.
    t.text("opened_by")
    t.index(["created_ms"])
    t.index(["user_id"])
  })

  await knex.schema.createTable("passkeys", (t) => {
    id(knex, t, "id").primary()
    id(knex, t, "user_id").notNullable()
    // The authenticator's id of the credential, in base64url.
    t.text("credential").notNullable().unique()
    // COSE, in base64url.
    t.text("public_key").notNullable()
    t.bigInteger("counter").notNullable()
    // How browsers reach the authenticator, separated by commas.
    t.text("transports").notNullable()
    t.text("name").notNullable()
    t.bigInteger("created_ms").notNullable()
    t.bigInteger("used_ms")
    t.index(["user_id"])
  })

  await knex.schema.createTable("sign_in_challenges", (t) => {
    t.text("digest").primary()
    t.text("kind").notNullable()
    // A keyed digest of the cookie of the browser that requested it.
    t.text("bound_to").notNullable()
    t.text("details")
    t.bigInteger("expires_at_ms").notNullable()
    t.index(["expires_at_ms"])
  })

  await knex.schema.createTable("sent_forms", (t) => {
    // Random. Made by the page that showed the form.
    t.text("token").primary()
    id(knex, t, "user_id").notNullable()
    t.bigInteger("sent_ms").notNullable()
    t.index(["sent_ms"])
  })
}
