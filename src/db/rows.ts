// The types of the query builder as statements see it. At run time, it is Knex's builder.
import type { Knex } from "knex"

declare const RESULT: unique symbol
declare const TYPE: unique symbol

/** Stands for the parameter of a statement, whose value is of type `Type`. */
export type Marker<Type> = { readonly name: string; readonly [TYPE]?: Type }

export type Markers<Values> = { readonly [Name in keyof Values]: Marker<Values[Name]> }

/** Some of the markers, as the columns of a row. */
export function pick<Values, Name extends keyof Values>(p: Markers<Values>, names: readonly Name[]): Markers<Pick<Values, Name>> {
  return Object.fromEntries(names.map((name) => [name, p[name]])) as Markers<Pick<Values, Name>>
}

/** The names of a row's members, as parameters of a statement. */
export function namesOf<Row extends object>(row: Row): (keyof Row & string)[] {
  return Object.keys(row) as (keyof Row & string)[]
}

/** Names without some of them. */
export function without<Name extends string, Left extends Name>(
  names: readonly Name[],
  left: readonly Left[],
): Exclude<Name, Left>[] {
  const others: readonly string[] = left
  return names.filter((name): name is Exclude<Name, Left> => !others.includes(name))
}

/** A query whose rows are of type `Result`. */
export interface Query<out Result> {
  readonly [RESULT]?: Result
}

/** An SQL text. Its bindings replace `?`, or `:name` if they are an object. */
export type Raw<Result = unknown> = Knex.Raw & Query<Result>

type Value<Type> = Type | Marker<Type> | Query<unknown>
type Values<Row> = { [Name in keyof Row]?: Value<Row[Name]> }
type Name<Row> = keyof Row & string
type Direction = "asc" | "desc"
type Comparison = "<" | "<=" | ">" | ">=" | "<>"
type Group<Row> = (rows: Rows<Row>) => void
type Bindings = readonly Binding[] | Readonly<Record<string, Binding>>
export type Binding = Marker<unknown> | Query<unknown> | string | number | boolean | null | readonly string[]

/** What a statement builds with, besides the rows of its table. */
export interface Sql {
  readonly client: Knex["client"]
  raw<Result>(sql: string, bindings?: Bindings): Raw<Result>
  /** A column in place of a value. */
  ref(column: string): Raw
}

/**
 * A query on the rows of one table. Each name is checked against the columns of the table, and each value against the type of its column.
 * What has no place here is written as SQL, by `whereRaw` or `Sql.raw`.
 */
export interface Rows<Row, out Result = Row> extends Query<Result> {
  where(values: Values<Row>): this
  where(group: Group<Row>): this
  where<C extends Name<Row>>(column: C, operator: Comparison, value: Value<Row[C]>): this
  orWhere(group: Group<Row>): this
  orWhere<C extends Name<Row>>(column: C, operator: Comparison, value: Value<Row[C]>): this
  whereNot(values: Values<Row>): this
  whereIn<C extends Name<Row>>(column: C, values: readonly Value<Row[C]>[] | Query<unknown>): this
  whereNull(column: Name<Row>): this
  orWhereNull(column: Name<Row>): this
  whereNotNull(column: Name<Row>): this
  whereBetween<C extends Name<Row>>(column: C, range: readonly [Value<Row[C]>, Value<Row[C]>]): this
  whereRaw(sql: string, bindings?: Bindings): this
  whereExists(query: Query<unknown>): this
  whereNotExists(query: Query<unknown>): this
  orderBy(column: Name<Row>, direction?: Direction): this
  orderBy(columns: readonly { column: Name<Row>; order: Direction }[]): this
  orderByRaw(sql: string): this
  groupBy(...columns: Name<Row>[]): this
  limit(most: number): this
  /** Locks the rows until the transaction ends. SQLite ignores it, because it has one writer at a time. */
  forUpdate(): this
  /** Locks the rows in the same way, but lets others insert rows that refer to them. SQLite ignores it, too. */
  forNoKeyUpdate(): this
  /** Keeps the rows as they are until the transaction ends, except for other readers. SQLite ignores it, too. */
  forShare(): this
  /** Keeps the rows from being deleted, and their keys from changing. SQLite ignores it, too. */
  forKeyShare(): this
  unionAll(query: Query<Result>): this

  /** Reads the table with a clause of one database, such as the name of an index. */
  from(table: Raw): this
  /** Joins another table. `left` and `right` are columns with their tables, such as `accounts.id`. */
  join(table: string, left: string, right: string): Joined
  /** Joins another table by several columns. */
  join(table: string, on: Readonly<Record<string, string>>): Joined

  select<C extends Name<Row>>(...columns: C[]): Rows<Row, Pick<Row, C>>
  /** Selects other expressions than columns. */
  select<Selected extends object>(
    ...columns: (Name<Row> | Query<unknown> | Record<string, Query<unknown>>)[]
  ): Rows<Row, Selected>
  distinct<C extends Name<Row>>(...columns: C[]): Rows<Row, Pick<Row, C>>
  min<Alias extends string, C extends Name<Row>>(column: Record<Alias, C>): Rows<Row, Record<Alias, Row[C] | null>>
  max<Alias extends string, C extends Name<Row>>(column: Record<Alias, C>): Rows<Row, Record<Alias, Row[C] | null>>
  count<Alias extends string>(column: Record<Alias, "*">): Rows<Row, Record<Alias, number>>
  as(alias: string): Query<Result>

  insert(values: Values<Row> | readonly Values<Row>[]): Rows<Row, void>
  update(values: Values<Row>): Rows<Row, void>
  delete(): Rows<Row, void>
  onConflict(columns: Name<Row> | readonly Name<Row>[] | Raw): {
    ignore(): Rows<Row, void>
    merge(columns?: readonly Name<Row>[] | Values<Row>): Rows<Row, void>
  }
  /** Returns the rows that were inserted, updated or deleted: whole, or some of their columns. */
  returning(all: "*"): Rows<Row, Row>
  returning<C extends Name<Row>>(columns: C | readonly C[]): Rows<Row, Pick<Row, C>>
}

/** A query on several tables. Each name has its table before it. Nothing checks the names, so `select` says what the rows are. */
export interface Joined<out Result = unknown> extends Query<Result> {
  join(table: string, left: string, right: string): this
  join(table: string, on: Readonly<Record<string, string>>): this
  where(values: Readonly<Record<string, Value<unknown>>>): this
  where(column: string, operator: Comparison, value: Value<unknown>): this
  whereNull(column: string): this
  whereNotNull(column: string): this
  whereBetween(column: string, range: readonly [Value<unknown>, Value<unknown>]): this
  whereRaw(sql: string, bindings?: Bindings): this
  orderBy(column: string, direction?: Direction): this
  orderBy(columns: readonly { column: string; order: Direction }[]): this
  limit(most: number): this
  select<Selected extends object>(...columns: (string | Query<unknown>)[]): Joined<Selected>
}
