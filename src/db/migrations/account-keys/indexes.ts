import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"

/**
 * Builds an index while the previous version writes to the table. The migration needs `config = { transaction: false }`. Safe to repeat: an
 * interrupted build leaves an invalid index, which is replaced.
 */
export async function buildIndex(knex: Knex, name: string, on: string, kind: "INDEX" | "UNIQUE INDEX" = "INDEX"): Promise<void> {
  await dropIndex(knex, name)
  await knex.raw(`CREATE ${kind} ${concurrently(knex)} ${name} ON ${on}`)
}

/** Drops an index while others read and write the table. Does nothing if the index does not exist. */
export async function dropIndex(knex: Knex, name: string): Promise<void> {
  await knex.raw(`DROP INDEX ${concurrently(knex)} IF EXISTS ${name}`)
}

const concurrently = (knex: Knex): string => (isPostgres(knex) && !knex.isTransaction ? "CONCURRENTLY" : "")
