import { existsSync } from "node:fs"
import Sqlite from "better-sqlite3"
import { makePrivate, makePrivateFile } from "../files.ts"

/**
 * Makes the files of a SQLite database private. SQLite gives the files that it creates beside a database the database's rights. Throws where the
 * file is no database, and leaves it and its rights as they are.
 */
export function makePrivateDatabase(file: string): void {
  refuseOtherFile(file)
  makePrivateFile(file)
  for (const beside of [`${file}-wal`, `${file}-shm`]) makePrivate(beside)
}

/** SQLite itself looks, as closing a file that was opened without it would end its locks. Other errors are for who opens the file to use it. */
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
