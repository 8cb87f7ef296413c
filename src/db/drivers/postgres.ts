import pg from "pg"
import { MAIN } from "../../base/mode-name.ts"
import { toEnd } from "../at-end.ts"
import {
  callHooks,
  type Database,
  type DatabaseOptions,
  type DatabaseTimeouts,
  onlyOf,
  type Queries,
  type Transaction,
  throwLater,
} from "../database.ts"
import { sharedLists } from "../shared/shared-lists.ts"
import { sharedReads } from "../shared/shared-reads.ts"
import { sharedTransactions, type Together } from "../shared/shared-transactions.ts"
import { decodedRow, decodedRows } from "../statement.ts"
import { SERVER } from "../tables.ts"
import { Waiters } from "../waiters.ts"
import { sideBySide } from "./lockstep.ts"
import {
  allAtOnce,
  commit,
  directly,
  isConsequence,
  isSilent,
  PipelinedTransaction,
  queryOf,
  READ_ONLY,
  savepointsOn,
  transactionOn,
} from "./pipelined-transaction.ts"

const INT8 = 20
const NUMERIC = 1700
const SERIALIZATION_FAILURE = "40001"
const DEADLOCK = "40P01"
const MAX_ATTEMPTS = 3
/** All statements are written for this level, which may differ from the server's default. */
const BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
const DEFAULT_TIMEOUTS: DatabaseTimeouts = { connect: 10_000, statement: 36_000, lock: 0, idleInTransaction: 30_000 }
/** How many idle connections stay open. A new one costs as much as several confirms. */
const WARM = 5
/** How long a shared transaction waits for a row that another transaction has locked. */
const SHARED_LOCK_MS = 250
/** Postgres itself ends a slow statement a little earlier. So only a silent host costs its connection. */
const SERVER_SHARE = 0.9

/**
 * Makes a connection read-only outside of transactions. The first statement of a transaction is sent without waiting for its BEGIN. If
 * BEGIN alone fails, the statement must not take effect on its own.
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

/** `said` is called with the server of each new connection, before anything uses the connection. */
function openPool(url: string, connections: number, timeouts: DatabaseTimeouts, said: (server: string) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: readOnlyOutside(url),
    max: connections,
    min: Math.min(connections, WARM),
    keepAlive: true,
    pipeline: true,
    connectionTimeoutMillis: timeouts.connect,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    lock_timeout: timeouts.lock || undefined,
    statement_timeout: timeouts.statement,
    query_timeout: answerMsOf(timeouts),
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    verify: (client, done) => void serverOf(client).then(said).then(() => done(), done),
  })
  // The pool replaces a connection that breaks while idle. If the failure lasts, the next query reports it.
  pool.on("error", () => {})
  // If a connection breaks in use, its query reports it. Without this listener, the error would also end the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

/** Opens a pool of connections to Postgres 15 or later. Each connection prepares a statement once. */
export function openPostgres(
  url: string,
  livemode: boolean,
  { name = MAIN, connections = 20, timeouts = DEFAULT_TIMEOUTS, onError = throwLater }: DatabaseOptions,
): Database {
  let server: string | undefined
  const pool = openPool(url, connections, timeouts, (said) => {
    server = said
  })
  const waiters = new Waiters()
  const readOne = sharedReads(pool)
  const { transaction, together, write } = transactionsOn(pool, { livemode, waiters, timeouts, onError })
  const one: Queries["one"] = async (statement, values) => decodedRow(statement, await readOne(statement, values))
  const readAll = sharedLists(pool, async (statement, values) => (await pool.query(queryOf(statement, values))).rows)
  const database: Database = {
    livemode,
    name,
    dialect: "postgres",
    waiters,
    all: async (statement, values) => decodedRows(statement, await readAll(statement, values)),
    one,
    only: onlyOf(one),
    transaction,
    sharedTransaction: sharedTransactions({ together, alone: transaction }),
    write,
    unlogged: (among) => among,
    requests: () => database,
    server: () => server,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
  return database
}

/**
 * Returns what runs a database (SERVER). Throws if the server is a standby: it refuses every write, and its data may be old. A standby stays one until it is
 * promoted.
 */
async function serverOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query(`SELECT pg_is_in_recovery() AS standby, ${SERVER} AS server`)
  if (rows[0].standby) throw Object.assign(new Error("this server is a standby"), { code: READ_ONLY })
  return rows[0].server
}

type Run<T> = (pipelined: PipelinedTransaction, hooks: (() => void)[]) => Promise<T>
type Parts = Required<Pick<DatabaseOptions, "timeouts" | "onError">> & { livemode: boolean; waiters: Waiters }

function transactionsOn(pool: pg.Pool, { livemode, waiters, timeouts, onError }: Parts) {
  const answerMs = answerMsOf(timeouts)
  const shortLocks = Math.min(timeouts.lock || SHARED_LOCK_MS, SHARED_LOCK_MS)

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

  async function once<T>(run: Run<T>, begin = BEGIN): Promise<T> {
    const client = await pool.connect()
    const pipelined = new PipelinedTransaction(client, answerMs)
    const hooks: (() => void)[] = []
    let value: T
    try {
      pipelined.send({ text: begin })
      value = await run(pipelined, hooks)
    } catch (thrown) {
      const error = isConsequence(thrown) ? (pipelined.failure ?? thrown) : thrown
      client.release(isSilent(error) ? error : await rollBack(client))
      throw error
    }
    client.release()
    callHooks(hooks, onError)
    return value
  }

  const transaction = <T>(work: (tx: Transaction) => Promise<T>) =>
    inTransaction(async (pipelined, hooks) => {
      const tx = transactionOn(directly(pipelined), savepointsOn(pipelined), { livemode, hooks, waiters })
      const value = await toEnd(tx, work)
      await commit(pipelined)
      return value
    })

  /** Marks the works as undone, so they run again. They do not if Postgres may have committed or did not answer. */
  async function together(works: ((tx: Transaction) => Promise<unknown>)[]): Promise<Together> {
    let isUndone = false
    let by: number | undefined
    const run: Run<unknown[]> = async (pipelined, hooks) => {
      try {
        const values = await sideBySide(pipelined, { livemode, hooks, waiters }, works, (work) => {
          by ??= work
        })
        await commit(pipelined)
        return values
      } catch (error) {
        isUndone = !pipelined.mayHaveCommitted && !pipelined.isSilent
        throw error
      }
    }
    try {
      return { values: await once(run, `${BEGIN}; SET LOCAL lock_timeout = ${shortLocks}`) }
    } catch (error) {
      if (isUndone) return { undone: true, by }
      throw error
    }
  }

  const write: Queries["one"] = (statement, values) =>
    inTransaction(async (pipelined) => {
      const change = () => pipelined.ask(queryOf(statement, values))
      const [{ rows }] = await allAtOnce(change, () => commit(pipelined))
      return decodedRow(statement, rows[0])
    })

  return { transaction, together, write }
}

/** Rolls back. Returns an error if the connection cannot, so the pool discards the connection. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query("ROLLBACK").then(
    () => undefined,
    (failure: Error) => failure,
  )
}

function typeParser(oid: number, format?: "text" | "binary") {
  if (oid === INT8 || oid === NUMERIC) return Number
  return pg.types.getTypeParser(oid, format as "text")
}
