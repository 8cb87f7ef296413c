import type Sqlite from "better-sqlite3"

/**
 * Returns what to call before each statement that writes on a connection. All statements of one turn of the event loop then share a
 * transaction. SQLite takes its locks, which are system calls, once a turn instead of once a statement. The transaction has the
 * write lock, so nobody else can commit meanwhile.
 */
export function sharedTurn(connection: Sqlite.Database): () => void {
  let entered = false

  function leave(): void {
    entered = false
    if (connection.open && connection.inTransaction) connection.exec("COMMIT")
  }

  return () => {
    if (entered) return
    connection.exec("BEGIN IMMEDIATE")
    entered = true
    setImmediate(leave)
  }
}
