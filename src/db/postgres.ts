import pg from "pg"
import {
  callHooks,
  type Database,
  type DatabaseOptions,
  type DatabaseTimeouts,
  type Queries,
  type Transaction,
  throwLater,
} from "./database.ts"
import type { Parameters, Statement } from "./statement.ts"
import { Waiters } from "./waiters.ts"

const INT8 = 20
const NUMERIC = 1700
const SERIALIZATION_FAILURE = "40001"
const DEADLOCK = "40P01"
const READ_ONLY = "25006"
const MAX_ATTEMPTS = 3
const DEFAULT_TIMEOUTS: DatabaseTimeouts = { connect: 10_000, statement: 36_000, lock: 0, idleInTransaction: 30_000 }
/** Postgres ends a slow statement itself a little earlier, so that only a silent host costs its connection. */
const SERVER_SHARE = 0.9

/** Opens a pool of connections to Postgres 15 or later. Each connection prepares a statement once. */
export function openPostgres(
  url: string,
  livemode: boolean,
  { connections = 20, timeouts = DEFAULT_TIMEOUTS, onError = throwLater }: DatabaseOptions,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: timeouts.connect,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    lock_timeout: timeouts.lock || undefined,
    statement_timeout: timeouts.statement,
    query_timeout: timeouts.statement / SERVER_SHARE,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    verify: (client, done) => void refuseStandby(client).then(() => done(), done),
  })
  const waiters = new Waiters()
  // The pool replaces a connection that breaks while idle. If the failure lasts, the next query reports it.
  pool.on("error", () => {})
  // If a connection breaks in use, its query reports it. Without this listener, the error would also end the process.
  pool.on("connect", (client) => client.on("error", () => {}))

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(work)
      } catch (error) {
        const { code } = error as { code?: string }
        if (attempt === MAX_ATTEMPTS || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error
      }
    }
  }

  async function once<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const hooks: (() => void)[] = []
    let value: T
    try {
      await client.query("BEGIN")
      value = await work(transactionOn(client, { livemode, hooks, waiters }))
      await commit(client)
    } catch (error) {
      client.release(isSilent(error) ? error : await rollBack(client))
      throw error
    }
    client.release()
    callHooks(hooks, onError)
    return value
  }

  const database: Database = {
    livemode,
    dialect: "postgres",
    waiters,
    ...queries(pool),
    transaction,
    unlogged: (among) => among,
    requests: () => database,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
  return database
}

/** Throws where the server is a standby: it refuses every write, and what it shows may be old. A standby stays one until it is promoted. */
async function refuseStandby(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query("SELECT pg_is_in_recovery() AS standby")
  if (rows[0].standby) throw Object.assign(new Error("this server is a standby"), { code: READ_ONLY })
}

/** Whether Postgres did not answer a statement in time. No other statement can be sent on that connection. */
function isSilent(error: unknown): error is Error {
  return error instanceof Error && error.message === "Query read timeout"
}

/**
 * Commits. Where the connection breaks or there is no answer, nobody knows whether Postgres committed. That error has no code for which the
 * transaction is tried again.
 */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("COMMIT")
  // Postgres reports no error here where a statement failed and the transaction ignored that.
  if (command !== "COMMIT") throw new Error("the transaction was rolled back: one of its statements failed")
}

/** Returns an error where the connection cannot roll back. The pool then discards it. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query("ROLLBACK").then(
    () => undefined,
    (failure: Error) => failure,
  )
}

type Owner = { livemode: boolean; hooks: (() => void)[]; waiters: Waiters }

function transactionOn(client: pg.PoolClient, { livemode, hooks, waiters }: Owner): Transaction {
  let depth = 0
  return {
    ...queries(client),
    livemode,
    dialect: "postgres",
    run: async (statement, parameters) => (await query(client, statement, parameters)).rowCount ?? 0,
    savepoint: async (work) => {
      const name = `unit_${depth++}`
      await client.query(`SAVEPOINT ${name}`)
      try {
        const value = await work()
        await client.query(`RELEASE ${name}`)
        return value
      } catch (error) {
        if (!isSilent(error)) await client.query(`ROLLBACK TO ${name}`)
        throw error
      } finally {
        depth--
      }
    },
    afterCommit: (then) => void hooks.push(then),
    wake: (topic) => void hooks.push(() => waiters.wake(topic)),
  }
}

function queries(client: pg.Pool | pg.PoolClient): Queries {
  return {
    one: async <Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>) =>
      (await query(client, statement, parameters)).rows[0] as Row | undefined,
    all: async <Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>) =>
      (await query(client, statement, parameters)).rows as Row[],
  }
}

function query(client: pg.Pool | pg.PoolClient, statement: Statement<unknown>, parameters: Parameters) {
  const { name, sql, bind } = statement.compiled("postgres")
  return client.query({ name, text: sql, values: bind(parameters) })
}

function typeParser(oid: number, format?: "text" | "binary") {
  if (oid === INT8 || oid === NUMERIC) return Number
  return pg.types.getTypeParser(oid, format as "text")
}
