import type { Knex } from "knex"
import { requestTables } from "../../request-tables.ts"

/** Tables that SQLite has in files of their own: the request log, and what may be lost in a crash, which is unlogged here. */
export async function createTablesOfPostgres(knex: Knex): Promise<void> {
  await knex.raw(requestTables("postgres"))
  // The counters of rate-limiter-flexible.
  await knex.raw(
    "CREATE UNLOGGED TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)",
  )
  // The windows of publishable keys, of which a payer's address may use a share.
  await knex.raw("CREATE UNLOGGED TABLE rate_windows (key varchar(255) PRIMARY KEY, value text NOT NULL, expire bigint NOT NULL)")
  await knex.raw(
    `CREATE UNLOGGED TABLE short_lived_keys (id text COLLATE "C" PRIMARY KEY, sealed text NOT NULL, made_ms bigint NOT NULL)`,
  )
}
