import type { Column, Columns } from "./columns.ts"
import type { Statement } from "./statement.ts"
import { type RowOf, statementOn, type Table } from "./table.ts"

/**
 * Finds the row of any account by its id, for an operator who has only the id. Keys begin with the account, so it looks into each account.
 */
export function findAnywhere<C extends { account: Column<string>; id: Column<string> } & Columns>(
  table: Table<C>,
): Statement<RowOf<{ columns: C }>, { id: string }> {
  return statementOn(table, (rows, p) => rows.whereRaw("account IN (SELECT id FROM accounts)").where({ id: p.id }))
}
