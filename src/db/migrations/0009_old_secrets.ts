import type { Knex } from "knex"

/** The previous signing secret, which still signs for a while after a rotation. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("webhook_endpoints", (t) => {
    t.text("sealed_old_secret")
    // Real milliseconds, as receivers compare signatures with their own clock.
    t.bigInteger("old_secret_until_ms").index()
  })
}
