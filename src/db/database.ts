import type { Dialect, Parameters, Statement } from "./statement.ts"

/** Reads and writes through prepared statements. */
export type Queries = {
  /** The first row, or undefined. */
  one<Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>): Promise<Row | undefined>
  all<Row, Name extends string>(statement: Statement<Row, Name>, parameters: Parameters<Name>): Promise<Row[]>
}

export type Transaction = Queries & {
  readonly livemode: boolean
  readonly dialect: Dialect
  /** Runs a statement that returns nothing; answers how many rows it changed. */
  run<Name extends string>(statement: Statement<unknown, Name>, parameters: Parameters<Name>): Promise<number>
  /** What `work` wrote is undone when it throws; the transaction itself goes on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Called once what the transaction wrote is on disk. */
  afterCommit(then: () => void): void
}

/**
 * The database of one mode. All writing passes `transaction`; reads outside of one see what is committed.
 * Nothing but the database may be awaited inside a transaction: on SQLite all of them share one writer.
 */
export type Database = Queries & {
  readonly livemode: boolean
  readonly dialect: Dialect
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}
