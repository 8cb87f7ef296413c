import type { Knex } from "knex"
import { id } from "./columns.ts"

/** The means by which dashboard users prove their identity. All times are real milliseconds of the database. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("passkeys", (t) => {
    id(knex, t, "id").primary()
    id(knex, t, "user_id").notNullable().index()
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
  })

  await knex.schema.createTable("sign_in_challenges", (t) => {
    t.text("digest").primary()
    t.text("kind").notNullable()
    // A keyed digest of the cookie of the browser that requested it.
    t.text("bound_to").notNullable()
    t.text("details")
    t.bigInteger("expires_at_ms").notNullable().index()
  })

  await knex.schema.alterTable("sessions", (t) => {
    // link, passkey or oidc. Null: a link, in a session that an earlier version opened.
    t.text("opened_by")
  })
  await knex.schema.alterTable("users", (t) => {
    t.bigInteger("signed_in_ms")
  })
}
