import type { Knex } from "knex"
import { id } from "./columns.ts"

/** The users of the dashboard, with their sessions and sign-in links. All times are real milliseconds of the database. */
export async function up(knex: Knex): Promise<void> {
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
  })
  await knex.raw("CREATE UNIQUE INDEX users_email ON users (email) WHERE removed_at_ms IS NULL")

  await knex.schema.createTable("login_links", (t) => {
    t.text("digest").primary()
    id(knex, t, "user_id").notNullable()
    t.bigInteger("expires_at_ms").notNullable().index()
  })

  await knex.schema.createTable("sessions", (t) => {
    t.text("digest").primary()
    id(knex, t, "user_id").notNullable().index()
    t.bigInteger("created_ms").notNullable().index()
    t.bigInteger("seen_ms").notNullable()
  })
}
