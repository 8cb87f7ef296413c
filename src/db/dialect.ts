// Where the SQL of a statement differs between Postgres and SQLite.
import type { Knex } from "knex"

/** Whether a statement is compiled for Postgres, or else for SQLite. */
export function isPostgres(k: Knex): boolean {
  return k.client.config.client === "pg"
}

/** Passes over rows that another process is changing. SQLite has one writer at a time. `table` is named where several are joined. */
export function skipLocked(k: Knex, table?: string): string {
  if (!isPostgres(k)) return ""
  return table === undefined ? "FOR UPDATE SKIP LOCKED" : `FOR UPDATE OF ${table} SKIP LOCKED`
}

/** A query of the texts in a JSON list, which is its only parameter. */
export function textsOf(k: Knex): string {
  return isPostgres(k) ? "SELECT json_array_elements_text(?::json)" : "SELECT value FROM json_each(?)"
}

/** A table with a row for each text in a JSON list, in its column `value`. `list` is a parameter such as `:ids`. */
export function tableOf(k: Knex, list: string, name: string): string {
  return isPostgres(k) ? `json_array_elements_text(CAST(${list} AS json)) AS ${name}(value)` : `json_each(${list}) AS ${name}`
}

/**
 * A condition that a column is one of the texts in a JSON list, which is its only parameter. Postgres looks each of them up in an index,
 * whatever its statistics say.
 */
export function isOneOf(k: Knex, column: string): string {
  return isPostgres(k) ? `${column} = ANY(ARRAY(${textsOf(k)}))` : `${column} IN (${textsOf(k)})`
}

/**
 * A column in a condition that no index fits, so that the database looks rows up by the other conditions. SQLite has no statistics that
 * say which of them leaves few rows.
 */
export function unindexed(column: string): string {
  return `coalesce(${column}, NULL)`
}
