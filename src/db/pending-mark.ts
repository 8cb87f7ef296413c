import type { Column } from "./columns.ts"
import type { Queries } from "./database.ts"
import { asTableOf, type Table } from "./table.ts"

/** How many pending rows are counted. */
const MOST_PENDING = 100

type MarkedColumns = { id: Column<string>; account: Column<string>; status: Column<string> }

/**
 * Makes a function that reads a text, which changes when an account gets a row of the table, and when a pending one moves on. It can be requested often,
 * because it reads little.
 */
export function pendingMark<C extends MarkedColumns>(table: Table<C>): (db: Queries, account: string) => Promise<string> {
  const { name } = table
  const now = asTableOf<MarkedColumns>(table).statement(["account"], (_, p, k) =>
    k.raw<{ newest: string | null; pending: number }>(
      `SELECT (SELECT id FROM ${name} WHERE account = ? ORDER BY id DESC LIMIT 1) AS newest,
         (SELECT count(*) FROM (SELECT 1 FROM ${name} WHERE account = ? AND status = 'pending' LIMIT ${MOST_PENDING}) AS waiting) AS pending`,
      [p.account, p.account],
    ),
  )
  return async (db, account) => {
    const { newest, pending } = await db.only(now, { account })
    return `${newest ?? ""}.${pending}`
  }
}
