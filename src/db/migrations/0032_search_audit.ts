import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** Finds the users of an account, and the entries of the audit log by action, actor and object. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, "users_account", "users (account, id)")
  for (const column of ["action", "actor", "target"])
    await buildIndex(knex, `audit_log_${column}`, `audit_log (account, ${column}, at_ms, id)`)
}
