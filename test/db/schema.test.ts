import { expect } from "chai"
import type { AnyTable, Kind } from "../../src/db/columns.ts"
import { sqliteFile } from "../../src/db/drivers/connect.ts"
import { tables } from "../../src/db/table.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import "../support/databases/every-statement.ts"
import { referencesOf } from "./references-of.ts"
import { type Schema, schemaOfPostgres, schemaOfSqlite } from "./schema-of.ts"

/** Columns that this version no longer uses, so that a later one can drop them. */
const UNUSED = ["subscriptions.dead_payment_method"]

/** On SQLite the rowid is the order in which events are written. */
const OF_POSTGRES = ["events.written"]

/** SQLite counts these rows by their key. An index has the account. */
const KEYS_OF_SQLITE: Record<string, readonly string[]> = { total_deltas: ["id"] }

/** The types of both databases. JSON is text, and the declarations say which text is JSON. */
const KINDS: Record<string, "text" | Exclude<Kind, "json">> = {
  ...{ text: "text", bigint: "integer", integer: "integer", boolean: "boolean", "double precision": "real" },
}

describe("The declared tables", () => {
  let databases: Databases
  let schema: Schema
  before(async () => {
    databases = await freshDatabases()
    const url = databases.env.TEST_DATABASE_URL!
    schema = kind === "postgres" ? await schemaOfPostgres(url) : schemaOfSqlite(sqliteFile(url))
  })
  after(() => databases.remove())

  it("are the tables of a migrated database, with its columns, their kinds, and which can be null", () => {
    const declared = eachTable(({ name, columns }) =>
      Object.entries(columns).map(([column, { kind, isNullable }]) =>
        columnLine({ table: name, column, kind: kind === "json" ? "text" : kind, isNullable }),
      ),
    )
    const unused = kind === "postgres" ? [...UNUSED, ...OF_POSTGRES] : UNUSED
    const used = schema.columns.filter(({ table, column }) => !unused.includes(`${table}.${column}`))
    expectSame(
      declared,
      used.map((column) => columnLine({ ...column, kind: KINDS[column.type] ?? column.type })),
    )
  })

  it("have the primary keys and the unique keys of a migrated database", () => {
    const declared = eachTable(({ name: table, key, unique = [], uniqueOverAll = [] }) => [
      keyLine({ table, kind: "key", columns: (kind === "sqlite" && KEYS_OF_SQLITE[table]) || key }),
      ...[...unique, ...uniqueOverAll].map((columns) => keyLine({ table, kind: "unique", columns })),
    ])
    const whole = schema.keys.filter(({ columns }) => !columns.includes(null))
    expectSame(declared, whole.map(keyLine))
  })

  it("have the references of a migrated database, within one account", () => {
    const declared = eachTable((table) =>
      referencesOf(table).map(({ columns, to, toColumns }) => referenceLine({ table: table.name, columns, to, toColumns })),
    )
    expectSame(declared, schema.references.map(referenceLine))
  })
})

const eachTable = (lines: (table: AnyTable) => string[]) => [...tables.values()].flatMap(lines)

const columnLine = (column: { table: string; column: string; kind: string; isNullable: boolean }) =>
  `${column.table}.${column.column}: ${column.kind}${column.isNullable ? " or null" : ""}`

const keyLine = (key: { table: string; kind: "key" | "unique"; columns: readonly (string | null)[] }) =>
  `${key.table} ${key.kind} (${key.columns.join(", ")})`

const referenceLine = ({ table, columns, to, toColumns }: Schema["references"][number]) =>
  `${table} (${columns.join(", ")}) references ${to} (${toColumns.join(", ")})`

/** Compares lines in any order. The message has only the differences. */
function expectSame(declared: string[], found: string[]): void {
  const missing = found.filter((line) => !declared.includes(line)).map((line) => `not declared: ${line}`)
  const more = declared.filter((line) => !found.includes(line)).map((line) => `not in the database: ${line}`)
  expect([...missing, ...more].sort().join("\n")).to.equal("")
}
