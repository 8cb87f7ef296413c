import type { AnyTable, Kind } from "./columns.ts"

type Row = Record<string, unknown>

/**
 * Returns what turns a row of the database into the row of its table, in place: JSON into its value, and 0 or 1 into a boolean. Columns
 * that the row lacks stay away. Undefined if the table has no such columns.
 */
export function decoderOf(table: AnyTable): ((row: Row) => void) | undefined {
  const names = (kind: Kind) => Object.keys(table.columns).filter((name) => table.columns[name]?.kind === kind)
  const booleans = names("boolean")
  const jsons = names("json")
  if (booleans.length + jsons.length === 0) return undefined
  return (row) => {
    for (const name of booleans) if (typeof row[name] === "number") row[name] = row[name] !== 0
    for (const name of jsons) if (typeof row[name] === "string") row[name] = parsed(table.name, name, row[name])
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
