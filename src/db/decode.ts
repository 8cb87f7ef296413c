import type { Columns, Decode, Kind } from "./columns.ts"

/**
 * Returns what turns a row of the database into the row of its table, in place: JSON into its value, and 0 or 1 into a boolean. Columns that
 * the row lacks stay away. Undefined if there is nothing to turn.
 */
export function decoderOf(table: string, columns: Columns): Decode | undefined {
  const namesOf = (kind: Kind) => Object.keys(columns).filter((name) => columns[name]?.kind === kind)
  const [booleans, jsons] = [namesOf("boolean"), namesOf("json")]
  if (booleans.length + jsons.length === 0) return undefined
  return (row) => {
    for (const name of booleans) if (typeof row[name] === "number") row[name] = row[name] !== 0
    for (const name of jsons) if (typeof row[name] === "string") row[name] = parsed(table, name, row[name])
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
