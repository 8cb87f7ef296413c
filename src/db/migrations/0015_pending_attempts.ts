import type { Knex } from "knex"

/** Attempts that an acquirer has accepted and does not finish are found by this index, however many it accepted lately. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("CREATE INDEX attempts_pending ON attempts (kind, polling_since) WHERE state = 'pending'")
}
