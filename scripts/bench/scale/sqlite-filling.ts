// Opens a SQLite file only to fill it.
import Sqlite from "better-sqlite3"
import type { Database, Transaction } from "../../../src/db/database.ts"
import type { AnyStatement } from "../../../src/db/statement.ts"

const CACHE_KIB = 1_000_000

/** The operations that scripts/bench/scale/multiply.ts needs. */
export type Filled = Pick<Database, "dialect" | "all" | "requests" | "transaction" | "close">

/** The database in a file, and the request log beside it. */
export function openForFilling(file: string): Filled {
  const log = open(`${file}-requests`)
  return open(file, log)
}

function open(file: string, log?: Filled): Filled {
  const connection = withoutJournal(file)
  const textOf = (statement: AnyStatement) => connection.prepare(statement.compiled("sqlite").sql)
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
 * Opens a connection that writes each page once and never waits for the disk. Vintém itself uses a write-ahead log. If the process ends
 * early, the file is lost.
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
