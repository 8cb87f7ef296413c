import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { columnsOf, tableNames } from "../../src/db/schema.ts"
import { apiRequests } from "../../src/requests/table.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import "../support/databases/every-statement.ts"
import { sql } from "../support/databases/sql.ts"

/** `table.column`: columns that this version no longer uses, so that a later one can drop them. */
const UNUSED = ["subscriptions.dead_payment_method"]

/**
 * Columns that only Postgres has. On SQLite the rowid is the order in which events are written, and short-lived keys and the log of
 * requests are in other files.
 */
const OF_POSTGRES = [
  "events.written",
  ...["id", "sealed", "made_ms"].map((column) => `short_lived_keys.${column}`),
  ...apiRequests.names.map((column) => `api_requests.${column}`),
]

const COLUMNS: Record<string, string> = {
  sqlite: `SELECT tables.name AS "table", columns.name AS "column"
           FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  postgres: `SELECT table_name AS "table", column_name AS "column"
             FROM information_schema.columns WHERE table_schema = 'public'`,
}

/** Tables of Knex, of SQLite and of the rate limiter, which no statement reads whole. */
const OTHERS = /^(knex_|sqlite_|rate_limits|rate_windows)/

describe("The list of columns", () => {
  let databases: Databases
  let database: Database
  before(async () => {
    databases = await freshDatabases()
    database = connect(databases.env.TEST_DATABASE_URL!, false)
  })
  after(async () => {
    await database.close()
    await databases.remove()
  })

  it("has every column of a migrated database, and no other", async () => {
    const rows = await database.all(sql<{ table: string; column: string }>(COLUMNS[kind]!), {})
    const inDatabase = rows.filter(({ table }) => !OTHERS.test(table)).map(({ table, column }) => `${table}.${column}`)
    const listed = tableNames().flatMap((table) => columnsOf(table).map((column) => `${table}.${column}`))
    const special = kind === "postgres" ? OF_POSTGRES : []
    expect([...listed, ...UNUSED, ...special].sort()).to.deep.equal(inDatabase.sort())
  })
})
