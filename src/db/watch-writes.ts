import type { Transaction } from "./database.ts"
import type { AnyStatement } from "./statement.ts"

/** A transaction, and whether a statement that may write was run in it. */
export type Watched = { tx: Transaction; hasWritten(): boolean }

/** Notes whether a transaction is used to write. */
export function watchWrites(tx: Transaction): Watched {
  let hasWritten = false
  const note = (statement: AnyStatement) => {
    hasWritten ||= !statement.compiled(tx.dialect).onlyReads
  }
  const watched: Transaction = {
    ...tx,
    one: (statement, values) => {
      note(statement)
      return tx.one(statement, values)
    },
    only: (statement, values) => {
      note(statement)
      return tx.only(statement, values)
    },
    all: (statement, values) => {
      note(statement)
      return tx.all(statement, values)
    },
    run: (statement, values) => {
      note(statement)
      return tx.run(statement, values)
    },
    send: (statement, values) => {
      note(statement)
      tx.send(statement, values)
    },
  }
  return { tx: watched, hasWritten: () => hasWritten }
}
