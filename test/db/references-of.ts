import type { AnyTable } from "../../src/db/columns.ts"
import { tables } from "../../src/db/table.ts"

/** The columns with which the rows of a table name rows of another, as its declaration says. Rows of accounts name the account, too. */
export function referencesOf({ of, references = {} }: AnyTable) {
  return Object.entries(references).map(([column, to = ""]) => {
    const isWithinAccount = of === "account" && tables.get(to)?.of === "account"
    return isWithinAccount
      ? { column, to, columns: ["account", column], toColumns: ["account", "id"] }
      : { column, to, columns: [column], toColumns: ["id"] }
  })
}
