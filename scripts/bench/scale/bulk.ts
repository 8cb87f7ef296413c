// Removes indexes, triggers and checks while SQL copies millions of rows, and creates them again. Maintaining them for each row would take
// ten times as long.
import type Sqlite from "better-sqlite3"
import knex, { type Knex } from "knex"
import pg from "pg"
import { isSqlite, sqliteFile } from "../../../src/db/drivers/connect.ts"
import { fillTotals } from "./fill-totals.ts"
import { withoutJournal } from "./sqlite-filling.ts"

const ROWS_AT_ONCE = 500_000
/** How many indexes of Postgres are built at once. Concurrent scans of the same table share their reads. */
const INDEXES_AT_ONCE = 3

/** Runs `fill` on a database that nobody else uses. Afterwards the totals are counted as in their migration. */
export async function inBulk(url: string, fill: () => Promise<void>): Promise<void> {
  const restore = isSqlite(url) ? strippedSqlite(sqliteFile(url)) : await strippedPostgres(url)
  await fill()
  tell("copied")
  if (!isSqlite(url)) await onPostgres(url, (client) => client.query("ANALYZE"))
  await Promise.all([restore(), isSqlite(url) ? undefined : countTotals(url)])
  tell("indexes made")
  if (isSqlite(url)) await countTotals(url)
  tell("totals counted")
}

function tell(what: string): void {
  process.stderr.write(`\n${what} ${Math.round(performance.now() / 1000)} s after the start\n`)
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
      for (const { sql } of parts) database.exec(sql)
    })
}

function onSqlite<T>(file: string, work: (database: Sqlite.Database) => T): T {
  const database = withoutJournal(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Indexes of constraints stay. */
const POSTGRES_INDEXES = `
  SELECT indexname AS name, indexdef AS sql FROM pg_indexes
  WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint) ORDER BY tablename`

async function strippedPostgres(url: string): Promise<() => Promise<void>> {
  const database = new URL(url).pathname.slice(1)
  const indexes = await onPostgres(url, async (client) => {
    // Neither triggers nor foreign keys run on connections opened from now on.
    await client.query(`ALTER DATABASE ${database} SET session_replication_role = replica`)
    const { rows } = await client.query<{ name: string; sql: string }>(POSTGRES_INDEXES)
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
    return rows
  })
  return async () => {
    await onPostgres(url, (client) => client.query(`ALTER DATABASE ${database} RESET session_replication_role`))
    const left = indexes.map(({ sql }) => sql)
    await Promise.all(Array.from({ length: INDEXES_AT_ONCE }, () => onPostgres(url, (client) => makeIndexes(client, left))))
  }
}

async function makeIndexes(client: pg.Client, left: string[]): Promise<void> {
  await client.query("SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 0")
  for (let sql = left.shift(); sql; sql = left.shift()) await client.query(sql)
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
    await fillTotals(db, ROWS_AT_ONCE)
  } finally {
    await db.destroy()
  }
}
