import type Sqlite from "better-sqlite3"

/**
 * Returns what to call before each statement that writes on a connection. All statements of one turn of the event loop then share a
 * transaction. SQLite takes its locks, which are system calls, once a turn instead of once a statement. The transaction has the
 * write lock, so nobody else can commit meanwhile. Nobody waits for its commit. If that fails, as on a full disk, the statements are undone, and
 * `onLost` is told: once, until a commit succeeds.
 */
export function sharedTurn(connection: Sqlite.Database, onLost: (error: Error) => void): () => void {
  let entered = false
  let isLosing = false

  function leave(): void {
    entered = false
    if (!connection.open || !connection.inTransaction) return
    try {
      connection.exec("COMMIT")
      isLosing = false
    } catch (error) {
      if (!isLosing) onLost(error as Error)
      isLosing = true
      if (connection.inTransaction) connection.exec("ROLLBACK")
    }
  }

  return () => {
    if (entered) return
    connection.exec("BEGIN IMMEDIATE")
    entered = true
    setImmediate(leave)
  }
}
