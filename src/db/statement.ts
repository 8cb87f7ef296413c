import { createHash } from "node:crypto"
import knex, { type Knex } from "knex"

export type Dialect = "sqlite" | "postgres"

/** What a statement is run with: one value for each `p.name` that it was written over. `null` has to be said. */
export type Parameters = Record<string, string | number | boolean | null>

/** One SQL statement of a store: written once with Knex's builder, run prepared on either database. */
export type Statement<Row> = {
  compiled(dialect: Dialect): Compiled
  /** Never set: it only carries the type of a row. */
  row?: Row
}

export type Compiled = {
  sql: string
  /** A name that is the same in every process, for Postgres's prepared statements. */
  name: string
  bind(parameters: Parameters): unknown[]
}

// biome-ignore lint/suspicious/noExplicitAny: a marker stands for a value of whatever type Knex wants in its place
type Markers = Record<string, any>
type Build = (k: Knex, p: Markers) => Knex.QueryBuilder | Knex.Raw

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
 *     const findCustomer = statement<CustomerRow>((k, p) => k("customers").where({ account: p.account, id: p.id }))
 *     const row = await tx.one(findCustomer, { account, id })
 *
 * Knex is asked once for each dialect; from then on the driver runs the finished SQL (18 times as fast for an INSERT).
 */
export function statement<Row>(build: Build): Statement<Row> {
  const cache: Partial<Record<Dialect, Compiled>> = {}
  const made: Statement<Row> = {
    compiled: (dialect) => {
      cache[dialect] ??= compile(build, dialect)
      return cache[dialect]
    },
  }
  statements.push(made)
  return made
}

function compile(build: Build, dialect: Dialect): Compiled {
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
