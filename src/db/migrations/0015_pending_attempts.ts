import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** Attempts that an acquirer has accepted and does not finish are found by this index, however many it accepted lately. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, "attempts_pending", "attempts (kind, polling_since) WHERE state = 'pending'")
}
