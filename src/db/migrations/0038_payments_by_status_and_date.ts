import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/**
 * A list of payments by status and date reads only its own rows. Postgres knows rare statuses from its statistics, and finds their payments
 * by the index of statuses.
 */
export async function up(knex: Knex): Promise<void> {
  if (isPostgres(knex)) return
  await buildIndex(knex, "payment_intents_status_created", "payment_intents (account, status, created, id)")
}
