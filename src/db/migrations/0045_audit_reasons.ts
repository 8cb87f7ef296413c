import type { Knex } from "knex"

/** Why a payment or a subscription was canceled. Null for entries of before, of processes of the previous version, and where no reason was given. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("audit_log", (t) => void t.text("reason"))
}
