// Notes in a file how many confirms share each commit on Postgres, for make faults.
import { appendFileSync } from "node:fs"
import { beforeStatements } from "../databases/statements.ts"

/** Notes each COMMIT of a transaction that stores attempts. Returns how many attempts the transactions under way have stored. */
export function noteCommits(file: string): () => number {
  /** The attempts that the open transaction of each connection has stored. */
  const stored = new Map<unknown, number>()
  beforeStatements((sql, connection) => {
    const { text = String(sql), values = [] } = sql as { text?: string; values?: unknown[] }
    if (text.startsWith("BEGIN") || text === "ROLLBACK") stored.delete(connection)
    else if (text === "COMMIT") {
      if (stored.has(connection)) appendFileSync(file, `commit ${stored.get(connection)}\n`)
      stored.delete(connection)
    } else if (/^(insert into|update) "attempts"/.test(text))
      stored.set(connection, Math.max(stored.get(connection) ?? 0, listsOf(text, values)))
  })
  return () => [...stored.values()].reduce((sum, each) => sum + each, 0)
}

/** A statement that does the work of several has an array for each parameter. */
function listsOf(text: string, values: unknown[]): number {
  const [first] = values
  return text.includes("unnest(") && Array.isArray(first) ? first.length : 1
}
