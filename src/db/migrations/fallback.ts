import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** An acquirer may take over sales of a payment method that another one has. A process of the release before sends no sale to it. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "acquirer_credentials", "fallback_for", "text")
  await addColumn(knex, "attempts", "fallback_reason", "text")
}
