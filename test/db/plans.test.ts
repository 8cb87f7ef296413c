import Sqlite from "better-sqlite3"
import { expect } from "chai"
import pg from "pg"
import { sqliteFile } from "../../src/db/connect.ts"
import { requestTables } from "../../src/db/request-tables.ts"
import { statements } from "../../src/db/statement.ts"
import { UNLOGGED_TABLES } from "../../src/db/unlogged.ts"
import { type Databases, freshDatabases, kind } from "../support/databases.ts"
// These imports load every store, and so every statement.
import "../../src/serve.ts"
import "../../src/cli/attention.ts"
import "../../src/cli/deliveries.ts"
import "../../src/cli/encryption.ts"
import "../../src/cli/integrations.ts"
import "../../src/cli/keys.ts"
import "../../src/cli/listen/command.ts"
import "../../src/cli/logs.ts"
import "../../src/cli/money-back.ts"
import "../../src/cli/plans.ts"
import "../../src/web/dashboard/app.ts"

/** Tables that are always small, or that are read whole on purpose. */
const MAY_BE_SCANNED =
  /^(accounts|api_keys|encryption_keys|knex_migrations|settings|plans|integrations|clock_turns|failing_work|short_lived_keys)$/

describe("Every statement", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases({})
  })
  after(() => databases.remove())

  it("uses an index instead of scanning a table", async () => {
    expect(statements.length).to.be.greaterThan(80)
    const url = databases.env.TEST_DATABASE_URL!
    const scans = kind === "sqlite" ? sqliteScans(sqliteFile(url)) : await postgresScans(url)
    expect(scans, scans.join("\n")).to.deep.equal([])
  })

  // Postgres knows from its statistics that a customer has few rows.
  if (kind === "sqlite") {
    it("lists what belongs to one customer or payment intent by its index, whatever else is filtered", () => {
      const database = new Sqlite(sqliteFile(databases.env.TEST_DATABASE_URL!))
      const lists = statements.map((statement) => statement.compiled("sqlite").sql).filter((sql) => / limit \?/.test(sql))
      const owned = lists.flatMap((sql) => {
        const owner = /from `(?:payment_intents|refunds)` where `account` = \? and (customer|payment_intent) = \?/.exec(sql)?.[1]
        return owner ? [{ sql, owner }] : []
      })
      expect(owned.length).to.be.at.least(18)
      for (const { sql, owner } of owned) expect(planOf(database, sql).join(), sql).to.contain(`account=? AND ${owner}=?`)
      database.close()
    })
  }
})

function sqliteScans(file: string): string[] {
  const database = new Sqlite(file)
  database.exec(UNLOGGED_TABLES)
  database.exec(requestTables("sqlite"))
  const scans = statements.flatMap((statement) => {
    const { sql } = statement.compiled("sqlite")
    return (
      planOf(database, sql)
        .map((detail) => /^SCAN (\w+)(?! USING)/.exec(detail)?.[1])
        .filter((table) => table !== undefined && isTable(database, table) && !MAY_BE_SCANNED.test(table))
        // For an insert into a referenced table, SQLite plans a scan of the referring table but never runs it.
        .filter(() => !/^insert /i.test(sql))
        .map((table) => `${table}: ${sql}`)
    )
  })
  database.close()
  return scans
}

function planOf(database: Sqlite.Database, sql: string): string[] {
  const parameters = Array.from(sql.matchAll(/\?/g), () => null)
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[]
  return plan.map(({ detail }) => detail)
}

function isTable(database: Sqlite.Database, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined
}

async function postgresScans(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // A scan is the cheapest plan for an empty table. With scans off, only statements without an index still show one.
    await client.query("SET enable_seqscan = off")
    const scans: string[] = []
    for (const statement of statements) {
      const { sql } = statement.compiled("postgres")
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${sql}`)
      for (const row of rows) {
        const table = /Seq Scan on (\w+)/.exec(row["QUERY PLAN"])?.[1]
        if (table && !MAY_BE_SCANNED.test(table)) scans.push(`${table}: ${sql}`)
      }
    }
    return scans
  } finally {
    await client.end()
  }
}
