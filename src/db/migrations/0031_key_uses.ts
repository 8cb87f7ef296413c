import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

/** The indexes are built without a transaction. */
export const config = { transaction: false }

/** When each API key was last used, and an index for the keys of an account. */
export async function up(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn("api_keys", "last_used_ms"))) {
    await knex.schema.alterTable("api_keys", (t) => {
      // Real milliseconds, a few minutes late at most. Null: never, or not since this column exists.
      t.bigInteger("last_used_ms")
    })
  }
  await buildIndex(knex, "api_keys_account_id", "api_keys (account, id)")
}
