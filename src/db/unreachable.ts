/** Error codes of Node's sockets, SQLite and Postgres that mean unreachable, too busy, too slow, without room or shutting down. */
const CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"],
  ...["SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL"],
  // 26000: a statement behind one that could not be prepared for such a reason.
  ...["25006", "26000", "53100", "53300", "55P03", "57014", "57P01", "57P02", "57P03"],
])

/** Messages of driver errors that have no code. */
const MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Cannot use a pool after|Client has encountered a connection error|The database connection is not open)/

/** Whether a driver's error means that the database cannot work at the moment, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  // Postgres reports connection exceptions in class 08.
  return (typeof code === "string" && (CODES.has(code) || /^08\w{3}$/.test(code))) || MESSAGES.test(error.message)
}
