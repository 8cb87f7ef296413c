// Loads every store, so `statements` has every statement of the program.
import Sqlite from "better-sqlite3"
import { UNLOGGED_TABLES } from "../../../src/db/drivers/unlogged.ts"
import { requestTables } from "../../../src/db/request-tables.ts"
import "../../../src/serve.ts"
import "../../../src/cli/program.ts"
import "../../../src/web/dashboard/app.ts" // the service loads it on the first request

export { statements } from "../../../src/db/statement.ts"

/** Opens a SQLite database in which each statement can be prepared. It also has the tables of the other files. */
export function openForStatements(file: string): Sqlite.Database {
  const database = new Sqlite(file)
  database.exec(UNLOGGED_TABLES)
  database.exec(requestTables("sqlite"))
  return database
}
