import type { Knex } from "knex"
import { dropIndex } from "./account-keys/indexes.ts"

/**
 * A merchant may refund a payment several times. The lock of the payment keeps two refunds from taking the same money, so the release before
 * this one still makes one refund without this index.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await dropIndex(knex, "refunds_ordered")
}
