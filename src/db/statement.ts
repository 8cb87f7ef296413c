import { createHash } from "node:crypto"
import knex, { type Knex } from "knex"
import type { Kind } from "./columns.ts"

export type Dialect = "sqlite" | "postgres"

/** The values of a statement's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>

/**
 * An SQL statement, defined once with Knex and run prepared on either database (docs/decisions/0001-statements.md). `Values` has a member
 * for each parameter. A value that is absent must be given as null.
 */
export type Statement<Row, Given = Values> = {
  compiled(dialect: Dialect): Compiled
  /** Turns a row of the database into a `Row`, in place. */
  decode?(row: Record<string, unknown>): void
  /** How it was defined, for src/db/shared/set-based.ts. */
  definition?: Definition
  /** Never set. `row` and `values` only carry types. */
  row?: Row
  values?: (given: Given) => void
}

export type Compiled = {
  sql: string
  /** The name of the prepared statement in Postgres. It is the same in every process. */
  name: string
  /** Whether the statement certainly changes nothing. */
  onlyReads?: boolean
  bind(values: Values): unknown[]
  /**
   * On Postgres, the form of a list with the limit USUAL_LIMIT, which is written in its text. With a limit that is a parameter, Postgres
   * plans a statement anew at each run.
   */
  withUsualLimit?: Compiled | undefined
}

type Markers = Record<string, Knex.Value>
type Build = (k: Knex, p: Markers) => Knex.QueryBuilder | Knex.Raw

type Options = Pick<AnyStatement, "decode"> & {
  columns?: readonly string[]
  /** The columns whose types the parameters have, if all of them are known. */
  parameters?: ReadonlyMap<string, Parameter>
  /** The primary key of the table. */
  key?: readonly string[]
}
/** The kind of a parameter's values. `column` is the column that the parameter stands for. */
export type Parameter = { kind: Kind; column: string | undefined }

export type Definition = Options & { build: Build }

class Marker {
  readonly [member: string]: unknown
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Stands for the parameter `limit`, because Knex accepts only a number there. */
export const LIMIT = 2_147_000_001

/** The limit that most callers give: a page of ten rows, and the row that tells whether there are more. */
export const USUAL_LIMIT = 11

/** Stands for a parameter in a statement that serves several tables. Others get the markers of their parameters. */
export function marker(name: string): Knex.Value {
  return new Marker(name)
}

const markers = new Proxy<Markers>({}, { get: (_, name) => marker(String(name)) })

export const builders: Record<Dialect, Knex> = {
  sqlite: knex({ client: "better-sqlite3", useNullAsDefault: true }),
  postgres: knex({ client: "pg" }),
}

/** Every statement of the program, for the test of the query plans. */
export const statements: AnyStatement[] = []

/**
 * Defines a statement for the modules of this folder. Others define theirs on a declared table (src/db/table.ts). `decode` turns what the
 * database returns into rows of the table. `columns` are returned if the statement selects or returns whole rows: with `*`, Postgres
 * refuses a prepared statement after its table gets another column. Knex compiles a statement once for each dialect. Running the compiled
 * SQL is 18 times as fast for an INSERT.
 */
export function define<Row, Given>(build: Build, options: Options = {}): Statement<Row, Given> {
  const cache: Partial<Record<Dialect, Compiled>> = {}
  const made: Statement<Row, Given> = {
    compiled: (dialect) => {
      cache[dialect] ??= compile(build, dialect, options.columns)
      return cache[dialect]
    },
    decode: options.decode,
    definition: { build, ...options },
  }
  statements.push(made)
  return made
}

/**
 * The same statement, which Postgres plans at each run, with the size that its tables have then. It plans a prepared one once, and keeps the
 * plan until the table is analyzed. Worth it for a statement that joins many values with a large table and runs seldom.
 */
export function unprepared<Row, Given>(statement: Statement<Row, Given>): Statement<Row, Given> {
  return { ...statement, compiled: (dialect) => ({ ...statement.compiled(dialect), name: "" }) }
}

/** A command without parameters, such as TRUNCATE, in the SQL of one database. It has no query plan, so it is not in `statements`. */
export function command(sql: string): Statement<void, Record<never, never>> {
  return { compiled: () => ({ name: "", sql, bind: () => [] }) }
}

function compile(build: Build, dialect: Dialect, columns: readonly string[] | undefined): Compiled {
  const query = () => withColumns(build(builders[dialect], markers), columns)
  const compiled = compiledQuery(query(), dialect)
  const withUsualLimit = dialect === "postgres" && compiled.hasLimit ? compiledQuery(limited(query()), dialect) : undefined
  return { ...compiled, withUsualLimit }
}

function compiledQuery(query: Knex.QueryBuilder | Knex.Raw, dialect: Dialect): Compiled & { hasLimit: boolean } {
  const { sql, name, bindings } = sqlOf(query, dialect)
  const boundValues = bindings.map((binding) => readerOf(binding, sql, dialect))
  const bind = (values: Values) => boundValues.map((read) => read(values))
  const hasLimit = bindings.includes(LIMIT) && "limit" in query
  return { sql, name, onlyReads: /^select\b/i.test(sql), bind, hasLimit }
}

/** A query of a builder whose limit is a parameter, with the usual limit in its text. */
export function limited(query: Knex.QueryBuilder | Knex.Raw): Knex.QueryBuilder {
  return (query as Knex.QueryBuilder).limit(USUAL_LIMIT, { skipBinding: true })
}

/** The SQL of a query, the name of its prepared statement, and its bindings: values, and markers of parameters. */
export function sqlOf(query: Knex.QueryBuilder | Knex.Raw, dialect: Dialect) {
  const { sql: written, bindings } = query.toSQL().toNative()
  const sql = dialect === "sqlite" ? withFixedPlan(written) : written
  return { sql, name: createHash("sha256").update(sql).digest("hex").slice(0, 32), bindings }
}

/** Returns what gives the driver the value of a binding. It throws if `values` has no value of a marker's parameter. */
export function readerOf(binding: unknown, sql: string, dialect: Dialect): (values: Values) => unknown {
  const name = parameterOf(binding)
  if (name === undefined) {
    const value = driverValue(binding, dialect)
    return () => value
  }
  return (values) => {
    const value = values[name]
    if (value === undefined) throw new Error(`missing parameter '${name}' of the statement: ${sql}`)
    return driverValue(value, dialect)
  }
}

/** The name of the parameter that a binding is the marker of. Undefined if the binding is a value. */
export function parameterOf(binding: unknown): string | undefined {
  if (binding === LIMIT) return "limit"
  return binding instanceof Marker ? binding.name : undefined
}

/**
 * SQLite plans a statement again at each run if a parameter may affect the plan, such as that of a LIKE or LIMIT. Planning takes longer
 * than the run itself, and the plan could differ from the tested one. `+` changes no value, but it hides the parameter from the planner. So
 * a statement must contain the condition of a partial index as text: `status = 'pending'`.
 */
function withFixedPlan(sql: string): string {
  return sql.replaceAll("?", "+?")
}

/** A statement with any parameters. */
export type AnyStatement<Row = unknown> = Statement<Row, never>

/** The internals of a Knex builder. Knex has no public way to ask what it selects, inserts or returns. */
export type Parts = {
  _method?: string
  _single?: { returning?: unknown; insert?: unknown }
  _statements?: { grouping: string }[]
}

/** Names the columns of a query that selects or returns all of them. */
export function withColumns(
  query: Knex.QueryBuilder | Knex.Raw,
  columns: readonly string[] | undefined,
): Knex.QueryBuilder | Knex.Raw {
  const { _method, _single, _statements } = query as Parts
  if (!columns || !_single || !_statements) return query
  const builder = query as Knex.QueryBuilder
  if (_single.returning === "*") return builder.returning(columns)
  const selectsAll = _method === "select" && !_statements.some(({ grouping }) => grouping === "columns")
  return selectsAll ? builder.select(columns) : builder
}

/** Objects and lists are stored as JSON, and booleans on SQLite as 0 or 1. */
function driverValue(value: unknown, dialect: Dialect): unknown {
  if (typeof value === "string") return value
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) return JSON.stringify(value)
  return dialect === "sqlite" && typeof value === "boolean" ? Number(value) : value
}

/** Returns a row of the database as a row of the statement's table. */
export function decodedRow<Row>(statement: AnyStatement<Row>, row: unknown): Row | undefined {
  if (row !== undefined && statement.decode) statement.decode(row as Record<string, unknown>)
  return row as Row | undefined
}

export function decodedRows<Row>(statement: AnyStatement<Row>, rows: unknown[]): Row[] {
  if (statement.decode) for (const row of rows) statement.decode(row as Record<string, unknown>)
  return rows as Row[]
}
