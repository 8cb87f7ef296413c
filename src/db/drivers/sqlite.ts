import Sqlite from "better-sqlite3"
import { MAIN } from "../../base/mode-name.ts"
import { toEnd, type Unended } from "../at-end.ts"
import { callHooks, type Database, onlyOf, type Queries, type Steps, type Transaction, throwLater } from "../database.ts"
import { requestTables } from "../request-tables.ts"
import { type AnyStatement, command, decodedRow, decodedRows, type Values } from "../statement.ts"
import { Waiters } from "../waiters.ts"
import { makePrivateDatabase } from "./private-file.ts"
import { openUnlogged } from "./unlogged.ts"

type Writer = {
  connection: Sqlite.Database
  queries: Queries
  livemode: boolean
  waiters: Waiters
  onError: (error: unknown) => void
}
type Unit = { work: (tx: Transaction) => Promise<unknown>; resolve: (value: never) => void; reject: (error: unknown) => void }
type Outcome = { unit: Unit; afterCommit: (() => void)[] } & ({ value: unknown } | { error: unknown })

/** Options for a file other than that of the payments. */
type FileOptions = {
  name?: string
  onError?: (error: unknown) => void
  /** With NORMAL, no commit waits for the disk, and a crash of the machine may lose the last transactions. */
  synchronous?: "FULL" | "NORMAL"
  /** How long a commit blocks this process while another process writes. After it, the commit fails with SQLITE_BUSY. */
  busyMs?: number
  /** The SQL to run when the file is opened. */
  tables?: string
}

/** Limits the units that share a commit, because the first one waits for the last. */
const MAX_UNITS_PER_COMMIT = 256

const BUSY_MS = 5000

/** Each request needs several of these, and parsing one takes longer than running it. So they are prepared like all other statements. */
const BEGIN = command("BEGIN IMMEDIATE")
const COMMIT = command("COMMIT")
const SAVEPOINT = command("SAVEPOINT unit")
const RELEASE = command("RELEASE unit")
const BEGIN_READ = command("BEGIN")
/** A synonym of COMMIT. Tests that stop a process at COMMIT mean only the transactions that write. */
const END_READ = command("END")

/**
 * The cache of each connection. better-sqlite3's default of 16 MB would take 64 MB for each mode. The system's cache holds the remaining
 * pages.
 */
const CACHE_KIB = 4000

/** The request log. A payment waits neither for its disk nor for another process that writes to it. */
const REQUESTS_FILE: FileOptions = {
  synchronous: "NORMAL",
  busyMs: 0,
  // No migration reaches this file, so the index of an earlier version is dropped here.
  tables: `DROP INDEX IF EXISTS api_requests_resource; ${requestTables("sqlite")}`,
}

/**
 * Opens a SQLite file in WAL mode with synchronous=FULL, so a committed transaction survives a power cut. One connection writes and another
 * only reads.
 */
export function openSqlite(file: string, livemode: boolean, options: FileOptions): Database {
  const { name = MAIN, onError = throwLater, synchronous = "FULL", busyMs = BUSY_MS, tables = "" } = options
  makePrivateDatabase(file)
  const writer = connect(file, synchronous)
  writer.exec(tables)
  writer.pragma(`busy_timeout = ${busyMs}`)
  // The writer keeps in memory what a savepoint may have to undo. In a file, each page beyond 64 kB would cost a write. Large sorts belong
  // in a file, and only the reader makes them.
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
    log ??= openSqlite(`${file}-requests`, livemode, { ...REQUESTS_FILE, name, onError })
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
  // All transactions share their commits anyway.
  const sharedTransaction: Database["sharedTransaction"] = (_, work) => transaction(work)
  return {
    livemode,
    name,
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
 * Reads that requests make at the same time share a transaction, because locking and unlocking the file takes half of the time of a read.
 * The transaction ends before the caller of its first read continues. So this process cannot yet know of a commit that the snapshot misses.
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
    // An error such as an unreadable file may have ended the transaction.
    if (wasOpen && connection.inTransaction) prepare(connection, END_READ).run()
  }

  return { queries: queries(connection, begin), end }
}

/**
 * Group commit (docs/decisions/0002-group-commit.md): units of work that arrive together run one after the other in one transaction. If
 * there are several, each has its own savepoint. They resolve when the transaction is on disk, so one sync serves all of them.
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
      // The sockets that are ready now are read first, so their requests join this commit.
      setImmediate(() => void drain())
    })
  }

  async function drain(): Promise<void> {
    await commitTogether(queue.splice(0, MAX_UNITS_PER_COMMIT))
    scheduled = queue.length > 0
    // The sockets are read between two commits, so a long queue of writes does not block everything else.
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

  /** The queue must continue. If the rollback fails, the next BEGIN fails too, and its units get that error. */
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

/** Runs a unit in a savepoint. A unit that is alone needs none, because an error undoes the whole transaction. */
async function perform({ connection, queries, livemode, waiters }: Writer, unit: Unit, isAlone: boolean): Promise<Outcome> {
  const afterCommit: (() => void)[] = []
  const tx: Unended = {
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
    const work = () => toEnd(tx, unit.work)
    const value = isAlone ? await work() : await savepoint(connection, work)
    return { unit, afterCommit, value }
  } catch (error) {
    // An error such as a full disk has ended the whole transaction. The other units must not run outside of it.
    if (isAlone || !connection.inTransaction) throw error
    return { unit, afterCommit, error }
  }
}

/**
 * Runs steps up to the first that fails. Further steps might run outside of the transaction, because an error such as a full disk ends it.
 */
export async function inTurn<T extends unknown[]>(...steps: Steps<T>): Promise<T> {
  const values: unknown[] = []
  for (const step of steps) values.push(await step())
  return values as T
}

/** Undoes the writes of `work` on a connection if it throws. The transaction itself continues. */
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
  // Erased data is overwritten, also in freed pages.
  connection.pragma("secure_delete = ON")
  connection.pragma(`cache_size = -${CACHE_KIB}`)
  return connection
}

/** Runs a statement that returns no rows. Returns the number of rows that it changed. */
export function change(connection: Sqlite.Database, statement: AnyStatement, values: Values): number {
  return prepare(connection, statement).run(...bind(statement, values)).changes
}

/** Runs statements on a connection, each at once. Calls `begin` before each of them. */
export function queries(connection: Sqlite.Database, begin?: () => void): Queries {
  const one: Queries["one"] = async (statement, values) => {
    begin?.()
    return decodedRow(statement, prepare(connection, statement).get(...bind(statement, values)))
  }
  const all: Queries["all"] = async (statement, values) => {
    begin?.()
    return decodedRows(statement, prepare(connection, statement).all(...bind(statement, values)))
  }
  return { one, only: onlyOf(one), all }
}

const prepared = new WeakMap<Sqlite.Database, Map<AnyStatement, Sqlite.Statement>>()

function prepare(connection: Sqlite.Database, statement: AnyStatement): Sqlite.Statement {
  const ofConnection = prepared.get(connection) ?? new Map<AnyStatement, Sqlite.Statement>()
  if (ofConnection.size === 0) prepared.set(connection, ofConnection)
  const known = ofConnection.get(statement)
  if (known) return known
  const made = connection.prepare(statement.compiled("sqlite").sql)
  ofConnection.set(statement, made)
  return made
}

function bind(statement: AnyStatement, values: Values): unknown[] {
  return statement.compiled("sqlite").bind(values)
}
