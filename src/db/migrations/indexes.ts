import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

/**
 * Builds an index while the earlier version writes to the table. The migration needs `config = { transaction: false }`. It can be
 * repeated: a build that was interrupted has left an index that is not valid.
 */
export async function buildIndex(knex: Knex, name: string, on: string): Promise<void> {
  const concurrently = isPostgres(knex) && !knex.isTransaction ? "CONCURRENTLY" : ""
  await knex.raw(`DROP INDEX ${concurrently} IF EXISTS ${name}`)
  await knex.raw(`CREATE INDEX ${concurrently} ${name} ON ${on}`)
}
