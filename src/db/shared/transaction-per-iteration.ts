import type Sqlite from "better-sqlite3"

/**
 * Returns a function to call before each writing statement on a connection. It makes all statements of one iteration of the event loop
 * share a transaction. So SQLite takes its locks, which are system calls, once an iteration and not once a statement. The transaction holds
 * the write lock, so no other process can commit meanwhile. No caller waits for its commit. If the commit fails, for example on a full disk,
 * the statements are undone. `onLost` is then called, but not again until a commit succeeds.
 */
export function transactionPerIteration(connection: Sqlite.Database, onLost: (error: Error) => void): () => void {
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
