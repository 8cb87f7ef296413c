import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import knex, { type Knex } from "knex"
import { isSqlite, sqliteFile } from "./connect.ts"
import type { Database, Queries } from "./database.ts"
import { migrations } from "./migrations/index.ts"
import { statement } from "./statement.ts"

/** The database does not belong to the mode that it is configured for. */
export class SchemaError extends Error {}

/**
 * Migrates a database to the current schema and records its mode. Safe to repeat and to run from several processes at once.
 * Returns the names of the migrations that it ran. Throws SchemaError where the database belongs to the other mode.
 */
export async function migrateDatabase(url: string, livemode: boolean): Promise<string[]> {
  const mode = modeName(livemode)
  const db = knex(isSqlite(url) ? sqliteOptions(url) : { client: "pg", connection: url, pool: { min: 0, max: 1 } })
  try {
    const [, done] = await oneAtATime(db, () => db.migrate.latest({ migrationSource }))
    await db("settings").insert({ name: "mode", value: mode }).onConflict("name").ignore()
    const owner = await db("settings").where({ name: "mode" }).first("value")
    checkOwner(owner.value, mode)
    return done
  } finally {
    await db.destroy()
  }
}

/** Throws SchemaError where the database belongs to the other mode. */
export async function checkMode(database: Database): Promise<void> {
  const owner = await database.one(findOwner, {})
  checkOwner(owner?.value, modeName(database.livemode))
}

function checkOwner(owner: string | undefined, mode: string): void {
  if (owner !== mode) throw new SchemaError(`This database belongs to ${owner} mode. Use a separate one for ${mode} mode.`)
}

function modeName(livemode: boolean): string {
  return livemode ? "live" : "test"
}

/** Whether a database has exactly the migrations of this program. */
export async function isCurrent(database: Queries): Promise<boolean> {
  const done = await database.all(listMigrations, {})
  const names = Object.keys(migrations)
  return done.length === names.length && names.every((name, index) => done[index]?.name === name)
}

const findOwner = statement<{ value: string }, never>((k) => k("settings").where({ name: "mode" }).select("value"))
const listMigrations = statement<{ name: string }, never>((k) => k("knex_migrations").select("name").orderBy("id"))

const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => ({ up: migrations[name]!.up, down: async () => {} }),
}

function sqliteOptions(url: string): Knex.Config {
  const filename = sqliteFile(url)
  mkdirSync(dirname(filename), { recursive: true })
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
        done()
      },
    },
  }
}

/**
 * Knex creates its own tables without a lock. A process that fails because another one creates them at the same time tries again.
 * The race can leave two rows in the lock table, and then no process can take the lock until one row is deleted.
 */
async function oneAtATime<T>(db: Knex, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { name, message } = error as Error
      const locked = name === "MigrationLocked"
      if (!locked && !/^create table ["`]knex_migrations.* (already exists|duplicate key)/s.test(message)) throw error
      if (locked) await keepOneLock(db)
      if (Date.now() > deadline) await db.migrate.forceFreeMigrationsLock({ migrationSource })
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

async function keepOneLock(db: Knex): Promise<void> {
  const locks = () => db("knex_migrations_lock")
  await locks().whereNotIn("index", locks().min("index")).del()
}
