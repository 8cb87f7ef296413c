import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

/** The windows of publishable keys, of which a payer's address may use a share. Unlogged, as losing one is harmless. SQLite has a file of its own. */
export async function up(knex: Knex): Promise<void> {
  if (!isPostgres(knex)) return
  await knex.raw("CREATE UNLOGGED TABLE rate_windows (key varchar(255) PRIMARY KEY, value text NOT NULL, expire bigint NOT NULL)")
}
