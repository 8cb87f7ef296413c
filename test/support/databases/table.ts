import type { AnyTable } from "../../../src/db/columns.ts"
import { table, tables } from "../../../src/db/table.ts"

/** On SQLite, these tables are in files of their own. */
const IN_OTHER_FILES = ["api_requests", "short_lived_keys"]

/** The declared tables of the main database. A table is declared once its module is loaded. */
export const mainTables = (): AnyTable[] => [...tables.values()].filter(({ name }) => !IN_OTHER_FILES.includes(name))

/** Declares a table that only a test makes. It is not among the tables of the program, which a test compares with the databases. */
export const testTable: typeof table = (name, columns, keys) => {
  const made = table(name, columns, keys)
  tables.delete(name)
  return made
}
