import type { Knex } from "knex"

/** The name of an API key, and the parts of it that may be shown. Null for keys of before, and of processes of the previous version. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("api_keys", (t) => {
    t.text("name")
    t.text("prefix")
    t.text("last4")
  })
}
