import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

/**
 * Builds an index while the earlier version writes to the table. The migration needs `config = { transaction: false }`. It can be
 * repeated: a build that was interrupted has left an index that is not valid.
 */
export async function buildIndex(knex: Knex, name: string, on: string, kind: "INDEX" | "UNIQUE INDEX" = "INDEX"): Promise<void> {
  await dropIndex(knex, name)
  await knex.raw(`CREATE ${kind} ${concurrently(knex)} ${name} ON ${on}`)
}

/** Drops an index while others read and write the table. Does nothing where there is none. */
export async function dropIndex(knex: Knex, name: string): Promise<void> {
  await knex.raw(`DROP INDEX ${concurrently(knex)} IF EXISTS ${name}`)
}

const concurrently = (knex: Knex): string => (isPostgres(knex) && !knex.isTransaction ? "CONCURRENTLY" : "")
