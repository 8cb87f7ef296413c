import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import Sqlite from "better-sqlite3"
import type { Database, Queries, Transaction } from "./database.ts"
import type { Parameters, Statement } from "./statement.ts"
import { sharedTurn } from "./turn.ts"

type Unit = { work: (tx: Transaction) => Promise<unknown>; resolve: (value: never) => void; reject: (error: unknown) => void }
type Outcome = { unit: Unit; afterCommit: (() => void)[] } & ({ value: unknown } | { error: unknown })

/** Units that share one commit: bounded, so that the first of them does not wait long for the last. */
const UNITS_PER_COMMIT = 256

/**
 * SQLite in a file: WAL, synchronous=FULL (an answered request survives a power cut), one writing connection and one
 * that only reads.
 *
 * Group commit: units of work that arrive together run one after the other, each in a savepoint of its own, inside one
 * transaction, and are answered when that is on disk. One sync then serves them all.
 */
export function openSqlite(file: string, livemode: boolean): Database {
  mkdirSync(dirname(file), { recursive: true })
  const writer = connect(file)
  const reader = connect(file, true)
  const write = queries(writer)
  const turn = sharedTurn(reader, "BEGIN")
  const queue: Unit[] = []
  let scheduled = false

  function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve, reject })
      if (scheduled) return
      scheduled = true
      // After the sockets that are ready now have been read: what they bring joins this commit.
      setImmediate(() => void drain())
    })
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) await commitTogether(queue.splice(0, UNITS_PER_COMMIT))
    scheduled = false
  }

  async function commitTogether(units: Unit[]): Promise<void> {
    const outcomes: Outcome[] = []
    try {
      writer.exec("BEGIN IMMEDIATE")
      for (const unit of units) outcomes.push(await perform(unit))
      writer.exec("COMMIT")
      turn.leave()
    } catch (error) {
      if (writer.inTransaction) writer.exec("ROLLBACK")
      for (const unit of units) unit.reject(error)
      return
    }
    for (const outcome of outcomes) {
      if ("error" in outcome) {
        outcome.unit.reject(outcome.error)
        continue
      }
      for (const then of outcome.afterCommit) then()
      outcome.unit.resolve(outcome.value as never)
    }
  }

  async function perform(unit: Unit): Promise<Outcome> {
    const afterCommit: (() => void)[] = []
    const tx: Transaction = {
      ...write,
      livemode,
      dialect: "sqlite",
      run: async (statement, parameters) => prepare(writer, statement).run(...bind(statement, parameters)).changes,
      savepoint,
      afterCommit: (then) => void afterCommit.push(then),
    }
    try {
      return { unit, afterCommit, value: await savepoint(() => unit.work(tx)) }
    } catch (error) {
      // A full disk or the like has ended the whole transaction: its units must not go on one by one.
      if (!writer.inTransaction) throw error
      return { unit, afterCommit, error }
    }
  }

  async function savepoint<T>(work: () => Promise<T>): Promise<T> {
    writer.exec("SAVEPOINT unit")
    try {
      const value = await work()
      writer.exec("RELEASE unit")
      return value
    } catch (error) {
      if (writer.inTransaction) writer.exec("ROLLBACK TO unit; RELEASE unit")
      throw error
    }
  }

  async function close(): Promise<void> {
    while (scheduled) await new Promise((resolve) => setImmediate(resolve))
    reader.close()
    writer.close()
  }

  return { livemode, dialect: "sqlite", ...queries(reader, turn.enter), transaction, close }
}

function connect(file: string, readonly = false): Sqlite.Database {
  const connection = new Sqlite(file, { timeout: 5000 })
  connection.pragma("journal_mode = WAL")
  connection.pragma("synchronous = FULL")
  connection.pragma("foreign_keys = ON")
  if (readonly) connection.pragma("query_only = ON")
  return connection
}

function queries(connection: Sqlite.Database, enter = () => {}): Queries {
  return {
    one: async <Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>) => {
      enter()
      return prepare(connection, statement).get(...bind(statement, parameters)) as Row | undefined
    },
    all: async <Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>) => {
      enter()
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
