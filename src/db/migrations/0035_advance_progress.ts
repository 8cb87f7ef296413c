import type { Knex } from "knex"
import { seconds } from "./columns.ts"

/** Where an advance of a test clock began, from which its progress is computed. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("clock_turns", (t) => {
    // Null until the turn comes, and for a turn that a process of the previous version began.
    seconds(t, "began_at")
  })
}
