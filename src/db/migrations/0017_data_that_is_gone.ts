import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex } from "./indexes.ts"

/** There is no transaction, so each step must be safe to repeat. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  if (isPostgres(knex)) await shortLivedKeys(knex)
  await endsOfLinks(knex)
}

/** On SQLite these keys are in a file of their own (src/db/unlogged.ts). */
async function shortLivedKeys(knex: Knex): Promise<void> {
  await knex.raw(
    `CREATE UNLOGGED TABLE IF NOT EXISTS short_lived_keys
       (id text COLLATE "C" PRIMARY KEY, sealed text NOT NULL, made_ms bigint NOT NULL)`,
  )
}

async function endsOfLinks(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasColumn("hosted_links", "due_at"))) {
    await knex.schema.alterTable("hosted_links", (t) => {
      // Account time. 0 for the links of earlier versions, which do not set it.
      t.bigInteger("due_at").notNullable().defaultTo(0)
    })
  }
  for (const [name, columns] of [
    ["hosted_links_payment_intent", "payment_intent"],
    ["hosted_links_due_at", "due_at"],
    ["hosted_links_account_due_at", "account, due_at"],
  ] as const) {
    await buildIndex(knex, name, `hosted_links (${columns})`)
  }
}
