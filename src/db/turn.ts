import type Sqlite from "better-sqlite3"

/**
 * Lets all statements that run on a connection in one turn of the event loop share a transaction. SQLite then takes its locks,
 * which are system calls, once a turn instead of once a statement.
 */
export type Turn = {
  /** Call this before a statement. Opens the turn's transaction if it is not open yet. */
  enter(): void
  /** Ends the transaction, so that the next read sees later commits. */
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
