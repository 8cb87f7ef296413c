import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** This index finds attempts that an acquirer has accepted but not finished, however many it accepted lately. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, "attempts_pending", "attempts (kind, polling_since) WHERE state = 'pending'")
}
