// Takes indexes, triggers and checks away while millions of rows are copied by SQL, and makes them again. A database that keeps them up to date
// for each row takes ten times as long.
import Sqlite from "better-sqlite3"
import knex, { type Knex } from "knex"
import pg from "pg"
import { isSqlite, sqliteFile } from "../../../src/db/connect.ts"
import { fillTotals } from "../../../src/db/migrations/total-fill.ts"

const ROWS_AT_ONCE = 50_000

/** Runs `fill` on a database that nobody else uses. Afterwards the totals are counted as its migration counts them. */
export async function inBulk(url: string, fill: () => Promise<void>): Promise<void> {
  const restore = isSqlite(url) ? strippedSqlite(sqliteFile(url)) : await strippedPostgres(url)
  await fill()
  await restore()
  await countTotals(url)
}

const SQLITE_PARTS = "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"

function strippedSqlite(file: string): () => Promise<void> {
  const parts = onSqlite(file, (database) => {
    const found = database.prepare(SQLITE_PARTS).all() as { type: string; name: string; sql: string }[]
    for (const { type, name } of found) database.exec(`DROP ${type} ${name}`)
    return found
  })
  return async () =>
    onSqlite(file, (database) => {
      database.exec("PRAGMA cache_size = -1000000; PRAGMA synchronous = OFF")
      for (const { sql } of parts) database.exec(sql)
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    })
}

function onSqlite<T>(file: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Those of constraints stay. */
const POSTGRES_INDEXES = `
  SELECT indexname AS name, indexdef AS sql FROM pg_indexes
  WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`

async function strippedPostgres(url: string): Promise<() => Promise<void>> {
  const database = new URL(url).pathname.slice(1)
  const indexes = await onPostgres(url, async (client) => {
    // Neither triggers nor foreign keys run on the connections that are opened now.
    await client.query(`ALTER DATABASE ${database} SET session_replication_role = replica`)
    const { rows } = await client.query<{ name: string; sql: string }>(POSTGRES_INDEXES)
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
    return rows
  })
  return () =>
    onPostgres(url, async (client) => {
      await client.query(`ALTER DATABASE ${database} RESET session_replication_role`)
      await client.query("SET maintenance_work_mem = '1GB'")
      for (const { sql } of indexes) await client.query(sql)
    })
}

async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function countTotals(url: string): Promise<void> {
  const options: Knex.Config = isSqlite(url)
    ? { client: "better-sqlite3", connection: { filename: sqliteFile(url) }, useNullAsDefault: true }
    : { client: "pg", connection: url }
  const db = knex(options)
  try {
    await db("totals").delete()
    await db("total_deltas").delete()
    await db("settings").where("name", "like", "totals_filled_%").delete()
    await fillTotals(db, ROWS_AT_ONCE)
  } finally {
    await db.destroy()
  }
}
