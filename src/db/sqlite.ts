import Sqlite from "better-sqlite3"
import { callHooks, type Database, type Queries, type Steps, type Transaction, throwLater } from "./database.ts"
import { makePrivateDatabase } from "./private-file.ts"
import { requestTables } from "./request-tables.ts"
import { command, type Parameters, type Statement } from "./statement.ts"
import { openUnlogged } from "./unlogged.ts"
import { Waiters } from "./waiters.ts"

type Writer = {
  connection: Sqlite.Database
  queries: Queries
  livemode: boolean
  waiters: Waiters
  onError: (error: unknown) => void
}
type Unit = { work: (tx: Transaction) => Promise<unknown>; resolve: (value: never) => void; reject: (error: unknown) => void }
type Outcome = { unit: Unit; afterCommit: (() => void)[] } & ({ value: unknown } | { error: unknown })

/** How the file is opened where it is not the one of the payments. */
type FileOptions = {
  onError?: (error: unknown) => void
  /** NORMAL: a crash of the machine may lose the last transactions, and no commit waits for the disk. */
  synchronous?: "FULL" | "NORMAL"
  /** How long a commit blocks this process while another one writes. Then it fails with SQLITE_BUSY. */
  busyMs?: number
  /** Run when the file is opened. */
  tables?: string
}

/** Limits the units that share a commit, so that the first one does not wait long for the last. */
const MAX_UNITS_PER_COMMIT = 256

const BUSY_MS = 5000

/** They are prepared like all other statements. Each request needs several, and to parse one takes longer than to run it. */
const BEGIN = command("BEGIN IMMEDIATE")
const COMMIT = command("COMMIT")
const SAVEPOINT = command("SAVEPOINT unit")
const RELEASE = command("RELEASE unit")
const BEGIN_READ = command("BEGIN")
/** Another word for COMMIT. Tests that stop a process at a COMMIT mean those that write. */
const END_READ = command("END")

/** Pages that a connection keeps. better-sqlite3's own 16 MB are 64 for each mode. What is not kept is read from the system's cache. */
const CACHE_KIB = 4000

/** The log of requests: a payment waits neither for its disk nor for another process that writes to it. */
const REQUESTS_FILE: FileOptions = {
  synchronous: "NORMAL",
  busyMs: 0,
  // No migration reaches this file. The index is of an earlier version.
  tables: `DROP INDEX IF EXISTS api_requests_resource; ${requestTables("sqlite")}`,
}

/**
 * Opens a SQLite file in WAL mode with synchronous=FULL, so that a committed transaction survives a power cut. One connection
 * writes and another only reads.
 */
export function openSqlite(file: string, livemode: boolean, options: FileOptions): Database {
  const { onError = throwLater, synchronous = "FULL", busyMs = BUSY_MS, tables = "" } = options
  makePrivateDatabase(file)
  const writer = connect(file, synchronous)
  writer.exec(tables)
  writer.pragma(`busy_timeout = ${busyMs}`)
  // What a savepoint may have to undo is kept in memory: beyond 64 kB, each page would be a write to a file. Large sorts belong in a file, and
  // are the reader's.
  writer.pragma("temp_store = MEMORY")
  const reader = connect(file, synchronous)
  reader.pragma("query_only = ON")
  const reads = snapshotReads(reader)
  const waiters = new Waiters()
  const commits = groupCommit({ connection: writer, queries: queries(writer), livemode, waiters, onError })
  let beside: Sqlite.Database | undefined
  let log: Database | undefined
  const unlogged = () => {
    beside ??= openUnlogged(`${file}-keys`)
    return queries(beside)
  }
  const requests = () => {
    log ??= openSqlite(`${file}-requests`, livemode, { ...REQUESTS_FILE, onError })
    return log
  }
  const close = async () => {
    await commits.idle()
    await log?.close()
    beside?.close()
    reads.end()
    reader.close()
    writer.close()
  }
  const { transaction } = commits
  const write: Queries["one"] = (statement, parameters) => transaction((tx) => tx.one(statement, parameters))
  // All transactions share their commits.
  const sharedTransaction: Database["sharedTransaction"] = (_, work) => transaction(work)
  return {
    livemode,
    dialect: "sqlite",
    waiters,
    ...reads.queries,
    transaction,
    sharedTransaction,
    write,
    unlogged,
    requests,
    close,
  }
}

/**
 * Reads that requests make at once share a transaction, because locking and unlocking the file takes half of the time of a read. It has
 * ended before the caller of its first read continues, and so before this process can hear of what others commit meanwhile.
 */
function snapshotReads(connection: Sqlite.Database) {
  let isOpen = false

  function begin(): void {
    if (isOpen) return
    prepare(connection, BEGIN_READ).run()
    isOpen = true
    queueMicrotask(end)
  }

  function end(): void {
    const wasOpen = isOpen
    isOpen = false
    // An error such as an unreadable file may have ended it.
    if (wasOpen && connection.inTransaction) prepare(connection, END_READ).run()
  }

  return { queries: queries(connection, begin), end }
}

/**
 * Group commit (docs/decisions/0002-group-commit.md): units of work that arrive together run one after the other inside one
 * transaction, each in a savepoint of its own where there are several. They resolve when that transaction is on disk, so one sync serves them all.
 */
function groupCommit(writer: Writer) {
  const { connection, onError } = writer
  const queue: Unit[] = []
  let scheduled = false

  function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve, reject })
      if (scheduled) return
      scheduled = true
      // The sockets that are ready now are read first, so that their requests join this commit.
      setImmediate(() => void drain())
    })
  }

  async function drain(): Promise<void> {
    await commitTogether(queue.splice(0, MAX_UNITS_PER_COMMIT))
    scheduled = queue.length > 0
    // Between two commits the sockets are read, so that a long queue of writes does not hold up everything else.
    if (scheduled) setImmediate(() => void drain())
  }

  async function commitTogether(units: Unit[]): Promise<void> {
    const outcomes: Outcome[] = []
    try {
      prepare(connection, BEGIN).run()
      for (const unit of units) outcomes.push(await perform(writer, unit, units.length === 1))
      prepare(connection, COMMIT).run()
    } catch (error) {
      for (const unit of units) unit.reject(error)
      rollBack()
      return
    }
    const hooks = outcomes.flatMap((outcome) => ("error" in outcome ? [] : outcome.afterCommit))
    callHooks(hooks, onError)
    for (const outcome of outcomes) {
      if ("error" in outcome) outcome.unit.reject(outcome.error)
      else outcome.unit.resolve(outcome.value as never)
    }
  }

  /** If even this fails, the next BEGIN does too, and its units get that error. The queue must go on. */
  function rollBack(): void {
    try {
      if (connection.inTransaction) connection.exec("ROLLBACK")
    } catch (error) {
      onError(error)
    }
  }

  async function idle(): Promise<void> {
    while (scheduled) await new Promise((resolve) => setImmediate(resolve))
  }

  return { transaction, idle }
}

/** Runs a unit in a savepoint, or without one where it is alone: the transaction is then undone with it. */
async function perform({ connection, queries, livemode, waiters }: Writer, unit: Unit, isAlone: boolean): Promise<Outcome> {
  const afterCommit: (() => void)[] = []
  const tx: Transaction = {
    ...queries,
    livemode,
    dialect: "sqlite",
    run: async (statement, parameters) => change(connection, statement, parameters),
    send: (statement, parameters) => void change(connection, statement, parameters),
    pipeline: inTurn,
    savepoint: (work) => savepoint(connection, work),
    afterCommit: (then) => void afterCommit.push(then),
    wake: (topic) => void afterCommit.push(() => waiters.wake(topic)),
  }
  try {
    const value = isAlone ? await unit.work(tx) : await savepoint(connection, () => unit.work(tx))
    return { unit, afterCommit, value }
  } catch (error) {
    // An error such as a full disk has ended the whole transaction. The other units must not run outside of it.
    if (isAlone || !connection.inTransaction) throw error
    return { unit, afterCommit, error }
  }
}

/** Runs steps up to the first that fails. Those after it could run outside of the transaction, which a full disk ends. */
export async function inTurn<T extends unknown[]>(...steps: Steps<T>): Promise<T> {
  const values: unknown[] = []
  for (const step of steps) values.push(await step())
  return values as T
}

/** Undoes what `work` writes on a connection if it throws. The transaction itself continues. */
export async function savepoint<T>(connection: Sqlite.Database, work: () => Promise<T>): Promise<T> {
  prepare(connection, SAVEPOINT).run()
  try {
    const value = await work()
    prepare(connection, RELEASE).run()
    return value
  } catch (error) {
    if (connection.inTransaction) connection.exec("ROLLBACK TO unit; RELEASE unit")
    throw error
  }
}

function connect(file: string, synchronous: "FULL" | "NORMAL"): Sqlite.Database {
  const connection = new Sqlite(file, { timeout: BUSY_MS })
  connection.pragma("journal_mode = WAL")
  connection.pragma(`synchronous = ${synchronous}`)
  connection.pragma("foreign_keys = ON")
  // What is erased is overwritten, also in the pages that it frees.
  connection.pragma("secure_delete = ON")
  connection.pragma(`cache_size = -${CACHE_KIB}`)
  return connection
}

/** Runs a statement that returns no rows. Returns the number of rows that it changed. */
export function change(connection: Sqlite.Database, statement: Statement<unknown>, parameters: Parameters): number {
  return prepare(connection, statement).run(...bind(statement, parameters)).changes
}

/** Runs statements on a connection, each at once, and `begin` before it. */
export function queries(connection: Sqlite.Database, begin?: () => void): Queries {
  return {
    one: async <Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>) => {
      begin?.()
      return prepare(connection, statement).get(...bind(statement, parameters)) as Row | undefined
    },
    all: async <Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>) => {
      begin?.()
      return prepare(connection, statement).all(...bind(statement, parameters)) as Row[]
    },
  }
}

const prepared = new WeakMap<Sqlite.Database, Map<Statement<unknown>, Sqlite.Statement>>()

function prepare(connection: Sqlite.Database, statement: Statement<unknown>): Sqlite.Statement {
  const ofConnection = prepared.get(connection) ?? new Map<Statement<unknown>, Sqlite.Statement>()
  if (ofConnection.size === 0) prepared.set(connection, ofConnection)
  const known = ofConnection.get(statement)
  if (known) return known
  const made = connection.prepare(statement.compiled("sqlite").sql)
  ofConnection.set(statement, made)
  return made
}

function bind(statement: Statement<unknown>, parameters: Parameters): unknown[] {
  return statement.compiled("sqlite").bind(parameters)
}
