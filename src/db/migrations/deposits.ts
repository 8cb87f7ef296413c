import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"

export const config = { transaction: false }

const TABLE = "acquirer_openings"

/** When the deposits of acquirers without statements are made: src/statements/settling/without-statements.ts. */
export async function up(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn(TABLE, "unpaid_from")))
    await knex.schema.alterTable(TABLE, (t) => {
      t.integer("unpaid_from")
      t.bigInteger("due_at")
      t.bigInteger("held_until_ms").notNullable().defaultTo(0)
    })
  await buildIndex(knex, "acquirer_openings_due", `${TABLE} (due_at) WHERE due_at IS NOT NULL`)
  await buildIndex(knex, "acquirer_openings_account_due", `${TABLE} (account, due_at) WHERE due_at IS NOT NULL`)
}
