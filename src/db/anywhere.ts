import type { Column, Columns } from "./columns.ts"
import { isPostgres } from "./dialect.ts"
import type { Statement } from "./statement.ts"
import { type RowOf, statementOn, type Table } from "./table.ts"

/**
 * Finds the row of any account by its id, for an operator who has only the id. Keys begin with the account, so it looks into each account.
 */
export function findAnywhere<C extends { account: Column<string>; id: Column<string> } & Columns>(
  table: Table<C>,
): Statement<RowOf<{ columns: C }>, { id: string }> {
  return statementOn(table, (rows, p, k) => {
    const all = "SELECT id FROM accounts"
    return rows.whereRaw(isPostgres(k) ? `account = ANY(ARRAY(${all}))` : `account IN (${all})`).where({ id: p.id })
  })
}
