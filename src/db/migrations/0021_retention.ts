import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** Finds what is deleted together: the deliveries of an event. And what a row must outlive: the token of a card. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, "deliveries_message", "deliveries (message)")
  await buildIndex(knex, "tokens_card", "tokens (card) WHERE card IS NOT NULL")
}
