import { foldedName } from "../base/folded-name.ts"
import type { AnyTable } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { statementOn } from "../db/table.ts"
import { accounts, customers } from "./tables.ts"

/** Every account has a name, and a customer may have none. */
const CUSTOMER_IS_UNFOLDED = "name IS NOT NULL AND name_folded IS NULL"
const ACCOUNT_IS_UNFOLDED = "name_folded IS NULL"

const foldingOf = (table: AnyTable, isUnfolded: string) => ({
  unfolded: statementOn<Record<string, string>>(table, (rows) =>
    rows
      .whereRaw(isUnfolded)
      .select(...table.key, "name")
      .orderBy("id")
      .limit(LIMIT),
  ),
  fold: statementOn<void>(table, (rows, p) =>
    rows
      .where(Object.fromEntries([...table.key, "name"].map((name) => [name, p[name]])))
      .whereNull("name_folded")
      .update({ name_folded: p.name_folded }),
  ),
})
const FOLDINGS = [foldingOf(customers, CUSTOMER_IS_UNFOLDED), foldingOf(accounts, ACCOUNT_IS_UNFOLDED)]

/**
 * Folds the names that a process of the previous version has written, at most `limit` of each table. Returns how many it found in the table
 * that has the most.
 */
export async function foldNames(tx: Transaction, limit: number): Promise<number> {
  let most = 0
  for (const { unfolded, fold } of FOLDINGS) {
    const rows = await tx.all(unfolded, { limit })
    for (const row of rows) await tx.run(fold, { ...row, name_folded: foldedName(row.name ?? "") })
    most = Math.max(most, rows.length)
  }
  return most
}

/** Finds a name that is not folded yet. */
export const anyUnfolded = customers.statement([], (rows, _, k) =>
  rows.whereRaw(CUSTOMER_IS_UNFOLDED).select("id").unionAll(accounts.rows(k).whereRaw(ACCOUNT_IS_UNFOLDED).select("id")).limit(1),
)
