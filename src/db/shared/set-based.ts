import type { Knex } from "knex"
import { must } from "../../base/must.ts"
import type { Kind } from "../columns.ts"
import {
  type AnyStatement,
  builders,
  type Definition,
  limited,
  marker,
  type Parts,
  parameterOf,
  readerOf,
  sqlOf,
  type Values,
  withColumns,
} from "../statement.ts"

type Row = Record<string, unknown>
type Query = Knex.QueryBuilder | Knex.Raw

/** A statement that does at once what another one does for each of several lists of values. */
export type SetBased = {
  sql: string
  name: string
  /** An array for each parameter, with its value in each list. */
  bind(lists: readonly Values[]): unknown[]
  /** Returns the rows of each list, in the order of the lists. */
  distribute(rows: readonly Row[], lists: readonly Values[]): Row[][]
  /** Names the row that a list of values changes. One statement cannot change a row twice. Undefined for a read. */
  rowOf: ((values: Values) => string) | undefined
}

const TYPES: Record<Kind, string> = {
  text: "text",
  integer: "bigint",
  real: "double precision",
  boolean: "boolean",
  json: "text",
}
const GIVEN = "given"
const columnOf = (parameter: string) => `given_${parameter}`
/** No column of a table has this name, and no column of a parameter. */
const POSITION = "list_position"

const known = new WeakMap<Definition, SetBased | "none">()
const knownLists = new WeakMap<Definition, SetBased | "none">()

/**
 * Restates a statement over `unnest … WITH ORDINALITY`, so that Postgres runs it once for many callers (docs/decisions/0027-sets.md). The
 * statement's own builder builds it, with columns in place of its parameters. Returns undefined for a statement that has no such form: raw
 * SQL, a limit that is a parameter, or a change that does not name its row by the whole primary key.
 */
export function setBased({ definition }: AnyStatement): SetBased | undefined {
  if (!definition) return undefined
  const found = known.get(definition) ?? restate(definition) ?? "none"
  known.set(definition, found)
  return found === "none" ? undefined : found
}

/** The same for a read whose limit is a parameter, with the usual limit in its text. Undefined for any other statement. */
export function setBasedList({ definition }: AnyStatement): SetBased | undefined {
  if (!definition?.parameters?.has("limit")) return undefined
  const found = knownLists.get(definition) ?? restateList(definition) ?? "none"
  knownLists.set(definition, found)
  return found === "none" ? undefined : found
}

function restateList(definition: Definition): SetBased | undefined {
  const parameters = new Map(definition.parameters)
  parameters.delete("limit")
  const others = { ...definition, parameters }
  if (!isNamed(others)) return undefined
  const query = overGiven(others)
  return (query as Parts)._method === "select" ? restatedRead(others, limited(query)) : undefined
}

type Named = Definition & Required<Pick<Definition, "parameters" | "key">>

function isNamed(definition: Definition): definition is Named {
  const { parameters, key } = definition
  return key !== undefined && parameters !== undefined && parameters.size > 0 && !parameters.has("limit")
}

function restate(definition: Definition): SetBased | undefined {
  if (!isNamed(definition)) return undefined
  const query = overGiven(definition)
  const { _method } = query as Parts
  // A raw query has no method.
  if (_method === "select") return restatedRead(definition, query)
  if (_method === "update") return restatedUpdate(definition, query as Knex.QueryBuilder)
  if (_method === "insert") return restatedInsert(definition, query as Knex.QueryBuilder)
  return undefined
}

/** The statement with columns in place of its parameters. */
function overGiven({ build, columns, parameters }: Named): Query {
  const k = builders.postgres
  const given = Object.fromEntries([...parameters.keys()].map((name) => [name, k.raw("??", [`${GIVEN}.${columnOf(name)}`])]))
  return withColumns(build(k, given), columns)
}

function restatedRead(definition: Named, query: Query): SetBased | undefined {
  const k = builders.postgres
  const all = k
    .select(`${GIVEN}.${POSITION}`, "found.*")
    .from(givenLists(definition))
    .joinRaw("CROSS JOIN LATERAL ? AS found", [query] as Knex.Value[])
  return compiled(all, byPosition, undefined)
}

function restatedUpdate(definition: Named, query: Knex.QueryBuilder): SetBased | undefined {
  const rowOf = rowIn(definition)
  if (!rowOf) return undefined
  // Knex declares only the name of a table.
  query.updateFrom(givenLists(definition) as unknown as string).returning([`${GIVEN}.${POSITION}`, ...returnedBy(query)])
  return compiled(query, byPosition, rowOf)
}

/** Nothing but its primary key tells which list an inserted row comes from. */
function restatedInsert(definition: Named, query: Knex.QueryBuilder): SetBased | undefined {
  const { key } = definition
  const rowOf = rowIn(definition)
  const values = (query as Parts)._single?.insert
  if (!rowOf || !isRowOfValues(values)) return undefined
  const k = builders.postgres
  const columns = Object.keys(values)
  const rows = k.raw(`(${columns.map(() => "??")}) SELECT ${columns.map(() => "?")} FROM ?`, [
    ...columns,
    ...Object.values(values),
    givenLists(definition),
  ])
  const returned = returnedBy(query)
  query.insert(rows).returning([...returned, ...key.filter((column) => !returned.includes(column))])
  // A row that exists is not changed by the values of a list: they are not known there.
  if (query.toSQL().sql.split(" on conflict ")[1]?.includes(`"${GIVEN}"`)) return undefined
  return compiled(query, byKey(key, rowOf), rowOf)
}

/** A subquery in an insert may count rows that the same statement inserts. */
function isRowOfValues(values: unknown): values is Record<string, Knex.Value> {
  const isSubquery = (value: unknown) => typeof value === "object" && value !== null && "_statements" in value
  return typeof values === "object" && values !== null && !Array.isArray(values) && !Object.values(values).some(isSubquery)
}

/**
 * All lists, with their positions. The subqueries hide the number of lists from the planner. Otherwise it would plan the statement anew for
 * small numbers, although the plan is the same for every number.
 */
function givenLists({ parameters }: Named): Knex.Raw {
  const names = [...parameters.keys()]
  const arrays = [...parameters.values()].map(({ kind }) => `(SELECT ?::${TYPES[kind]}[])`)
  return builders.postgres.raw(
    `unnest(${arrays.join(", ")}) WITH ORDINALITY AS ${GIVEN} (${names.map(() => "??").join(", ")}, ${POSITION})`,
    [...names.map(marker), ...names.map(columnOf)],
  )
}

/** The columns that a change returns. */
function returnedBy(query: Query): readonly string[] {
  const returned = (query as Parts)._single?.returning ?? []
  return [returned].flat() as string[]
}

/** Returns the values of the primary key in a list of values. Undefined if the parameters do not include the whole key. */
function rowIn({ key, parameters }: Named): ((values: Values) => string) | undefined {
  const names = key.map((column) => [...parameters].find(([, parameter]) => parameter.column === column)?.[0])
  if (names.includes(undefined)) return undefined
  return (values) => JSON.stringify(names.map((name) => values[name as string]))
}

function compiled(query: Query, distribute: SetBased["distribute"], rowOf: SetBased["rowOf"]): SetBased {
  const { sql, name, bindings } = sqlOf(query, "postgres")
  const arrays = bindings.map((binding) => {
    const read = readerOf(binding, sql, "postgres")
    const isParameter = parameterOf(binding) !== undefined
    return (lists: readonly Values[]) => (isParameter ? lists.map(read) : read({}))
  })
  const bind = (lists: readonly Values[]) => arrays.map((each) => each(lists))
  return { sql, name, bind, distribute, rowOf }
}

function byPosition(rows: readonly Row[], lists: readonly Values[]): Row[][] {
  const found: Row[][] = lists.map(() => [])
  for (const { [POSITION]: position, ...row } of rows) must(found[(position as number) - 1], "a list").push(row)
  return found
}

function byKey(key: readonly string[], rowOf: (values: Values) => string): SetBased["distribute"] {
  return (rows, lists) => {
    const found = new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row]))
    return lists.map((values) => {
      const row = found.get(rowOf(values))
      return row ? [row] : []
    })
  }
}
