import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** The bank's name for what came back of a payout that had arrived. Until now it took the place of the transfer's. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "payouts", "return_reference", "text")
}
