import { createHash } from "node:crypto"
import knex, { type Knex } from "knex"

export type Dialect = "sqlite" | "postgres"

/** What a statement is run with: one value for each `p.name` that it was written over. `null` has to be said. */
export type Parameters<Name extends string = string> = Record<Name, string | number | boolean | null>

/** One SQL statement of a store: written once with Knex's builder, run prepared on either database. */
export type Statement<Row, Name extends string = string> = {
  compiled(dialect: Dialect): Compiled
  /** Never set: they only carry the types of a row and of the parameters' names. */
  row?: Row
  names?: Name
}

export type Compiled = {
  sql: string
  /** A name that is the same in every process, for Postgres's prepared statements. */
  name: string
  bind(parameters: Parameters): unknown[]
}

// biome-ignore lint/suspicious/noExplicitAny: a marker stands for a value of whatever type Knex wants in its place
type Markers<Name extends string = string> = Record<Name, any>
type Build<Name extends string> = (k: Knex, p: Markers<Name>) => Knex.QueryBuilder | Knex.Raw

class Marker {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Stands for the parameter `limit`: Knex takes nothing but a number there. */
export const LIMIT = 2_147_000_001

const markers = new Proxy({}, { get: (_, name) => new Marker(String(name)) }) as Markers

const builders: Record<Dialect, Knex> = {
  sqlite: knex({ client: "better-sqlite3", useNullAsDefault: true }),
  postgres: knex({ client: "pg" }),
}

/** Every statement of the program, for the test that looks at their query plans. */
export const statements: Statement<unknown>[] = []

/**
 * Writes a statement over named parameters:
 *
 *     const findCustomer = statement<CustomerRow, "account" | "id">((k, p) => k("customers").where({ account: p.account, id: p.id }))
 *     const row = await tx.one(findCustomer, { account, id })
 *
 * Knex is asked once for each dialect; from then on the driver runs the finished SQL (18 times as fast for an INSERT).
 */
export function statement<Row, Name extends string = string>(build: Build<Name>): Statement<Row, Name> {
  const cache: Partial<Record<Dialect, Compiled>> = {}
  const made: Statement<Row, Name> = {
    compiled: (dialect) => {
      cache[dialect] ??= compile(build, dialect)
      return cache[dialect]
    },
  }
  statements.push(made)
  return made
}

function compile(build: Build<string>, dialect: Dialect): Compiled {
  const { sql, bindings } = build(builders[dialect], markers).toSQL().toNative()
  const name = createHash("sha256").update(sql).digest("hex").slice(0, 32)
  const bind = (parameters: Parameters) => bindings.map((binding) => driverValue(resolve(binding, parameters, sql), dialect))
  return { sql, name, bind }
}

function resolve(binding: unknown, parameters: Parameters, sql: string): unknown {
  const name = binding === LIMIT ? "limit" : binding instanceof Marker ? binding.name : undefined
  if (name === undefined) return binding
  const value = parameters[name]
  if (value === undefined) throw new Error(`parameter '${name}' was not given to: ${sql}`)
  return value
}

function driverValue(value: unknown, dialect: Dialect): unknown {
  return dialect === "sqlite" && typeof value === "boolean" ? Number(value) : value
}
