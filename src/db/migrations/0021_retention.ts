import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** Indexes for deletion: deliveries are deleted with their event, and a card outlives its token. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, "deliveries_message", "deliveries (message)")
  await buildIndex(knex, "tokens_card", "tokens (card) WHERE card IS NOT NULL")
}
