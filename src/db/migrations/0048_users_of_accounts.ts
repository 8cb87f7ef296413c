import type { Knex } from "knex"
import { buildIndex, dropIndex } from "./indexes.ts"

export const config = { transaction: false }

/**
 * An e-mail address is unique within an account, and among the users of every account. While processes of the previous version run, they
 * cannot add users, because their inserts name the index that is dropped.
 */
export async function up(knex: Knex): Promise<void> {
  const on = "users (email, coalesce(account, '')) WHERE removed_at_ms IS NULL"
  await buildIndex(knex, "users_email_account", on, "UNIQUE INDEX")
  await dropIndex(knex, "users_email")
}
