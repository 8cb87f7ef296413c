import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect, sqliteFile } from "../../src/db/drivers/connect.ts"
import { contractions, type Migrations, migrations } from "../../src/db/migrations/index.ts"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { emptyDatabase, kind } from "../support/databases/databases.ts"
import { accountTables, RowMaker } from "../support/databases/rows-of-accounts.ts"
import { sql } from "../support/databases/sql.ts"
import { schemaOfPostgres, schemaOfSqlite } from "./schema-of.ts"

const only = (...names: string[]): Migrations =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))

/** What the release before writes with its own keys: each of these statements names one of them. */
const BY_OLD_KEYS = [
  "INSERT INTO failing_work (kind, item, account, since_ms, failures, message) VALUES ('a', 'b', 'acct_1', 1, 1, '') ON CONFLICT (kind, item) DO UPDATE SET failures = failing_work.failures + 1",
  "INSERT INTO mock_charges (id, account, created, reference, kind, amount, currency, status) VALUES ('ch_old', 'acct_1', 1, 'r', 'card', 1, 'brl', 'approved') ON CONFLICT (reference) DO NOTHING",
  "INSERT INTO mock_refunds (id, account, created, reference, charge, kind, amount) VALUES ('mre_old', 'acct_1', 1, 'r', 'ch_old', 'refund', 1) ON CONFLICT (reference) DO NOTHING",
]

describe("A database of the schema before, in which accounts shared their keys,", () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let database: Database
  /** The columns that the schema before has. */
  let stored: ReadonlySet<string>
  beforeEach(async () => {
    empty = await emptyDatabase()
    await migrateDatabase(empty.url, false, only("0049_base", "0050_confirmed_terms"))
    database = connect(empty.url, false)
  })
  afterEach(async () => {
    await database.close()
    await empty.remove()
  })

  const change = (text: string) => database.transaction((tx) => tx.run(sql(text), {}))
  const schemaOf = (url: string) => (kind === "postgres" ? schemaOfPostgres(url) : schemaOfSqlite(sqliteFile(url)))

  /** The tables of that schema. */
  const storedTables = () =>
    accountTables().filter(({ name, columns }) => Object.keys(columns).some((column) => stored.has(`${name}.${column}`)))

  /** Two accounts with a row in each table. Rows of the earliest versions have no account in two of them. */
  async function fill(): Promise<void> {
    const { columns } = await schemaOf(empty.url)
    stored = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    await database.transaction(async (tx) => {
      const rows = new RowMaker(tx, columns)
      for (const account of [await rows.account(), await rows.account()])
        for (const table of storedTables()) await rows.make(table, account)
    })
    for (const table of ["subscription_charges", "delivery_attempts"]) await change(`UPDATE ${table} SET account = NULL`)
  }

  /** Every row of each table, in the order in which it was written. */
  async function content(): Promise<Record<string, unknown[]>> {
    const order = kind === "postgres" ? "1" : "rowid"
    const read = storedTables().map(async ({ name, columns }) => {
      const others = Object.keys(columns).filter((column) => column !== "account" && stored.has(`${name}.${column}`))
      // A later migration writes the balance transactions of earlier payments, which adds to the totals.
      const earlier = name === "total_deltas" ? "WHERE kind <> 'net'" : ""
      const rows = sql(`SELECT ${others.map((other) => `"${other}"`)} FROM ${name} ${earlier} ORDER BY ${order}`)
      return [name, await database.all(rows, {})]
    })
    return Object.fromEntries(await Promise.all(read))
  }

  const current = () => migrateDatabase(empty.url, false, migrations)
  const next = () => migrateDatabase(empty.url, false, { ...migrations, ...contractions })

  it("keeps its rows, gets the accounts of rows that had none, and ends with the keys of a new database", async () => {
    await fill()
    const before = await content()
    await current()
    expect(await content()).to.deep.equal(before)
    for (const [table, named, column] of [
      ["subscription_charges", "subscriptions", "subscription"],
      ["delivery_attempts", "deliveries", "delivery"],
    ]) {
      const wrong = `SELECT 1 FROM ${table} AS one WHERE NOT EXISTS (
        SELECT 1 FROM ${named} AS two WHERE two.account = one.account AND two.id = one.${column})`
      expect(await database.all(sql(wrong), {}), table).to.deep.equal([])
    }
    await next()
    expect(await content()).to.deep.equal(before)
    const fresh = await emptyDatabase()
    await migrateDatabase(fresh.url, false)
    const sorted = ({ keys, references, columns }: Awaited<ReturnType<typeof schemaOf>>) =>
      [keys, references, columns].map((each: object[]) => each.map((one) => JSON.stringify(one)).sort())
    expect(sorted(await schemaOf(empty.url))).to.deep.equal(sorted(await schemaOf(fresh.url)))
    await fresh.remove()
  })

  it("can be migrated again after the process died in between", async () => {
    await fill()
    await current()
    for (const again of [current, next, current]) {
      await change(`DELETE FROM knex_migrations WHERE name >= '0051'`)
      await again()
    }
    await next()
  })

  it("refuses a row that names one of another account, from the first of the two migrations on", async () => {
    await fill()
    await current()
    const moved = "UPDATE tokens SET account = 'acct_none', card = (SELECT min(id) FROM cards)"
    const failure = await change(moved).catch((error: { code: string }) => error.code)
    expect(failure).to.be.oneOf(["23503", "SQLITE_CONSTRAINT_FOREIGNKEY"])
  })

  if (kind === "postgres")
    it("lets the release before go on until the next one, which drops what only that release needs", async () => {
      await fill()
      await current()
      for (const statement of BY_OLD_KEYS) await change(statement)
      await next()
      const failures = BY_OLD_KEYS.map((statement) => change(statement).catch((error: { code: string }) => error.code))
      expect(await Promise.all(failures)).to.deep.equal(["42P10", "42P10", "42P10"])
    })

  if (kind === "sqlite")
    it("is refused, and stays as it was, where a row names one of another account already", async () => {
      await fill()
      await change("UPDATE customers SET account = 'acct_none'")
      const failure = await current().catch((error: Error) => error)
      expect(String(failure)).to.contain("Rows name a row that does not exist, or one of another account")
      expect(await database.all(sql("SELECT name FROM knex_migrations"), {})).to.deep.equal([
        { name: "0049_base" },
        { name: "0050_confirmed_terms" },
      ])
      expect((await content()).customers).to.have.lengthOf.above(1)
    })
})
