import pg from "pg"
import type { Transaction } from "../database.ts"
import { queryOf } from "../drivers/pipelined-transaction.ts"

/**
 * A connection of its own to Postgres, for a command that holds a lock over several transactions, or copies rows. A URL of a PgBouncer that
 * shares connections between transactions does not fit. Statements may take as long as they need.
 */
export async function openDirect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
  // If the connection breaks, the next query reports it.
  client.on("error", () => {})
  await client.connect()
  await client.query("SET statement_timeout = 0; SET lock_timeout = 0; SET idle_session_timeout = 0")
  return client
}

/** Runs a query on a connection of its own. Returns the rows. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows
}

/** Returns the first row of a query that always has one. */
export async function rowOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row> {
  const [row] = await rowsOf<Row>(client, text, values)
  if (!row) throw new Error(`A query that always has a row has none: ${text}`)
  return row
}

/** Runs `work` in a transaction of a connection of its own. `begin` is the statement that begins it. */
export async function within<T>(client: pg.Client, work: () => Promise<T>, begin = "BEGIN"): Promise<T> {
  await client.query(begin)
  try {
    const value = await work()
    await client.query("COMMIT")
    return value
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {})
    throw error
  }
}

/** Runs statements of declared tables on a connection of its own. */
export function runsOn(client: pg.Client): Pick<Transaction, "run"> {
  return { run: async (statement, values) => (await client.query(queryOf(statement, values))).rowCount ?? 0 }
}
