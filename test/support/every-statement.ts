// Loads every store, so that `statements` has every statement of the program.
import Sqlite from "better-sqlite3"
import { requestTables } from "../../src/db/request-tables.ts"
import { UNLOGGED_TABLES } from "../../src/db/unlogged.ts"
import "../../src/serve.ts"
import "../../src/cli/program.ts"
import "../../src/web/dashboard/app.ts" // the service loads it when it is first asked for

export { statements } from "../../src/db/statement.ts"

/** Opens a SQLite database in which each statement can be prepared: the tables of its other files are made in it, too. */
export function openForStatements(file: string): Sqlite.Database {
  const database = new Sqlite(file)
  database.exec(UNLOGGED_TABLES)
  database.exec(requestTables("sqlite"))
  return database
}
