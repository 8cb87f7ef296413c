import { setTimeout as pause } from "node:timers/promises"
import knex, { type Knex } from "knex"
import pg from "pg"
import { databaseInWords, MAIN, modeName } from "../../base/mode-name.ts"
import type { Database, Queries } from "../database.ts"
import { isSqlite, sqliteFile } from "../drivers/connect.ts"
import { makePrivateDatabase } from "../drivers/private-file.ts"
import { define } from "../statement.ts"
import { settings } from "../tables.ts"
import { LAST_BEFORE_BASE } from "./base/index.ts"
import * as earlierMoney from "./earlier-money.ts"
import { contractions, type Migrations, migrations } from "./index.ts"

/** The database does not belong to the configured mode, or its schema does not fit this version. */
export class SchemaError extends Error {}

/**
 * The result of a migration. `applied` are the migrations that it ran. `newer` are those of a newer version, which this version does not
 * know.
 */
export type Migrated = { applied: string[]; newer: string[] }

/** What a database is: its mode, and its name among the databases of the mode. */
export type Identity = { readonly livemode: boolean; readonly name: string }

/**
 * Migrates a database to the schema of this version and records its mode and its name. Safe to repeat and to run from several processes at once.
 * A database that a newer version has migrated stays as it is. Throws SchemaError if the database belongs to the other mode or has another
 * name, and then writes nothing. Throws it, too, if a newer version has skipped migrations of this one, or if a version before the first
 * release has left an older schema. A new database also gets what the next release is going to contract.
 */
export async function migrateDatabase(
  url: string,
  livemode: boolean,
  known = migrations,
  { name = MAIN, abandonedAfterMs = 30_000, againMs = AGAIN_MS } = {},
): Promise<Migrated> {
  const identity = { livemode, name }
  const db = knex(isSqlite(url) ? sqliteOptions(url) : { client: "pg", connection: url, pool: { min: 0, max: 1 } })
  try {
    if (await db.schema.hasTable("settings")) checkIdentity(await db<Setting>("settings").whereIn("name", NAMES), identity)
    const newer = await newerMigrations(db, known)
    const [, applied] = await alone(url, againMs, () =>
      oneAtATime(db, abandonedAfterMs, async () => {
        const isNew = (await doneMigrations(db)).length === 0
        return db.migrate.latest(migrating(isNew ? withContractions(known) : known))
      }),
    )
    const rows = [
      { name: "mode", value: modeName(identity) },
      { name: "database", value: name },
    ]
    await db("settings").insert(rows).onConflict("name").ignore()
    checkIdentity(await db<Setting>("settings").whereIn("name", NAMES), identity)
    return { applied, newer }
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
    const { message } = error as Error
    throw new Error(
      `The ${databaseInWords(identity)} cannot be migrated: ${message}. Migrate it as the role that owns it and its tables.`,
      {
        cause: error,
      },
    )
  } finally {
    await db.destroy()
  }
}

/** The schema of the first release. */
const BASE = "0049_base"

async function doneMigrations(db: Knex): Promise<string[]> {
  return (await db.schema.hasTable("knex_migrations")) ? db("knex_migrations").orderBy("id").pluck("name") : []
}

/** Adds what the next release contracts, unless this is an earlier release. */
function withContractions(known: Migrations): Migrations {
  if (!Object.keys(migrations).every((name) => name in known)) return known
  return Object.fromEntries(Object.entries({ ...known, ...contractions }).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function newerMigrations(db: Knex, known: Migrations): Promise<string[]> {
  const done = await doneMigrations(db)
  if (done.length > 0 && !done.includes(LAST_BEFORE_BASE) && !done.includes(BASE))
    throw new SchemaError(
      `This database was last migrated by a version before 0.1, to ${done.at(-1)}. Migrate it with the last commit before 0.1 (to ${LAST_BEFORE_BASE}) first, and then with this version.`,
    )
  const names = new Set([known, contractions].flatMap(Object.keys).map(withoutNumber))
  const newer = done.filter((name) => !names.has(withoutNumber(name)) && name > LAST_BEFORE_BASE)
  const missing = Object.keys(known).filter((name) => !done.includes(name))
  if (newer.length > 0 && missing.length > 0) {
    throw new SchemaError(`This database has ${newer}, which this version does not know, but lacks ${missing}.`)
  }
  return newer
}

/**
 * Books on SQLite what a process of the release before has written since the migration, such as after a rollback. Postgres has triggers for
 * that. The next release needs neither. Reads every payment: a second for a million of them.
 */
export async function bookUnbooked(url: string): Promise<void> {
  if (!isSqlite(url)) return
  const db = knex(sqliteOptions(url))
  try {
    if ((await db.raw(earlierMoney.UNBOOKED)).length > 0) await earlierMoney.up(db)
  } finally {
    await db.destroy()
  }
}

/** A contraction gets another number when a migration is added before it. A new database has it with the number of its time. */
function withoutNumber(name: string): string {
  return name.replace(/^\d+_/, "")
}

/** Throws SchemaError if the database belongs to the other mode or has another name. */
export async function checkIsItself(database: Database): Promise<void> {
  const rows = await database.all(findIdentity, {})
  if (rows.length === 0) throw new SchemaError(`The ${databaseInWords(database)} belongs to no mode: run 'vintem migrate'.`)
  checkIdentity(rows, database)
}

type Setting = { name: string; value: string }

/** A new database has neither row yet. One that an older release has migrated has no name, and is the main one. */
function checkIdentity(rows: readonly Setting[], wanted: Identity): void {
  const { mode, database = MAIN } = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  if (mode === undefined) return
  if (mode !== modeName(wanted))
    throw new SchemaError(`This database belongs to ${mode} mode. Use a separate one for ${modeName(wanted)} mode.`)
  if (database !== wanted.name)
    throw new SchemaError(
      `The URL of the live database ${wanted.name} leads to the database ${database}. Look at LIVE_DATABASE_URL and at the variables that begin with its name.`,
    )
}

/** Returns whether a database has all migrations of this version. It may have further ones from a newer version. */
export async function isCurrent(database: Queries, known = migrations): Promise<boolean> {
  const done = new Set((await database.all(listMigrations, {})).map(({ name }) => name))
  return Object.keys(known).every((name) => done.has(name))
}

/** Returns whether `migrateDatabase` has nothing to do. Without this check, Knex takes 10 ms of each start to find that out. */
export async function isMigrated(database: Queries): Promise<boolean> {
  const isDone = async () => (await isCurrent(database)) && (await database.all(findIdentity, {})).length === NAMES.length
  return isDone().catch(() => false) // the database has no tables, or cannot be read
}

/**
 * Throws if a process cannot use the database: it is not migrated, its role lacks rights, or it cannot be reached. The message says which,
 * and what to do.
 */
export async function checkCurrent(database: Database): Promise<void> {
  const name = `The ${databaseInWords(database)}`
  const current = await isCurrent(database).catch((error) => {
    if (error.code === UNDEFINED_TABLE) return false
    if (error.code === INSUFFICIENT_PRIVILEGE)
      throw new Error(
        `${name} gives its role no rights: run deploy/postgres/grants.sql in it, as its owner (docs/operations/first-sale.md).`,
        { cause: error },
      )
    const suffix = database.name === MAIN ? "" : `_${database.name.toUpperCase()}`
    const variable = `${modeName(database).toUpperCase()}_DATABASE_URL${suffix}`
    const reason = error.message || error.code // a host with several addresses has one error for each, and no message
    throw new Error(`${name} cannot be used: ${reason}. Look at ${variable}, and whether the database runs.`, { cause: error })
  })
  if (!current) throw new Error(`${name} does not have the schema of this version: run 'vintem migrate'.`)
}

const UNDEFINED_TABLE = "42P01"
const INSUFFICIENT_PRIVILEGE = "42501"

const NAMES = ["mode", "database"]
const findIdentity = settings.find([], (rows) => rows.whereIn("name", NAMES).orderBy("name"))
/** Knex makes this table, and no migration changes it. */
const listMigrations = define<{ name: string }, Record<never, never>>((k) => k("knex_migrations").select("name").orderBy("id"))

/** By default, Knex refuses to start if a newer version has run migrations that this one does not know. */
function migrating(known: Migrations): Knex.MigratorConfig {
  const migrationSource: Knex.MigrationSource<[string, Knex.Migration]> = {
    getMigrations: async () => Object.entries(known),
    getMigrationName: ([name]) => name,
    getMigration: async ([, migration]) => ({ ...migration, down: async () => {} }),
  }
  return { migrationSource, disableMigrationsListValidation: true }
}

function sqliteOptions(url: string): Knex.Config {
  const filename = sqliteFile(url)
  makePrivateDatabase(filename)
  return {
    client: "better-sqlite3",
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: { pragma(text: string): void }, done: () => void) => {
        connection.pragma("journal_mode = WAL")
        connection.pragma("synchronous = FULL")
        connection.pragma("busy_timeout = 10000")
        connection.pragma("secure_delete = ON")
        done()
      },
    },
  }
}

/** The number of the advisory lock in Postgres. Any number that no other lock has will do. */
const MIGRATION_LOCK = 620_160_016
const AGAIN_MS = 250

/**
 * Lets only one process at a time migrate a Postgres database. The lock belongs to a transaction, so it ends with its process. It also
 * works behind a PgBouncer that shares connections between transactions.
 */
async function alone<T>(url: string, againMs: number, work: () => Promise<T>): Promise<T> {
  if (isSqlite(url)) return work()
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // If this connection breaks, Knex's own lock still keeps others out for a while.
  client.on("error", () => {})
  await client.connect()
  try {
    // CREATE INDEX CONCURRENTLY waits for every transaction that is inside a statement. So the lock is polled: a process that waited for it
    // inside a statement would block the index.
    while (!(await beginWithLock(client))) await pause(againMs)
    return await work()
  } finally {
    await client.end()
  }
}

/** Begins a transaction that holds the lock. If another process holds it, returns false and leaves no transaction open. */
async function beginWithLock(client: pg.Client): Promise<boolean> {
  await client.query("BEGIN")
  await client.query("SET LOCAL idle_in_transaction_session_timeout = 0")
  const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS locked`)
  if (!rows[0].locked) await client.query("ROLLBACK")
  return rows[0].locked
}

/**
 * Knex creates its own tables without a lock. A process that fails because another one creates them at the same time tries again.
 * The race can leave two rows in the lock table. Then no process can take the lock until one row is deleted. Knex's lock also stays after
 * its process has died, so it counts as abandoned after a while.
 */
async function oneAtATime<T>(db: Knex, abandonedAfterMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + abandonedAfterMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { name, message } = error as Error
      const locked = name === "MigrationLocked"
      if (!locked && !/^create table ["`]knex_migrations.* (already exists|duplicate key)/s.test(message)) throw error
      if (locked) await keepOneLock(db)
      if (Date.now() > deadline) await db.migrate.forceFreeMigrationsLock(migrating(migrations))
      await pause(AGAIN_MS)
    }
  }
}

async function keepOneLock(db: Knex): Promise<void> {
  const locks = () => db("knex_migrations_lock")
  await locks().whereNotIn("index", locks().min("index")).del()
}
