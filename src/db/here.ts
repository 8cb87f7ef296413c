// Leaves out what a move has left behind: an account's rows stay in its old database for a while (docs/decisions/0034-whole-accounts.md).
import { isPostgres } from "./dialect.ts"
import type { Sql } from "./rows.ts"
import { OWN_NAME } from "./tables.ts"

/**
 * A condition that the account of a row is in this database. For statements that do not name the account. Postgres looks the account up for each
 * row that all other conditions leave, and can make no join of it, so what it reads the rows by stays what it was. On SQLite there is one database.
 */
export function isHere(k: Sql, account = "account"): string {
  return isPostgres(k) ? `(SELECT ${ownAccount(k, "here")} FROM accounts AS here WHERE here.id = ${account})` : "true"
}

/** The same for a row of `accounts` itself. */
export function ownAccount(k: Sql, accounts = "accounts"): string {
  return isPostgres(k) ? `${accounts}.database = ${OWN_NAME}` : "true"
}
