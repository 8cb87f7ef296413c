import { WrongClock } from "../base/clock.ts"

/**
 * Error codes of Node's sockets, SQLite and Postgres for a database that is unreachable, busy, slow, full, shutting down or closed to us.
 */
const CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"],
  ...["SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL"],
  // 26000: an earlier statement could not be prepared for such a reason.
  ...["25006", "26000", "28000", "28P01", "53100", "53300", "55P03", "57014", "57P01", "57P02", "57P03"],
])

/** Messages of driver errors that have no code. */
const MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Cannot use a pool after|Client has encountered a connection error|The database connection is not open)/

/** Returns whether Postgres refuses connections to the database. For a statement, the same code means that the statement is wrong. */
function isClosed(error: Error): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return code === "55000" && severity === "FATAL"
}

/** A database that is needed has not answered since this process started, or an account is just moving from one to another. */
export class NotAnswering extends Error {}

/**
 * Returns whether Postgres runs, but refuses to write rows of one account, because it is moving to another database. The rows of others in the
 * same statement or transaction are not to blame.
 */
export function isMoving(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return code === "57P03" && severity === "ERROR"
}

/**
 * Returns whether an error means that the database cannot work at the moment, so a retry may succeed. A database whose time differs from the
 * host's counts as one that cannot: either may be wrong.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof WrongClock || error instanceof NotAnswering) return true
  const { code } = error as { code?: unknown }
  // Postgres reports connection exceptions in class 08.
  return (
    (typeof code === "string" && (CODES.has(code) || /^08\w{3}$/.test(code))) || isClosed(error) || MESSAGES.test(error.message)
  )
}
