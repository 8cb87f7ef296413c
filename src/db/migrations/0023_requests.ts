import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { requestTables } from "../request-tables.ts"

/** The log of requests. On SQLite it is in a file of its own (src/db/sqlite.ts). */
export async function up(knex: Knex): Promise<void> {
  if (isPostgres(knex)) await knex.raw(requestTables("postgres"))
}
