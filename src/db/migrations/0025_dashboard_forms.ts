import type { Knex } from "knex"
import { id } from "./columns.ts"

/**
 * Records when a session last proved its user by more than a link. Also stores the forms that were sent, so a form that is sent twice works
 * once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("sessions", (t) => {
    // Real milliseconds. Null: only a link proved the user.
    t.bigInteger("proved_ms")
  })
  await knex.schema.createTable("sent_forms", (t) => {
    // Random. Made by the page that showed the form.
    t.text("token").primary()
    id(knex, t, "user_id").notNullable()
    t.bigInteger("sent_ms").notNullable().index()
  })
}
