import { foldedName } from "../base/folded-name.ts"
import type { AnyTable } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import { isHere, ownAccount } from "../db/here.ts"
import type { Sql } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import { statementOn } from "../db/table.ts"
import { accounts, customers } from "./tables.ts"

/** Every account has a name, and a customer may have none. */
const CUSTOMER_IS_UNFOLDED = "name IS NOT NULL AND name_folded IS NULL"
const ACCOUNT_IS_UNFOLDED = "name_folded IS NULL"

const foldingOf = (table: AnyTable, isUnfolded: (k: Sql) => string) => ({
  unfolded: statementOn<Record<string, string>>(table, (rows, _, k) =>
    rows
      .whereRaw(isUnfolded(k))
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
const FOLDINGS = [
  foldingOf(customers, (k) => `${CUSTOMER_IS_UNFOLDED} AND ${isHere(k)}`),
  foldingOf(accounts, (k) => `${ACCOUNT_IS_UNFOLDED} AND ${ownAccount(k)}`),
]

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
  rows
    .whereRaw(`${CUSTOMER_IS_UNFOLDED} AND ${isHere(k)}`)
    .select("id")
    .unionAll(
      accounts
        .rows(k)
        .whereRaw(`${ACCOUNT_IS_UNFOLDED} AND ${ownAccount(k)}`)
        .select("id"),
    )
    .limit(1),
)
