import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"

export const config = { transaction: false }

/** The card network's number of a sale, by which a chargeback finds it. The version before writes none. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "charge_references", "arn", "text")
  await buildIndex(knex, "charge_references_arn", "charge_references (account, arn) WHERE arn IS NOT NULL")
}
