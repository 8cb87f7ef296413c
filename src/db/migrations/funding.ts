import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** What a card is used as. A process of the release before knows credit cards only. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "cards", "funding", "text NOT NULL DEFAULT 'credit'")
}
