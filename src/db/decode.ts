import type { AnyTable } from "./columns.ts"

type Row = Record<string, unknown>

/**
 * Returns what turns a row of the database into the row of its table, in place: JSON into its value, and 0 or 1 into a boolean. The row may
 * have columns of several tables. Columns that it lacks stay away. Undefined if there is nothing to turn.
 */
export function decoderOf(tables: readonly AnyTable[]): ((row: Row) => void) | undefined {
  const columns = tables.flatMap((table) =>
    Object.entries(table.columns).map(([name, { kind }]) => ({ table: table.name, name, kind })),
  )
  const booleans = columns.filter(({ kind }) => kind === "boolean")
  const jsons = columns.filter(({ kind }) => kind === "json")
  if (booleans.length + jsons.length === 0) return undefined
  return (row) => {
    for (const { name } of booleans) if (typeof row[name] === "number") row[name] = row[name] !== 0
    for (const { table, name } of jsons) if (typeof row[name] === "string") row[name] = parsed(table, name, row[name])
  }
}

function parsed(table: string, column: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`The column '${column}' of a row of '${table}' is not JSON. The row was damaged or written by hand.`, {
      cause,
    })
  }
}
