// The database of the simulated processes: a real SQLite file, behind a slow and unreliable network.
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { MAIN } from "../../src/base/mode-name.ts"
import { toEnd, type Unended } from "../../src/db/at-end.ts"
import { callHooks, type Database, type Queries, type Transaction } from "../../src/db/database.ts"
import { noSavepoint } from "../../src/db/drivers/lockstep.ts"
import { allAtOnce } from "../../src/db/drivers/pipelined-transaction.ts"
import { change, inTurn, queries, savepoint } from "../../src/db/drivers/sqlite.ts"
import { UNLOGGED_TABLES } from "../../src/db/drivers/unlogged.ts"
import { requestTables } from "../../src/db/request-tables.ts"
import { sharedTransactions, type Together } from "../../src/db/shared/shared-transactions.ts"
import { command } from "../../src/db/statement.ts"
import { Waiters } from "../../src/db/waiters.ts"
import type { Machine, Owner } from "./machine.ts"

const BEGIN = command("BEGIN IMMEDIATE")
const COMMIT = command("COMMIT")
const ROLLBACK = command("ROLLBACK")

/** The probability of each failure in a storm. */
const LOST_STATEMENT = 0.0005
const LOST_COMMIT = 0.003

/** The storage that processes share, and that survives their death. */
export type Disk = {
  /** The database as a process sees it. */
  connect(owner: Owner): Database
  /** Ends transactions of a dead process. */
  forget(owner: Owner): void
  /** All bytes on the disk. */
  bytes(): Buffer
  close(): void
}

type Turn = { owner: Owner; begin: () => void }

/** Opens the migrated file `name` of a directory. */
export function openDisk(machine: Machine, directory: string, name: string, livemode: boolean): Disk {
  const open = () => simulatedTime(new Sqlite(join(directory, name)), machine)
  const writer = open()
  writer.exec(requestTables("sqlite"))
  writer.pragma("foreign_keys = ON")
  const reader = open()
  reader.pragma("query_only = ON")
  const keys = simulatedTime(new Sqlite(":memory:"), machine)
  keys.exec(UNLOGGED_TABLES)
  const turns: Turn[] = []
  let writing: Owner | undefined

  /** Waits until nobody else writes. */
  function takeTurn(owner: Owner): Promise<void> {
    return new Promise((begin) => {
      turns.push({ owner, begin })
      if (!writing) nextTurn()
    })
  }

  function nextTurn(): void {
    let next = turns.shift()
    while (next && !next.owner.alive) next = turns.shift()
    writing = next?.owner
    if (next) machine.after(0, next.begin, next.owner)
  }

  return {
    connect: (owner) => connect({ machine, owner, livemode, writer, reader, keys, takeTurn, nextTurn }),
    forget: (owner) => {
      if (writing !== owner) return
      if (writer.inTransaction) change(writer, ROLLBACK, {})
      nextTurn()
    },
    bytes: () => writer.serialize(),
    close: () => {
      for (const each of [writer, reader, keys]) each.close()
    },
  }
}

/** SQLite asks the host for the time. Here it gets the simulated clock of the database. */
function simulatedTime(connection: Sqlite.Database, machine: Machine): Sqlite.Database {
  connection.pragma("synchronous = OFF")
  connection.function("unixepoch", { varargs: true }, () => machine.now / 1000)
  return connection
}

type Line = {
  machine: Machine
  owner: Owner
  livemode: boolean
  writer: Sqlite.Database
  reader: Sqlite.Database
  keys: Sqlite.Database
  takeTurn: (owner: Owner) => Promise<void>
  nextTurn: () => void
}

function connect(line: Line): Database {
  const { machine, owner, livemode, writer, reader, keys, takeTurn, nextTurn } = line
  const waiters = new Waiters()
  const arrive = () => arriveAt(machine, owner)

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    await arrive()
    await takeTurn(owner)
    change(writer, BEGIN, {})
    const hooks: (() => void)[] = []
    let isCommitted = false
    try {
      const value = await toEnd(transactionOn(line, arrive, waiters, hooks), work)
      await arrive()
      if (machine.strikes("commit_lost", LOST_COMMIT, owner)) throw lost()
      change(writer, COMMIT, {})
      isCommitted = true
      nextTurn()
      await arrive()
      if (machine.strikes("commit_unheard", LOST_COMMIT, owner)) throw lost()
      callHooks(hooks, (error) => machine.accuse(`after a commit: ${error}`))
      return value
    } catch (error) {
      if (!isCommitted) {
        if (writer.inTransaction) change(writer, ROLLBACK, {})
        nextTurn()
      }
      throw error
    }
  }

  /** As on Postgres, works run side by side, and are undone together. */
  async function together(works: ((tx: Transaction) => Promise<unknown>)[]): Promise<Together> {
    let by: number | undefined
    const noting = (i: number) => (error: unknown) => {
      by ??= i
      throw error
    }
    try {
      const side = (tx: Transaction) =>
        works.map((work, i) => () => toEnd({ ...tx, savepoint: noSavepoint }, work).catch(noting(i)))
      return { values: await transaction((tx) => allAtOnce(...side(tx))) }
    } catch (error) {
      if (by === undefined) throw error
      return { undone: true, by }
    }
  }

  const database: Database = {
    livemode,
    name: MAIN,
    dialect: "sqlite",
    waiters,
    ...after(arrive, queries(reader)),
    transaction,
    sharedTransaction: sharedTransactions({ together, alone: transaction }),
    write: (statement, parameters) => transaction((tx) => tx.one(statement, parameters)),
    unlogged: () => queries(keys),
    requests: () => database,
    close: async () => {},
  }
  return database
}

function transactionOn(
  { writer, livemode }: Line,
  arrive: () => Promise<void>,
  waiters: Waiters,
  hooks: (() => void)[],
): Unended {
  // Statements of a connection arrive in the order in which they were sent.
  let last = Promise.resolve()
  const inOrder = () => {
    last = last.then(arrive)
    return last
  }
  return {
    ...after(inOrder, queries(writer)),
    livemode,
    dialect: "sqlite",
    run: async (statement, parameters) => {
      await inOrder()
      return change(writer, statement, parameters)
    },
    send: (statement, parameters) => void change(writer, statement, parameters),
    pipeline: inTurn,
    savepoint: (work) => savepoint(writer, work),
    afterCommit: (then) => void hooks.push(then),
    wake: (topic) => void hooks.push(() => waiters.wake(topic)),
  }
}

/** Waits until a statement has reached the database. Throws if it never does. */
async function arriveAt(machine: Machine, owner: Owner): Promise<void> {
  await machine.reach(owner)
  if (machine.strikes("statement_lost", LOST_STATEMENT, owner)) throw lost()
}

function after(arrive: () => Promise<void>, { one, only, all }: Queries): Queries {
  return {
    one: async (statement, parameters) => {
      await arrive()
      return one(statement, parameters)
    },
    only: async (statement, parameters) => {
      await arrive()
      return only(statement, parameters)
    },
    all: async (statement, parameters) => {
      await arrive()
      return all(statement, parameters)
    },
  }
}

function lost(): Error {
  return Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" })
}
