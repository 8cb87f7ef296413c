import type Sqlite from "better-sqlite3"
import { expect } from "chai"
import pg from "pg"
import { sqliteFile } from "../../src/db/drivers/connect.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import { openForStatements, statements } from "../support/databases/every-statement.ts"

/** It reads whole rows, so that it must be found. */
const READS_ALL = "SELECT * FROM accounts"

const addColumn = (table: string) => `ALTER TABLE "${table}" ADD COLUMN novelty integer`

// A newer version adds columns while this one runs. Postgres then refuses a prepared statement whose result has another column, and elsewhere
// the column would reach whoever uses the row.
describe("A column that a newer version adds", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases()
  })
  after(() => databases.remove())

  it("is in the result of no statement of this version", async () => {
    const texts = [READS_ALL, ...statements.map((each) => each.compiled(kind as "sqlite" | "postgres").sql)]
    expect(texts.length).to.be.greaterThan(500)
    const url = databases.env.TEST_DATABASE_URL!
    expect(await (kind === "sqlite" ? changedOnSqlite(sqliteFile(url), texts) : refusedByPostgres(url, texts))).to.deep.equal([
      READS_ALL,
    ])
  })
})

function changedOnSqlite(file: string, texts: string[]): string[] {
  const connection = openForStatements(file)
  try {
    const results = () => texts.map((text) => columnsOf(connection.prepare(text)))
    const before = results()
    const tables = connection.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    for (const { name } of tables) if (!name.startsWith("sqlite_")) connection.exec(addColumn(name))
    const after = results()
    return texts.filter((_, i) => after[i] !== before[i])
  } finally {
    connection.close()
  }
}

function columnsOf(statement: Sqlite.Statement): string {
  return statement.reader
    ? statement
        .columns()
        .map(({ name }) => name)
        .join()
    : ""
}

async function refusedByPostgres(url: string, texts: string[]): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const [i, text] of texts.entries()) await client.query(`PREPARE s${i} AS ${text}`)
    const { rows: tables } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    for (const { tablename } of tables) await client.query(addColumn(tablename))
    const { rows } = await client.query("SELECT name, cardinality(parameter_types) AS count FROM pg_prepared_statements")
    const counts = new Map(rows.map(({ name, count }) => [name, count]))
    const refused: string[] = []
    for (const [i, text] of texts.entries()) {
      const values = Array(counts.get(`s${i}`))
        .fill("NULL")
        .join()
      await client.query(`EXPLAIN EXECUTE s${i}${values && `(${values})`}`).catch((error: Error) => {
        if (!/must not change result type/.test(error.message)) throw error
        refused.push(text)
      })
    }
    return refused
  } finally {
    await client.end()
  }
}
