import { rmSync } from "node:fs"
import Sqlite from "better-sqlite3"
import { makePrivateFile } from "../../base/files.ts"

/** Migrations create the same tables on Postgres, as unlogged tables. */
export const UNLOGGED_TABLES = `
  CREATE TABLE IF NOT EXISTS short_lived_keys (id TEXT PRIMARY KEY, sealed TEXT NOT NULL, made_ms INTEGER NOT NULL) WITHOUT ROWID`

/**
 * Opens the file for the unlogged tables of a SQLite database. Deleted rows are overwritten, and no journal on disk has a copy. A crash of
 * the machine may damage the file. A damaged file is created anew.
 */
export function openUnlogged(file: string): Sqlite.Database {
  try {
    return open(file)
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: string }).code))) throw error
    rmSync(file)
    return open(file)
  }
}

function open(file: string): Sqlite.Database {
  makePrivateFile(file)
  const connection = new Sqlite(file, { timeout: 5000 })
  try {
    connection.pragma("secure_delete = ON")
    connection.pragma("journal_mode = MEMORY")
    connection.pragma("synchronous = OFF")
    const damage = connection.pragma("quick_check", { simple: true })
    if (damage !== "ok") throw new Sqlite.SqliteError(`${file} is damaged: ${damage}`, "SQLITE_CORRUPT")
    connection.exec(UNLOGGED_TABLES)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
