import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** Events that a version does not have, although it has their type. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "events", "since", "text")
}
