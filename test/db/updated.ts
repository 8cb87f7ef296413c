// A database that an update of the service has migrated.
import knex, { type Knex } from "knex"
import { isSqlite, sqliteFile } from "../../src/db/connect.ts"
import { migrations } from "../../src/db/migrations/index.ts"
import { emptyDatabase } from "../support/databases/databases.ts"

export type Updated = { db: Knex; url: string; remove(): Promise<void> }

/** Takes an empty database to the present. `fill` writes the rows that were there before the migration with this number. */
export async function updatedFrom(number: string, fill: (db: Knex) => Promise<void>): Promise<Updated> {
  const { url, remove } = await emptyDatabase()
  const file = isSqlite(url) && { client: "better-sqlite3", connection: { filename: sqliteFile(url) } }
  const db = knex({ ...(file || { client: "pg", connection: url }), useNullAsDefault: true })
  for (const [name, migration] of Object.entries(migrations)) {
    if (name.startsWith(number)) await fill(db)
    await db.transaction((tx) => migration.up(tx))
  }
  return {
    db,
    url,
    remove: async () => {
      await db.destroy()
      await remove()
    },
  }
}
