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

function answerMsOf({ statement }: DatabaseTimeouts): number {
  return statement / SERVER_SHARE
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
    query_timeout: answerMsOf(timeouts),
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    verify: (client, done) => void refuseStandby(client).then(() => done(), done),
  })
  // The pool replaces a connection that breaks while idle. If the failure lasts, the next query reports it.
  pool.on("error", () => {})
  // If a connection breaks in use, its query reports it. Without this listener, the error would also end the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

type Run<T> = (flight: Flight, hooks: (() => void)[]) => Promise<T>

/** Opens a pool of connections to Postgres 15 or later. Each connection prepares a statement once. */
export function openPostgres(
  url: string,
  livemode: boolean,
  { connections = 20, timeouts = DEFAULT_TIMEOUTS, onError = throwLater }: DatabaseOptions,
): Database {
  const pool = openPool(url, connections, timeouts)
  const waiters = new Waiters()
  const answerMs = answerMsOf(timeouts)

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
    const flight = new Flight(client, answerMs)
    const hooks: (() => void)[] = []
    let value: T
    try {
      flight.send({ text: "BEGIN READ WRITE" })
      value = await run(flight, hooks)
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
    inTransaction(async (flight, hooks) => {
      const value = await work(transactionOn(flight, { livemode, hooks, waiters }))
      await commit(flight)
      return value
    })

  const write: Queries["one"] = (statement, parameters) =>
    inTransaction(async (flight) => {
      const change = () => flight.ask(queryOf(statement, parameters))
      const [{ rows }] = await allAtOnce(change, () => commit(flight))
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

/** What a transaction has sent. Statements run in the order in which they are sent. */
class Flight {
  readonly #client: pg.PoolClient
  readonly #answerMs: number
  #underWay = 0
  /** Of the first that failed while nobody waited for it. Those after it fail only because Postgres then refuses everything. */
  failure: Error | undefined

  constructor(client: pg.PoolClient, answerMs: number) {
    this.#client = client
    this.#answerMs = answerMs
  }

  async ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(this.#prepared(query))
    } finally {
      this.#underWay--
    }
  }

  /** Sends a statement without waiting for its result. */
  send(query: pg.QueryConfig): void {
    const done = (error?: Error | null) => {
      this.#underWay--
      if (error) this.failure ??= error
    }
    void this.#client.query(this.#prepared(query), done)
  }

  /** Postgres counts the time of a statement from when it begins, and the driver from when it is sent: behind all others. */
  #prepared(query: pg.QueryConfig): pg.QueryConfig {
    inOnePacket(this.#client)
    this.#underWay++
    return Object.assign(query, { query_timeout: this.#underWay * this.#answerMs })
  }
}

/**
 * Commits. Where the connection breaks or there is no answer, nobody knows whether Postgres committed. That error has no code for which the
 * transaction is tried again.
 */
async function commit(flight: Flight): Promise<void> {
  if (flight.failure) throw flight.failure
  const { command } = await flight.ask({ text: "COMMIT" })
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

type Owner = { livemode: boolean; hooks: (() => void)[]; waiters: Waiters }

function transactionOn(flight: Flight, { livemode, hooks, waiters }: Owner): Transaction {
  let depth = 0
  return {
    ...queries((query) => flight.ask(query)),
    livemode,
    dialect: "postgres",
    run: async (statement, parameters) => (await flight.ask(queryOf(statement, parameters))).rowCount ?? 0,
    send: (statement, parameters) => flight.send(queryOf(statement, parameters)),
    pipeline: allAtOnce,
    savepoint: async (work) => {
      const name = `unit_${depth++}`
      flight.send({ text: `SAVEPOINT ${name}` })
      try {
        const value = await work()
        flight.send({ text: `RELEASE ${name}` })
        return value
      } catch (error) {
        if (!isSilent(error)) await flight.ask({ text: `ROLLBACK TO ${name}` })
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
