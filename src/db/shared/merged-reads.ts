import type pg from "pg"

/** The parameter values of one read: $1, $2 and so on. */
type Values = readonly unknown[]

const ARRAYS: Partial<Record<string, string>> = { string: "text[]", number: "bigint[]", boolean: "boolean[]" }
/** No column of a table has this name. */
const POSITION = "asked_position"

/** The merged text of each statement, by its name and the types of its values. */
const texts = new Map<string, string>()

/**
 * Merges several reads of one statement into one query. Each read is a subquery, which finds its row as the statement alone would.
 * Returns undefined if the type of a value is unknown, as for null.
 */
export function mergedRead({ name, text }: pg.QueryConfig, reads: readonly Values[]): pg.QueryConfig | undefined {
  const [first = []] = reads
  const columns = first.map((_, i) => reads.map((values) => values[i]))
  const types = columns.map(typeOf)
  if (types.length === 0 || !types.every((type) => type !== undefined)) return undefined
  const mergedName = `${name} ${types.map((type) => type.slice(0, 2)).join("")}`
  const merged = texts.get(mergedName) ?? mergedText(text, types)
  texts.set(mergedName, merged)
  return { name: mergedName, text: merged, values: columns }
}

function mergedText(text: string, types: readonly unknown[]): string {
  // The subqueries hide the number of values from the planner. Otherwise it would plan the query anew for small numbers. Planning takes
  // longer than running the query, and the plan is the same for every number.
  const arrays = types.map((type, i) => `(SELECT $${i + 1}::${type})`).join(", ")
  const names = types.map((_, i) => `p${i + 1}`).join(", ")
  const subquery = text.replace(/\$(\d+)/g, "asked.p$1")
  return `SELECT asked.${POSITION}, found.* FROM unnest(${arrays}) WITH ORDINALITY AS asked (${names}, ${POSITION})
    CROSS JOIN LATERAL (SELECT * FROM (${subquery}) AS rows LIMIT 1) AS found`
}

/** Returns the row of each of `count` reads, in their order. A read without a row gets undefined. */
export function rowsOfMerged(rows: readonly Record<string, unknown>[], count: number): (object | undefined)[] {
  const found = new Array<object | undefined>(count).fill(undefined)
  for (const { [POSITION]: position, ...row } of rows) found[(position as number) - 1] = row
  return found
}

function typeOf(values: Values): string | undefined {
  const type = typeof values[0]
  return values.every((value) => typeof value === type) ? ARRAYS[type] : undefined
}
