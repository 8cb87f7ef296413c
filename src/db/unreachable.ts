/** Of Node's sockets, SQLite and Postgres: nobody there, too busy, or going down. Postgres' class 08 is told by its first digits. */
const CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"],
  ...["SQLITE_BUSY", "SQLITE_CANTOPEN"],
  ...["53300", "57P01", "57P02", "57P03"],
])

/** What the drivers say without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|Client has encountered a connection error|The database connection is not open)/

/** Whether an error of a driver says that the database cannot be reached at the moment: the same request may pass later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === "string" && (CODES.has(code) || /^08\w{3}$/.test(code))) || MESSAGES.test(error.message)
}
