import type { Database } from "../../../src/db/database.ts"
import { sql } from "./sql.ts"

/** Makes the database refuse to insert, delete or update rows of a table, with this error. Returns a function that ends this. */
export async function refuse(
  database: Database,
  change: "INSERT" | "DELETE" | "UPDATE",
  table: string,
  message: string,
): Promise<() => Promise<void>> {
  const run = async (...texts: string[]) => {
    for (const text of texts) await database.transaction((tx) => tx.run(sql(text), {}))
  }
  if (database.dialect === "sqlite") {
    await run(`CREATE TRIGGER refuse BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, '${message}'); END`)
    return () => run("DROP TRIGGER refuse")
  }
  await run(
    `CREATE FUNCTION refuse() RETURNS trigger AS 'BEGIN RAISE ''${message}''; END' LANGUAGE plpgsql`,
    `CREATE TRIGGER refuse BEFORE ${change} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`,
  )
  return () => run("DROP FUNCTION refuse CASCADE")
}
