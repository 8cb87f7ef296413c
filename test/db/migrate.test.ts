import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import type { Knex } from "knex"
import { readConfig } from "../../src/config/config.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { buildIndex } from "../../src/db/migrations/account-keys/indexes.ts"
import { contractions, migrations } from "../../src/db/migrations/index.ts"
import { isCurrent, migrateDatabase, SchemaError } from "../../src/db/migrations/migrate.ts"
import { serve } from "../../src/serve.ts"
import { emptyDatabase, kind } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { until } from "../support/merchants/merchant.ts"

const NAMES = Object.keys(migrations)
/** A new database has no keys of an earlier release. */
const ALL = [...NAMES, ...Object.keys(contractions)]

describe("Migrating a database", () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let database: Database
  beforeEach(async () => {
    empty = await emptyDatabase()
    database = connect(empty.url, false)
  })
  afterEach(async () => {
    await database.close()
    await empty.remove()
  })

  const applied = async () =>
    (await database.all(sql<{ name: string }>("SELECT name FROM knex_migrations ORDER BY id"), {})).map((row) => row.name)

  it("by several processes at once applies each migration once, in order", async () => {
    const done = await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(empty.url, false)))
    expect(done.flatMap(({ applied }) => applied)).to.deep.equal(ALL)
    expect(await applied()).to.deep.equal(ALL)
    expect(await migrateDatabase(empty.url, false), "again").to.deep.equal({ applied: [], newer: [] })
    expect(await isCurrent(database)).to.equal(true)
  })

  /** Creates Knex's own tables, with rows of the lock table. */
  async function leaveLocks(rows: string): Promise<void> {
    const [number, time] = kind === "sqlite" ? ["INTEGER PRIMARY KEY", "TEXT"] : ["SERIAL PRIMARY KEY", "TIMESTAMPTZ"]
    for (const command of [
      `CREATE TABLE knex_migrations (id ${number}, name TEXT, batch INTEGER, migration_time ${time})`,
      `CREATE TABLE knex_migrations_lock ("index" ${number}, is_locked INTEGER)`,
      `INSERT INTO knex_migrations_lock (is_locked) VALUES ${rows}`,
    ])
      await database.transaction((tx) => tx.run(sql(command), {}))
  }

  it("succeeds where several processes that started together left two locks", async () => {
    await leaveLocks("(0), (0)")
    const started = Date.now()
    expect((await migrateDatabase(empty.url, false)).applied).to.deep.equal(ALL)
    expect(Date.now() - started).to.be.below(25_000)
  })

  it("waits while another process holds the lock, and goes on after a time, because that process may have died", async () => {
    await leaveLocks("(1)")
    const [started, abandonedAfterMs] = [Date.now(), 750]
    expect((await migrateDatabase(empty.url, false, migrations, { abandonedAfterMs })).applied).to.deep.equal(ALL)
    expect(Date.now() - started).to.be.above(abandonedAfterMs)
  })

  if (kind === "postgres") {
    it("waits for another process that migrates, however long that takes", async () => {
      const entered = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      let runs = 0
      const up = async (knex: Knex) => {
        runs++
        entered.resolve()
        await held.promise
        await knex.raw("CREATE INDEX CONCURRENTLY customers_by_name ON customers (name)")
      }
      const long = { ...migrations, "9999_long": { config: { transaction: false }, up } }
      const migrate = () => migrateDatabase(empty.url, false, long, { abandonedAfterMs: 0 })
      const first = migrate()
      await entered.promise
      const second = migrate()
      const waiting = sql("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query = 'ROLLBACK'")
      await until(async () => runs === 2 || (await database.one(waiting, {})) !== undefined)
      expect(runs).to.equal(1)
      held.resolve()
      expect((await first).applied).to.deep.equal([...ALL, "9999_long"])
      expect((await second).applied).to.deep.equal([])
      expect(runs).to.equal(1)
    })

    it("does not keep the one that builds an index from going on, however often it asks", async () => {
      const up = async (knex: Knex) => {
        for (let i = 0; i < 20; i++) await knex.raw(`CREATE INDEX CONCURRENTLY customers_by_name_${i} ON customers (name)`)
      }
      const long = { ...migrations, "9999_long": { config: { transaction: false }, up } }
      const migrate = () => migrateDatabase(empty.url, false, long, { againMs: 0 })
      const done = await Promise.all([migrate(), migrate(), migrate()])
      expect(done.flatMap(({ applied }) => applied)).to.deep.equal([...ALL, "9999_long"])
    })

    it("builds the indexes of large tables while the earlier version writes", async () => {
      await migrateDatabase(empty.url, false)
      const index = {
        config: { transaction: false },
        up: (knex: Knex) => buildIndex(knex, "attempts_kind", "attempts (kind)"),
      }
      // What a transaction of the earlier version locks when it writes.
      const write = sql<void>("LOCK TABLE attempts, hosted_links IN ROW EXCLUSIVE MODE")
      const written = Promise.withResolvers<void>()
      const writing = database.transaction(async (tx) => {
        await tx.run(write, {})
        await written.promise
      })
      const migrating = migrateDatabase(empty.url, false, { ...migrations, "9999_index": index })
      const waiting = sql(
        "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%attempts_kind%' AND wait_event_type = 'Lock'",
      )
      await until(async () => (await database.one(waiting, {})) !== undefined)
      const another = database.transaction(async (tx) => {
        await tx.run(sql<void>("SET LOCAL lock_timeout = 1000"), {})
        await tx.run(write, {})
      })
      await another.finally(written.resolve)
      await writing
      await migrating
    })
  }

  it("goes on where a new database got a contraction with the number that it had then", async () => {
    await migrateDatabase(empty.url, false)
    const [contraction = ""] = Object.keys(contractions)
    const renamed = `UPDATE knex_migrations SET name = '0050${contraction.slice(4)}' WHERE name = '${contraction}'`
    await database.transaction((tx) => tx.run(sql<void>(renamed), {}))
    const next = {
      ...migrations,
      "9999_next": { up: (knex: Knex) => knex.schema.createTable("novelties", (t) => t.text("name")) },
    }
    expect(await migrateDatabase(empty.url, false, next)).to.deep.equal({ applied: ["9999_next"], newer: [] })
  })

  it("by an older version changes nothing where a newer one has migrated, and says which migrations are newer", async () => {
    const newer = {
      ...migrations,
      "9999_newer": { up: (knex: Knex) => knex.schema.createTable("novelties", (t) => t.text("name")) },
    }
    expect((await migrateDatabase(empty.url, false, newer)).applied).to.deep.equal([...ALL, "9999_newer"])
    expect(await migrateDatabase(empty.url, false)).to.deep.equal({ applied: [], newer: ["9999_newer"] })
    expect(await applied()).to.deep.equal([...ALL, "9999_newer"])
    expect([await isCurrent(database), await isCurrent(database, newer)]).to.deep.equal([true, true])
  })

  it("refuses a database that lacks a migration of this version but has others that it does not know", async () => {
    await migrateDatabase(empty.url, false, { ...migrations, "9999_other": { up: async () => {} } })
    const failure = await migrateDatabase(empty.url, false, { ...migrations, "9000_ours": { up: async () => {} } }).catch(
      (error: Error) => error,
    )
    expect(failure).to.be.an.instanceOf(SchemaError)
    expect(String(failure)).to.contain("9999_other").and.to.contain("9000_ours")
    expect(await applied()).to.deep.equal([...ALL, "9999_other"])
  })

  /** Makes a database look as a version before the first release has left it: it has the schema of the first migration. */
  async function leftBy(lastMigration: string): Promise<void> {
    await migrateDatabase(empty.url, false, Object.fromEntries(Object.entries(migrations).slice(0, 1)))
    for (const command of [
      "UPDATE knex_migrations SET name = '0001_core'",
      `INSERT INTO knex_migrations (name, batch) VALUES ('${lastMigration}', 1)`,
    ])
      await database.transaction((tx) => tx.run(sql(command), {}))
  }

  it("leaves a database as it is that the versions before the first release have brought to its schema", async () => {
    await leftBy("0048_users_of_accounts")
    const id = "acct_before"
    await database.transaction((tx) => tx.run(sql(`INSERT INTO accounts (id, name, created) VALUES ('${id}', 'Before', 1)`), {}))
    expect(await isCurrent(database), "before").to.equal(false)
    expect(await migrateDatabase(empty.url, false)).to.deep.equal({ applied: NAMES, newer: [] })
    expect(await isCurrent(database), "after").to.equal(true)
    expect(await database.all(sql("SELECT id FROM accounts"), {})).to.deep.equal([{ id }])
    expect(await migrateDatabase(empty.url, false)).to.deep.equal({ applied: [], newer: [] })
  })

  it("refuses a database with an older schema than that of the first release, and says what to do", async () => {
    await leftBy("0047_folded_names")
    const failure = await migrateDatabase(empty.url, false).catch((error: Error) => error)
    expect(failure).to.be.an.instanceOf(SchemaError)
    expect(String(failure)).to.contain("to 0047_folded_names. Migrate it with the last commit before 0.1")
    expect(await applied()).to.deep.equal(["0001_core", "0047_folded_names"])
  })

  for (const table of ["accounts", "customers"])
    it(`names the table '${table}' if another program has made it, and notes no migration`, async () => {
      await database.transaction((tx) => tx.run(sql(`CREATE TABLE ${table} (name TEXT)`), {}))
      const failure = await migrateDatabase(empty.url, false).catch((error: Error) => error)
      expect(String(failure)).to.match(new RegExp(`${table}.* already exists`))
      expect(await applied()).to.deep.equal([])
    })

  it("refuses a database of the other mode", async () => {
    await migrateDatabase(empty.url, true)
    const failure = await migrateDatabase(empty.url, false).catch((error: Error) => error)
    expect(failure).to.be.an.instanceOf(SchemaError)
    expect(String(failure)).to.contain("belongs to live mode")
    expect((await migrateDatabase(empty.url, true)).applied).to.deep.equal([])
  })

  describe("that has a name", () => {
    const settings = () => database.all(sql("SELECT name, value FROM settings ORDER BY name"), {})

    it("keeps the name of its first migration, and is refused under another one", async () => {
      await migrateDatabase(empty.url, false, migrations, { name: "east" })
      for (const name of ["west", undefined]) {
        const failure = await migrateDatabase(empty.url, false, migrations, { name }).catch((error: Error) => error)
        expect(failure).to.be.an.instanceOf(SchemaError)
        expect(String(failure)).to.contain(`${name ?? "main"} leads to the database east`)
      }
      expect((await migrateDatabase(empty.url, false, migrations, { name: "east" })).applied).to.deep.equal([])
    })

    it("is not written to where its name or its mode is wrong", async () => {
      await migrateDatabase(empty.url, true)
      const before = await settings()
      const next = { ...migrations, "9999_next": { up: () => Promise.reject(new Error("not to be run")) } }
      for (const [livemode, name, why] of [
        [true, "east", "leads to the database main"],
        [false, "main", "belongs to live mode"],
      ] as const)
        expect(String(await migrateDatabase(empty.url, livemode, next, { name }).catch((error: Error) => error))).to.contain(why)
      expect(await settings()).to.deep.equal(before)
    })

    it("is the main one where the release before has migrated it", async () => {
      await migrateDatabase(empty.url, true)
      await database.transaction((tx) => tx.run(sql("DELETE FROM settings WHERE name = 'database'"), {}))
      const failure = await migrateDatabase(empty.url, true, migrations, { name: "east" }).catch((error: Error) => error)
      expect(String(failure)).to.contain("leads to the database main")
      await migrateDatabase(empty.url, true)
      expect(await settings()).to.deep.include({ name: "database", value: "main" })
    })
  })

  /** Starts the service on the database, and stops it. Returns why it did not start. */
  async function failureToStart(): Promise<Error | undefined> {
    const directory = await mkdtemp(join(tmpdir(), "vintem-test-"))
    const ports = { PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", METRICS_PORT: "0" }
    const env = { ...ports, TEST_DATABASE_URL: empty.url, DATA_DIR: directory, LOG_LEVEL: "silent" }
    try {
      await (await serve(readConfig(env))).close()
      return undefined
    } catch (error) {
      return error as Error
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  it("in live mode keeps the service from using it in test mode", async () => {
    await migrateDatabase(empty.url, true)
    expect(String(await failureToStart())).to.contain("This database belongs to live mode")
  })

  if (kind === "sqlite") {
    it("is completed by the next start where its process died before it noted the mode", async () => {
      await migrateDatabase(empty.url, false)
      await database.transaction((tx) => tx.run(sql("DELETE FROM settings WHERE name = 'mode'"), {}))
      expect(await failureToStart()).to.equal(undefined)
      expect(await database.all(sql("SELECT value FROM settings WHERE name = 'mode'"), {})).to.deep.equal([{ value: "test" }])
    })
  }
})
