import type { Knex } from "knex"
import { buildIndex, dropIndex } from "./indexes.ts"

export const config = { transaction: false }

/**
 * The refunds of some days and a status are listed and summed up from one index, without their rows. While processes of the previous
 * version run, their lists of refunds by status are slow.
 */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, "refunds_of_days", "refunds (account, status, created, id, reason, currency, amount)")
  await dropIndex(knex, "refunds_status")
}
