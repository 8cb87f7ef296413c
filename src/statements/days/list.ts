// The days and the files that an account's pages list.
import { integer } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { LIMIT } from "../../db/statement.ts"
import { type AccountStatementRow, accountStatements, statementDays, statementDifferences } from "../tables.ts"

const newestDays = statementDays.statement(["account", { limit: integer() }], (rows, p) =>
  rows.where({ account: p.account, kind: "sales" }).orderBy("day", "desc").limit(LIMIT).select<{ day: number }>("day"),
)
const openDays = statementDifferences.statement(["account", { limit: integer() }], (_, p, k) =>
  k.raw<{ day: number; count: number }>(
    `SELECT day, count(*) AS count FROM statement_differences
     WHERE account = ? AND day IS NOT NULL AND ended_at IS NULL AND resolved_at IS NULL GROUP BY day ORDER BY day DESC LIMIT ?`,
    [p.account, LIMIT],
  ),
)
const newestFiles = accountStatements.find(["account", { limit: integer() }], (rows) => rows.orderBy("file", "desc").limit(LIMIT))

/** Days that statements cover, or on which something differs, newest first, with the number of open differences. */
export async function listDays(db: Queries, account: string, limit: number): Promise<{ day: number; open: number }[]> {
  const [days, open] = await Promise.all([db.all(newestDays, { account, limit }), db.all(openDays, { account, limit })])
  const counts = new Map(open.map(({ day, count }) => [day, count]))
  const all = [...new Set([...days.map(({ day }) => day), ...counts.keys()])].sort((a, b) => b - a)
  return all.map((day) => ({ day, open: counts.get(day) ?? 0 }))
}

/** The files that have lines of an account, or cover its sales, newest first. */
export function filesOfAccount(db: Queries, account: string, limit: number): Promise<AccountStatementRow[]> {
  return db.all(newestFiles, { account, limit })
}
