import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { INDEXED } from "../request-tables.ts"
import { buildIndex, dropIndex } from "./indexes.ts"

export const config = { transaction: false }

/**
 * Most requests are about a payment intent, and two indexes had the same entry for them. On SQLite the log of requests is in a file of its
 * own (src/db/sqlite.ts). While processes of the previous version run, their lists of requests about other resources are slow.
 */
export async function up(knex: Knex): Promise<void> {
  if (!isPostgres(knex)) return
  await buildIndex(knex, "api_requests_by_resource", `api_requests (resource, seq) WHERE ${INDEXED.resource}`)
  await dropIndex(knex, "api_requests_resource")
}
