import type { Database, DatabaseOptions } from "../database.ts"
import { openPostgres } from "./postgres.ts"
import { openSqlite } from "./sqlite.ts"

/** Opens the database that a URL names: `sqlite:path/to/file` or `postgres://…`. */
export function connect(url: string, livemode: boolean, options: DatabaseOptions = {}): Database {
  return isSqlite(url) ? openSqlite(sqliteFile(url), livemode, options) : openPostgres(url, livemode, options)
}

export function isSqlite(url: string): boolean {
  return url.startsWith("sqlite:")
}

export function sqliteFile(url: string): string {
  return url.slice("sqlite:".length)
}
