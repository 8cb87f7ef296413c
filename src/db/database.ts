import type { Dialect, Parameters, Statement } from "./statement.ts"
import type { Waiters } from "./waiters.ts"

export type Queries = {
  /** Returns the first row, or undefined. */
  one<Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>): Promise<Row | undefined>
  all<Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>): Promise<Row[]>
}

export type Steps<T extends unknown[]> = { [Each in keyof T]: () => Promise<T[Each]> }

export type Transaction = Queries & {
  readonly livemode: boolean
  readonly dialect: Dialect
  /** Runs a statement that returns no rows. Returns the number of rows that it changed. */
  run<Name extends string>(statement: Statement<unknown, Name>, parameters: Parameters<Name>): Promise<number>
  /** Runs a statement whose result nobody needs, without waiting for it. If it fails, the whole transaction fails. */
  send<Name extends string>(statement: Statement<unknown, Name>, parameters: Parameters<Name>): void
  /**
   * Runs steps of which none needs the result of another. On Postgres what they send first leaves in one packet, and a step also runs where
   * one before it fails. So let an error undo the transaction or a savepoint, and call `send` in no step of a pipeline within a savepoint.
   * Throws the first error, in the order of the steps.
   */
  pipeline<T extends unknown[]>(...steps: Steps<T>): Promise<T>
  /** Undoes the writes of `work` if it throws. The transaction itself continues. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Calls `then` once the transaction is on disk. If it throws, the transaction still succeeds. */
  afterCommit(then: () => void): void
  /** Wakes, once the transaction is on disk, the requests of this process that wait for a topic. */
  wake(topic: string): void
}

/**
 * The database of one mode. All writes use `transaction`. Reads outside a transaction see committed data.
 * Await nothing but the database inside a transaction: on SQLite all transactions share one writer.
 */
export type Database = Queries & {
  readonly livemode: boolean
  readonly dialect: Dialect
  /** The requests of this process that wait for what another one holds. */
  readonly waiters: Waiters
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Like `transaction`, for work that only inserts rows, locks none that others use, and has no savepoint. On Postgres it may share its
   * transaction with works of other requests, and runs again if one of them fails. An `owner` because of whom others run again runs alone for a while.
   */
  sharedTransaction<T>(owner: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs one statement in a transaction of its own, which leaves in one packet on Postgres. Returns the first row, or undefined. */
  write: Queries["one"]
  /**
   * Where statements on unlogged tables run: among the given queries on Postgres, and in a file beside the database on SQLite, each at
   * once. No write-ahead log has their rows. They are lost if the database server or the machine crashes.
   */
  unlogged(queries: Queries): Queries
  /**
   * Where the log of requests is: this database on Postgres, and on SQLite a file beside it. There, a write fails with SQLITE_BUSY while
   * another process writes, and a crash of the machine may lose the last seconds.
   */
  requests(): Database
  /** The connections of this process to Postgres, and how many callers wait for one. Undefined on SQLite. */
  connections?(): Connections
  close(): Promise<void>
}

/** Time limits on Postgres, in milliseconds: the variables DATABASE_…_TIMEOUT_MS (docs/configuration.md). */
export type DatabaseTimeouts = { connect: number; statement: number; lock: number; idleInTransaction: number }

export type Connections = { used: number; idle: number; waiting: number }

export type DatabaseOptions = {
  /** The limit on Postgres. */
  connections?: number
  /** On Postgres. The defaults of the variables where it is left out. */
  timeouts?: DatabaseTimeouts
  /** Is given what an afterCommit hook throws. */
  onError?: (error: unknown) => void
}

/** Calls the afterCommit hooks of a transaction. What one of them throws changes neither the outcome nor the others. */
export function callHooks(hooks: (() => void)[], onError: (error: unknown) => void): void {
  for (const hook of hooks) {
    try {
      hook()
    } catch (error) {
      onError(error)
    }
  }
}

/** Throws an error where nothing catches it. So it ends the process, as a bug does that nobody looks after. */
export function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}
