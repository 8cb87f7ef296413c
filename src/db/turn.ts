import type Sqlite from "better-sqlite3"

/**
 * Lets everything that one turn of the event loop does on a connection share a transaction: SQLite takes its locks, which are
 * system calls, once for all of it instead of once for each statement.
 */
export type Turn = {
  /** Before a statement: opens the turn's transaction, if it is not open yet. */
  enter(): void
  /** Ends it now: what is read next sees what was committed meanwhile. */
  leave(): void
}

export function sharedTurn(connection: Sqlite.Database, begin: "BEGIN" | "BEGIN IMMEDIATE"): Turn {
  let entered = false

  function leave(): void {
    if (!entered) return
    entered = false
    if (connection.open && connection.inTransaction) connection.exec("COMMIT")
  }

  return {
    enter: () => {
      if (entered) return
      connection.exec(begin)
      entered = true
      setImmediate(leave)
    },
    leave,
  }
}
