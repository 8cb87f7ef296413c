import type { Knex } from "knex"
import { id } from "./columns.ts"

/** There is no transaction, so each step must be safe to repeat. */
export const config = { transaction: false }

/** Tables whose rows know their account only through another table, and that table. */
const OWNERS = [
  { table: "delivery_attempts", column: "delivery", owner: "deliveries" },
  { table: "subscription_charges", column: "subscription", owner: "subscriptions" },
]

/** The number of rows that get their account in one transaction. */
const BATCH = 5000

/**
 * Every row names its account, so the tables can be partitioned by it. Rows that a process of the previous version writes have none until
 * the next release.
 */
export async function up(knex: Knex, batch = BATCH): Promise<void> {
  for (const { table, column, owner } of OWNERS) {
    if (!(await knex.schema.hasColumn(table, "account"))) await knex.schema.alterTable(table, (t) => void id(knex, t, "account"))
    for (let after = ""; ; ) {
      const owners: { id: string }[] = await knex(owner).where("id", ">", after).orderBy("id").limit(batch).select("id")
      const last = owners.at(-1)?.id
      if (last === undefined) break
      await knex(table)
        .where(column, ">", after)
        .where(column, "<=", last)
        .whereNull("account")
        .update({
          account: knex(owner)
            .where("id", knex.ref(`${table}.${column}`))
            .select("account"),
        })
      after = last
    }
  }
}
