import { existsSync } from "node:fs"
import Sqlite from "better-sqlite3"
import { makePrivate, makePrivateFile } from "../../base/files.ts"

/**
 * Makes the files of a SQLite database private. SQLite gives the -wal and -shm files the permissions of the database. Throws if the file is
 * not a database, and leaves it and its permissions unchanged.
 */
export function makePrivateDatabase(file: string): void {
  refuseOtherFile(file)
  makePrivateFile(file)
  for (const beside of [`${file}-wal`, `${file}-shm`]) makePrivate(beside)
}

/**
 * SQLite itself checks the file. Opening and closing the file in another way would release SQLite's locks on it. Other errors are left to
 * the caller that opens the file for use.
 */
function refuseOtherFile(file: string): void {
  if (!existsSync(file)) return
  let connection: Sqlite.Database | undefined
  try {
    connection = new Sqlite(file, { readonly: true })
    connection.pragma("schema_version")
  } catch (cause) {
    if ((cause as { code?: string }).code !== "SQLITE_NOTADB") return
    throw new Error(`${file} is not a SQLite database. It was left as it is. Check TEST_DATABASE_URL and DATA_DIR.`, { cause })
  } finally {
    connection?.close()
  }
}
