/**
 * The columns of every table after all migrations. A statement that reads whole rows names exactly these columns. So its rows stay the same
 * after a newer version has added a column. A test compares this list with a migrated database.
 */
const TABLES: Record<string, string> = {}

/** Declared tables, until all are. */
export const DECLARED = new Map<string, string>()

/** On SQLite, these tables are in files of their own. */
const IN_OTHER_FILES = ["api_requests", "short_lived_keys"]

/**
 * Returns the names of all tables but those that SQLite has in other files. A declared table is among them once its module is loaded.
 */
export const tableNames = (): string[] =>
  [...Object.keys(TABLES), ...DECLARED.keys()].filter((name) => !IN_OTHER_FILES.includes(name))

/** Lists the columns of a table. Throws if the table is not in the list. */
export function columnsOf(table: string): string[] {
  const columns = DECLARED.get(table) ?? TABLES[table]
  if (columns === undefined) throw new Error(`src/db/schema.ts does not list the columns of '${table}'`)
  return columns.trim().split(/\s+/)
}
