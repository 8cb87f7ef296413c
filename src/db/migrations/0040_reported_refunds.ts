import type { Knex } from "knex"
import { buildIndex, dropIndex } from "./indexes.ts"

export const config = { transaction: false }

/**
 * A payment has one refund that was created here. Refunds that its acquirer reports (a refund in its portal, a chargeback) come in
 * addition. Processes of the previous version write no reported refunds.
 */
export async function up(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn("refunds", "reported")))
    await knex.schema.alterTable("refunds", (t) => {
      t.boolean("reported").notNullable().defaultTo(false)
    })
  await buildIndex(
    knex,
    "refunds_ordered",
    "refunds (account, payment_intent) WHERE status <> 'failed' AND NOT reported",
    "UNIQUE INDEX",
  )
  await dropIndex(knex, "refunds_one")
}
