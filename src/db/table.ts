import type { Knex } from "knex"
import { must } from "../base/must.ts"
import type { AnyTable, Column, Columns, Keys } from "./columns.ts"
import { decoderOf } from "./decode.ts"
import type { Markers, Query, Rows, Sql } from "./rows.ts"
import { define, type Statement, type Parameter as StatementParameter } from "./statement.ts"

type RowOfColumns<C> = { -readonly [Name in keyof C]: C[Name] extends Column<infer Type> ? Type : never }

/** A row of a table, as statements read and write it on both databases. */
export type RowOf<T extends { readonly columns: Columns }> = RowOfColumns<T["columns"]>

/**
 * A parameter of a statement:
 * - `"state"` has the name and the type of the column `state`.
 * - `{ state: "from" }` is the parameter `from`, with the type of the column `state`.
 * - `{ lease_ms: milliseconds() }` is no column. Only the builder of the statement uses it.
 */
export type Parameter<Row> = (keyof Row & string) | { readonly [name: string]: string | Column<unknown> }
type Parameters<Row> = readonly Parameter<Row>[]

type ValueOf<Row, P> = P extends keyof Row
  ? { [Name in P]: Row[P] }
  : { [Name in keyof P as P[Name] extends string ? P[Name] : Name]: TypeOf<Row, Name, P[Name]> }
type TypeOf<Row, Name, Given> = Given extends Column<infer Type> ? Type : Name extends keyof Row ? Row[Name] : never
type Every<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never
type Plain<T> = { [Name in keyof T]: T[Name] }

/** The values that a statement with these parameters needs. */
export type ValuesOf<Row, P extends Parameters<Row>> = P extends readonly []
  ? Record<never, never>
  : Plain<Every<ValueOf<Row, P[number]>>>

/** Builds a query from the rows of the table, the parameters and `k`, which makes SQL. */
type Build<From, Values, Result> = (rows: From, p: Markers<Values>, k: Sql) => Query<Result>

/** A declared table, which defines the statements on its rows. */
export interface Table<C extends Columns, Row = RowOfColumns<C>> extends AnyTable {
  readonly columns: C
  /** The names of the columns, to return whole rows from an SQL text. */
  readonly names: readonly (keyof Row & string)[]
  /** A query within another statement, or on the table under another name. */
  rows(k: Sql, alias?: string): Rows<Row>
  /**
   * Defines any statement that begins at this table. `others` are the booleans and the JSON of its rows that are no columns of this table:
   * computed, or of another table.
   */
  statement<const P extends Parameters<Row>, Result>(
    parameters: P,
    build: Build<Rows<Row>, ValuesOf<Row, P>, Result>,
    others?: { readonly [Name in keyof NoInfer<Result>]?: Column<NoInfer<Result>[Name]> },
  ): Statement<Result, ValuesOf<Row, P>>
  /** Finds the rows whose columns have the values of the parameters. */
  find<const P extends Parameters<Row>, Result = Row>(
    by: P,
    refine?: Build<Rows<Row>, ValuesOf<Row, P>, Result>,
  ): Statement<Result, ValuesOf<Row, P>>
  /** Inserts a row with the values of the parameters. */
  insert<const P extends Parameters<Row>, Result = void>(
    values: P,
    refine?: Build<Rows<Row, void>, ValuesOf<Row, P>, Result>,
  ): Statement<Result, ValuesOf<Row, P>>
  /** Sets the columns `set` of the rows whose columns have the values of the parameters `by`. */
  update<const By extends Parameters<Row>, const Set extends Parameters<Row>, Result = void>(
    by: By,
    set: Set,
    refine?: Build<Rows<Row, void>, ValuesOf<Row, [...By, ...Set]>, Result>,
  ): Statement<Result, ValuesOf<Row, [...By, ...Set]>>
  /** Deletes the rows whose columns have the values of the parameters. */
  delete<const P extends Parameters<Row>, Result = void>(
    by: P,
    refine?: Build<Rows<Row, void>, ValuesOf<Row, P>, Result>,
  ): Statement<Result, ValuesOf<Row, P>>
}

/** Every table that the program has loaded, by its name. */
export const tables = new Map<string, AnyTable>()

/**
 * Declares a table: its columns in the order in which statements name them, and its keys. A statement that reads whole rows names exactly
 * these columns, so its rows stay the same after a newer version has added a column. A test compares the declarations with both databases.
 */
export function table<const C extends Columns>(name: string, columns: C, keys: Keys<keyof C & string>): Table<C> {
  const declared: AnyTable = { name, columns, decode: decoderOf(name, columns), ...keys }
  tables.set(name, declared)
  const statement = (parameters: AnyParameters, build: AnyBuild, others?: Columns) =>
    statementOn(declared, build, others, parametersOf(columns, parameters))
  const made = {
    ...declared,
    names: Object.keys(columns),
    rows: (k: Knex, alias?: string) => k(alias ? `${name} as ${alias}` : name),
    statement,
    find: (by: AnyParameters, refine = asItIs) => statement(by, (rows, p, k) => refine(rows.where(valuesOf(by, p)), p, k)),
    insert: (values: AnyParameters, refine = asItIs) =>
      statement(values, (rows, p, k) => refine(rows.insert(valuesOf(values, p)), p, k)),
    update: (by: AnyParameters, set: AnyParameters, refine = asItIs) =>
      statement([...by, ...set], (rows, p, k) => refine(rows.where(valuesOf(by, p)).update(valuesOf(set, p)), p, k)),
    delete: (by: AnyParameters, refine = asItIs) =>
      statement(by, (rows, p, k) => refine(rows.where(valuesOf(by, p)).delete(), p, k)),
  }
  // `Table` is a stricter type of Knex's own builder.
  return made as unknown as Table<C>
}

/** Defines a statement for code that serves several tables. Nothing checks the names of its columns and parameters. */
export function statementOn<Result>(
  table: AnyTable,
  build: AnyBuild,
  others?: Columns,
  parameters?: ReadonlyMap<string, StatementParameter>,
): Statement<Result> {
  return define((k, p) => build(k(table.name), p, k), {
    decode: others ? decoderOf(table.name, { ...table.columns, ...others }) : table.decode,
    columns: Object.keys(table.columns),
    key: table.key,
    parameters,
  })
}

/** The same table for code that serves several tables, and knows only the columns `C` of each. */
export function asTableOf<C extends Columns>(table: AnyTable & { readonly columns: C }): Table<C> {
  // The caller's table has the columns `C`. The compiler cannot compare tables of which one has more columns.
  return table as unknown as Table<C>
}

type AnyParameters = Parameters<Columns>
export type AnyBuild = (rows: Knex.QueryBuilder, p: Record<string, Knex.Value>, k: Knex) => Knex.QueryBuilder | Knex.Raw

const asItIs: AnyBuild = (rows) => rows

/** The columns that parameters stand for, each with the marker of its parameter. */
function valuesOf(parameters: AnyParameters, p: Record<string, Knex.Value>): Record<string, Knex.Value> {
  const values: Record<string, Knex.Value> = {}
  for (const [column, name] of namesOf(parameters)) if (typeof name === "string") values[column] = must(p[name], name)
  return values
}

/** The parameters of a statement by their names. */
function parametersOf(columns: Columns, parameters: AnyParameters): ReadonlyMap<string, StatementParameter> {
  return new Map<string, StatementParameter>(
    namesOf(parameters).map(([column, name]) =>
      typeof name === "string"
        ? [name, { kind: must(columns[column], column).kind, column }]
        : [column, { kind: name.kind, column: undefined }],
    ),
  )
}

/** Each parameter as a column and the name of its parameter, or as the name of a parameter and its type. */
function namesOf(parameters: AnyParameters): [string, string | Column<unknown>][] {
  return parameters.flatMap((parameter) => (typeof parameter === "string" ? [[parameter, parameter]] : Object.entries(parameter)))
}
