// Opens a file of SQLite for nothing but filling it.
import Sqlite from "better-sqlite3"
import type { Database, Transaction } from "../../../src/db/database.ts"
import type { Statement } from "../../../src/db/statement.ts"

const CACHE_KIB = 1_000_000

/** What scripts/bench/dashboard-fill.ts does with a database. */
export type Filled = Pick<Database, "dialect" | "all" | "requests" | "transaction" | "close">

/** The database of a file, and beside it the log of requests. */
export function openForFilling(file: string): Filled {
  const log = open(`${file}-requests`)
  return open(file, log)
}

function open(file: string, log?: Filled): Filled {
  const connection = withoutJournal(file)
  const textOf = (statement: Statement<unknown>) => connection.prepare(statement.compiled("sqlite").sql)
  const tx = {
    dialect: "sqlite",
    run: async (statement) => textOf(statement).run().changes,
  } as Pick<Transaction, "dialect" | "run"> as Transaction
  return {
    dialect: "sqlite",
    all: async (statement) => textOf(statement).all() as never[],
    requests: () => log as Database,
    transaction: (work) => work(tx),
    close: async () => {
      await log?.close()
      connection.close()
    },
  }
}

/**
 * A connection that writes each page once and waits for no disk. Vintém itself opens files with a write-ahead log. If the process ends
 * meanwhile, the file is lost.
 */
export function withoutJournal(file: string): Sqlite.Database {
  const connection = new Sqlite(file)
  for (const setting of [
    "locking_mode = EXCLUSIVE",
    "journal_mode = OFF",
    "synchronous = OFF",
    "foreign_keys = OFF",
    "threads = 2",
  ])
    connection.pragma(setting)
  connection.pragma(`cache_size = -${CACHE_KIB}`)
  return connection
}
