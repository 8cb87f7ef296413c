import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

/** The indexes are built outside of a transaction. */
export const config = { transaction: false }

/** The last use of each API key, and an index of an account's keys. */
export async function up(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn("api_keys", "last_used_ms"))) {
    await knex.schema.alterTable("api_keys", (t) => {
      // Real milliseconds, at most a few minutes late. Null: not used since this column exists.
      t.bigInteger("last_used_ms")
    })
  }
  await buildIndex(knex, "api_keys_account_id", "api_keys (account, id)")
}
