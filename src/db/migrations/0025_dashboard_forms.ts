import type { Knex } from "knex"
import { id } from "./columns.ts"

/** When a session was last proved by more than a link, and the forms that were sent, so that one sent twice does its work once. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("sessions", (t) => {
    // Real milliseconds. Null: by a link alone.
    t.bigInteger("proved_ms")
  })
  await knex.schema.createTable("sent_forms", (t) => {
    // Random. The page that showed the form made it.
    t.text("token").primary()
    id(knex, t, "user_id").notNullable()
    t.bigInteger("sent_ms").notNullable().index()
  })
}
