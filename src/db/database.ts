import type { Dialect, Statement, Values } from "./statement.ts"
import type { Waiters } from "./waiters.ts"

export type Queries = {
  /** Returns the first row, or undefined. */
  one<Row, Given extends Values>(statement: Statement<Row, Given>, values: NoInfer<Given>): Promise<Row | undefined>
  /** Returns the row of a statement that always has one, such as an insert that returns it. Throws if it has none. */
  only<Row, Given extends Values>(statement: Statement<Row, Given>, values: NoInfer<Given>): Promise<Row>
  all<Row, Given extends Values>(statement: Statement<Row, Given>, values: NoInfer<Given>): Promise<Row[]>
}

export type Steps<T extends unknown[]> = { [Each in keyof T]: () => Promise<T[Each]> }

export type Finish<Note> = (tx: Transaction, notes: readonly Note[]) => Promise<void>

export type Transaction = Queries & {
  readonly livemode: boolean
  readonly dialect: Dialect
  /** Runs a statement that returns no rows. Returns the number of rows that it changed. */
  run<Given extends Values>(statement: Statement<unknown, Given>, values: NoInfer<Given>): Promise<number>
  /** Runs a statement whose result no caller needs, without waiting for it. If it fails, the whole transaction fails. */
  send<Given extends Values>(statement: Statement<unknown, Given>, values: NoInfer<Given>): void
  /**
   * Runs steps that do not need each other's results. On Postgres, the first statements of all steps leave in one packet, and a step runs
   * even if an earlier one fails. So an error must undo the transaction or a savepoint. Within a savepoint, a step must not call `send`.
   * Throws the first error, in the order of the steps.
   */
  pipeline<T extends unknown[]>(...steps: Steps<T>): Promise<T>
  /** Undoes the writes of `work` if it throws. The transaction itself continues. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /**
   * Notes something for the end of the transaction: just before the commit, `finish` gets all that was noted for it in one call. What was
   * noted in a savepoint that was undone is gone.
   */
  atEnd<Note>(finish: Finish<Note>, note: Note): void
  /** Calls `then` once the transaction is on disk. If it throws, the transaction still succeeds. */
  afterCommit(then: () => void): void
  /** Wakes the requests of this process that wait for a topic, once the transaction is on disk. */
  wake(topic: string): void
}

/**
 * A database of one mode. All writes use `transaction`. Reads outside a transaction see committed data.
 * Inside a transaction, await only the database: on SQLite all transactions share one writer.
 */
export type Database = Queries & {
  readonly livemode: boolean
  /** Its name among the databases of its mode. */
  readonly name: string
  readonly dialect: Dialect
  /** The requests of this process that wait for something that another request holds. */
  readonly waiters: Waiters
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Like `transaction`, for work that needs no savepoint. On Postgres, the work may share its transaction with the work of other requests,
   * and it runs again if one of them fails.
   */
  sharedTransaction<T>(sharing: Sharing, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs one statement in a transaction of its own. On Postgres, the transaction leaves in one packet. Returns the first row, or undefined.
   */
  write: Queries["one"]
  /**
   * Returns where to run statements on unlogged tables. On Postgres, these are the given queries. On SQLite, the tables are in a separate
   * file beside the database, and each statement takes effect at once. The rows are in no write-ahead log, so they are lost if the database
   * server or the machine crashes.
   */
  unlogged(queries: Queries): Queries
  /**
   * Returns the database of the request log. On Postgres, this is the same database. On SQLite, it is a file beside it: a write there fails
   * with SQLITE_BUSY while another process writes, and a crash of the machine may lose the last seconds.
   */
  requests(): Database
  /** What runs this database (SERVER), as the newest connection has found it. Undefined on SQLite, and before the first connection. */
  server?(): string | undefined
  /** The connections of this process to Postgres, and how many callers wait for one. Undefined on SQLite. */
  connections?(): Connections
  close(): Promise<void>
}

export type Sharing = {
  /** The account. Its work runs alone for a while after it made the work of others run again. */
  owner: string
  /**
   * What the work may lock or change that another work may want, such as the ids of a payment intent and of its token. Two works about the
   * same thing never share a transaction. The first name gives the order in which the works of a transaction take their locks.
   */
  about: readonly string[]
}

/** Time limits on Postgres, in milliseconds: the variables DATABASE_…_TIMEOUT_MS (docs/configuration.md). */
export type DatabaseTimeouts = { connect: number; statement: number; lock: number; idleInTransaction: number }

export type Connections = { used: number; idle: number; waiting: number }

export type DatabaseOptions = {
  /** The default is MAIN. */
  name?: string
  /** The maximum number of connections on Postgres. */
  connections?: number
  /** For Postgres. If omitted, the defaults of the variables apply. */
  timeouts?: DatabaseTimeouts
  /** Called with any error that an afterCommit hook throws. */
  onError?: (error: unknown) => void
}

/** Returns `only` for queries with this `one`. */
export function onlyOf(one: Queries["one"]): Queries["only"] {
  return async (statement, values) => {
    const row = await one(statement, values)
    if (row === undefined) throw new Error(`A statement that always has a row has none: ${statement.compiled("sqlite").sql}`)
    return row
  }
}

/**
 * Calls the afterCommit hooks of a transaction. An error in one hook changes neither the outcome of the transaction nor the other hooks.
 */
export function callHooks(hooks: (() => void)[], onError: (error: unknown) => void): void {
  for (const hook of hooks) {
    try {
      hook()
    } catch (error) {
      onError(error)
    }
  }
}

/** Throws an error outside of any caller, so it ends the process like an uncaught bug. */
export function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}
