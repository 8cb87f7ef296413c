import pg from "pg"
import {
  callHooks,
  type Database,
  type DatabaseOptions,
  type DatabaseTimeouts,
  type Queries,
  type Steps,
  type Transaction,
  throwLater,
} from "./database.ts"
import { inOnePacket } from "./packet.ts"
import { sharedReads } from "./shared-reads.ts"
import type { Parameters, Statement } from "./statement.ts"
import { Waiters } from "./waiters.ts"

const INT8 = 20
const NUMERIC = 1700
const SERIALIZATION_FAILURE = "40001"
const DEADLOCK = "40P01"
const READ_ONLY = "25006"
const MISSING_STATEMENT = "26000"
const MAX_ATTEMPTS = 3
const DEFAULT_TIMEOUTS: DatabaseTimeouts = { connect: 10_000, statement: 36_000, lock: 0, idleInTransaction: 30_000 }
const BEGIN = "BEGIN READ WRITE"
/** Postgres ends a slow statement itself a little earlier, so that only a silent host costs its connection. */
const SERVER_SHARE = 0.9

/**
 * Outside of a transaction a connection only reads. The first statement of a transaction is sent without waiting for its BEGIN. If that
 * alone fails, the statement must not run by itself and stay.
 */
function readOnlyOutside(url: string): string {
  const target = new URL(url)
  const given = target.searchParams.get("options") ?? process.env.PGOPTIONS ?? ""
  target.searchParams.set("options", `${given} -c default_transaction_read_only=on`.trim())
  return target.href
}

function openPool(url: string, connections: number, timeouts: DatabaseTimeouts): pg.Pool {
  const pool = new pg.Pool({
    connectionString: readOnlyOutside(url),
    max: connections,
    keepAlive: true,
    pipeline: true,
    connectionTimeoutMillis: timeouts.connect,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    lock_timeout: timeouts.lock || undefined,
    statement_timeout: timeouts.statement,
    query_timeout: timeouts.statement / SERVER_SHARE,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    verify: (client, done) => void refuseStandby(client).then(() => done(), done),
  })
  // The pool replaces a connection that breaks while idle. If the failure lasts, the next query reports it.
  pool.on("error", () => {})
  // If a connection breaks in use, its query reports it. Without this listener, the error would also end the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

type Run<T> = (client: pg.PoolClient, flight: Flight, hooks: (() => void)[]) => Promise<T>

/** Opens a pool of connections to Postgres 15 or later. Each connection prepares a statement once. */
export function openPostgres(
  url: string,
  livemode: boolean,
  { connections = 20, timeouts = DEFAULT_TIMEOUTS, onError = throwLater }: DatabaseOptions,
): Database {
  const pool = openPool(url, connections, timeouts)
  const waiters = new Waiters()

  async function inTransaction<T>(run: Run<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(run)
      } catch (error) {
        const { code } = error as { code?: string }
        if (attempt === MAX_ATTEMPTS || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error
      }
    }
  }

  async function once<T>(run: Run<T>): Promise<T> {
    const client = await pool.connect()
    const flight = new Flight(client)
    const hooks: (() => void)[] = []
    let value: T
    try {
      flight.send(BEGIN)
      value = await run(client, flight, hooks)
    } catch (thrown) {
      const error = isConsequence(thrown) ? (flight.failure ?? thrown) : thrown
      client.release(isSilent(error) ? error : await rollBack(client))
      throw error
    }
    client.release()
    callHooks(hooks, onError)
    return value
  }

  const transaction = <T>(work: (tx: Transaction) => Promise<T>) =>
    inTransaction(async (client, flight, hooks) => {
      const value = await work(transactionOn(client, { livemode, hooks, waiters, flight }))
      await commit(client, flight)
      return value
    })

  const write: Queries["one"] = (statement, parameters) =>
    inTransaction(async (client, flight) => {
      const change = () => ask(client, queryOf(statement, parameters))
      const [{ rows }] = await allAtOnce(change, () => commit(client, flight))
      return rows[0]
    })

  const database: Database = {
    livemode,
    dialect: "postgres",
    waiters,
    ...queries((query) => pool.query(query)),
    one: first(sharedReads(pool)),
    transaction,
    write,
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

/** Whether a statement failed only because one before it had failed: the transaction is aborted, or there is none that may write. */
function isConsequence(error: unknown): boolean {
  return ["25P02", READ_ONLY, MISSING_STATEMENT].includes((error as { code?: string }).code ?? "")
}

/** What a transaction has sent without waiting for the results. Statements run in the order in which they are sent. */
class Flight {
  readonly #client: pg.PoolClient
  /** Of the first that failed. Those after it fail only because Postgres then refuses everything. */
  failure: Error | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  send(query: string | pg.QueryConfig): void {
    inOnePacket(this.#client)
    const done = (error?: Error | null) => {
      if (error) this.failure ??= error
    }
    if (typeof query === "string") this.#client.query(query, done)
    else this.#client.query(query, done)
  }
}

/**
 * Commits. Where the connection breaks or there is no answer, nobody knows whether Postgres committed. That error has no code for which the
 * transaction is tried again.
 */
async function commit(client: pg.PoolClient, flight: Flight): Promise<void> {
  if (flight.failure) throw flight.failure
  const { command } = await client.query("COMMIT")
  // Postgres reports no error here where a statement failed, or where BEGIN did.
  if (flight.failure) throw flight.failure
  if (command !== "COMMIT") throw new Error("the transaction was rolled back: one of its statements failed")
}

/** Returns an error where the connection cannot roll back. The pool then discards it. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query("ROLLBACK").then(
    () => undefined,
    (failure: Error) => failure,
  )
}

type Owner = { livemode: boolean; hooks: (() => void)[]; waiters: Waiters; flight: Flight }

function transactionOn(client: pg.PoolClient, { livemode, hooks, waiters, flight }: Owner): Transaction {
  let depth = 0
  return {
    ...queries((query) => ask(client, query)),
    livemode,
    dialect: "postgres",
    run: async (statement, parameters) => (await ask(client, queryOf(statement, parameters))).rowCount ?? 0,
    send: (statement, parameters) => flight.send(queryOf(statement, parameters)),
    pipeline: allAtOnce,
    savepoint: async (work) => {
      const name = `unit_${depth++}`
      flight.send(`SAVEPOINT ${name}`)
      try {
        const value = await work()
        flight.send(`RELEASE ${name}`)
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

/** Waits for all steps, so that none goes on after the transaction. What follows from an error is not thrown instead of it. */
async function allAtOnce<T extends unknown[]>(...steps: Steps<T>): Promise<T> {
  const outcomes = await Promise.allSettled(steps.map(async (step) => step()))
  const errors = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason)
  if (errors.length > 0) throw errors.find((error) => !isConsequence(error)) ?? errors[0]
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as T
}

function ask(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  inOnePacket(client)
  return client.query(query)
}

type Read = (query: pg.QueryConfig) => Promise<pg.QueryResult>

function queries(read: Read): Queries {
  return {
    one: first(read),
    all: async <Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>) =>
      (await read(queryOf(statement, parameters))).rows as Row[],
  }
}

function first(read: Read): Queries["one"] {
  return async <Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>) =>
    (await read(queryOf(statement, parameters))).rows[0] as Row | undefined
}

function queryOf(statement: Statement<unknown>, parameters: Parameters): pg.QueryConfig {
  const { name, sql, bind } = statement.compiled("postgres")
  return { name, text: sql, values: bind(parameters) }
}

function typeParser(oid: number, format?: "text" | "binary") {
  if (oid === INT8 || oid === NUMERIC) return Number
  return pg.types.getTypeParser(oid, format as "text")
}
