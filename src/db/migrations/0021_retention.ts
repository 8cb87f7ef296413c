import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** The deliveries of an event end with it. This index finds them. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, "deliveries_message", "deliveries (message)")
}
