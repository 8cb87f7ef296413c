import type { Column, Columns } from "./columns.ts"
import { isPostgres } from "./dialect.ts"
import { ownAccount } from "./here.ts"
import type { Sql } from "./rows.ts"
import type { Statement } from "./statement.ts"
import { type RowOf, statementOn, type Table } from "./table.ts"

type WithId = { account: Column<string>; id: Column<string> } & Columns

/**
 * Finds the row of any account by its id, for an operator who has only the id. Keys begin with the account, so it looks into each account of
 * this database.
 */
export function findAnywhere<C extends WithId>(table: Table<C>): Statement<RowOf<{ columns: C }>, { id: string }> {
  return findIn(table, (k) => `SELECT id FROM accounts WHERE ${ownAccount(k)}`)
}

/**
 * The same for a payer's page, whose link names no account. It also finds what a move has left behind: the caller then reads the row of the account, and
 * asks the other databases.
 */
export function findOfPage<C extends WithId>(table: Table<C>): Statement<RowOf<{ columns: C }>, { id: string }> {
  return findIn(table, () => "SELECT id FROM accounts")
}

function findIn<C extends WithId>(
  table: Table<C>,
  accounts: (k: Sql) => string,
): Statement<RowOf<{ columns: C }>, { id: string }> {
  return statementOn(table, (rows, p, k) => {
    const all = accounts(k)
    return rows.whereRaw(isPostgres(k) ? `account = ANY(ARRAY(${all}))` : `account IN (${all})`).where({ id: p.id })
  })
}
