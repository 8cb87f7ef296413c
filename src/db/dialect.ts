// The differences between the SQL of Postgres and of SQLite.
import type { Sql } from "./rows.ts"

/** Returns true if a statement is compiled for Postgres, and false for SQLite. */
export function isPostgres(k: Sql): boolean {
  return k.client.config.client === "pg"
}

/**
 * Skips rows that another process is changing. SQLite needs no clause, because it has one writer at a time. Pass `table` if the query joins
 * several tables.
 */
export function skipLocked(k: Sql, table?: string): string {
  if (!isPostgres(k)) return ""
  return table === undefined ? "FOR UPDATE SKIP LOCKED" : `FOR UPDATE OF ${table} SKIP LOCKED`
}

/** A query that returns the strings of a JSON array. The array is the only parameter. */
export function textsOf(k: Sql): string {
  return isPostgres(k) ? "SELECT json_array_elements_text(?::json)" : "SELECT value FROM json_each(?)"
}

/**
 * A query that returns the account and the id of each object of a JSON array. The array is the only parameter. Lists of rows of several
 * accounts are such pairs: an id says nothing without its account.
 */
export function pairsOf(k: Sql): string {
  return isPostgres(k)
    ? "SELECT account, id FROM json_to_recordset(?::json) AS pairs(account text, id text)"
    : "SELECT value ->> 'account', value ->> 'id' FROM json_each(?)"
}

/** A table with one row for each string of a JSON array, in the column `value`. `list` is a parameter such as `:ids`. */
export function tableOf(k: Sql, list: string, name: string): string {
  return isPostgres(k) ? `json_array_elements_text(CAST(${list} AS json)) AS ${name}(value)` : `json_each(${list}) AS ${name}`
}

/**
 * A condition that a column equals one of the strings of a JSON array, which is the only parameter. With it, Postgres looks up each string
 * in an index, whatever its statistics say.
 */
export function isOneOf(k: Sql, column: string): string {
  return isPostgres(k) ? `${column} = ANY(ARRAY(${textsOf(k)}))` : `${column} IN (${textsOf(k)})`
}

/**
 * Hides a column of a condition from the indexes, so the database uses the index of another condition. SQLite has no statistics that show
 * which condition is the most selective.
 */
export function unindexed(column: string): string {
  return `coalesce(${column}, NULL)`
}
