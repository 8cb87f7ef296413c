import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** Who pays out the money of an acquirer's charges: what was until now is paid out by the acquirer. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "acquirer_credentials", "funds", "text NOT NULL DEFAULT 'acquirer'")
}
