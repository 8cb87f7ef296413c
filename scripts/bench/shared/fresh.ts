// The databases that a benchmark may name, and a new one of them.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrateDatabase } from "../../../src/db/migrations/migrate.ts"
import type { Databases } from "../../../test/support/databases/databases.ts"
import { databaseUrl } from "../../../test/support/databases/postgres.ts"
import { preparePostgres } from "../../../test/support/runner/suite.ts"

export const KINDS = ["sqlite", "postgres"] as const
export type Kind = (typeof KINDS)[number]
export const NAMES: Record<Kind, string> = { sqlite: "SQLite", postgres: "Postgres" }

/** Returns the named databases, or both. */
export function kindsIn(names: string[]): readonly Kind[] {
  const unknown = names.find((name) => !KINDS.includes(name as Kind))
  if (unknown !== undefined) throw new Error(`${unknown} must be sqlite or postgres`)
  return names.length > 0 ? (names as Kind[]) : KINDS
}

/** Creates and migrates a database on the disk, where commits take as long as in production. Those of the tests are in memory. */
export async function newDatabases(kind: Kind): Promise<Databases> {
  const directory = mkdtempSync(join(tmpdir(), "vintem-bench-"))
  const postgres = kind === "postgres" ? await preparePostgres({ durable: true }) : undefined
  const url = postgres
    ? databaseUrl(postgres.env.TEST_POSTGRES_URL!, `${postgres.env.VINTEM_TEST_TEMPLATE}_test`)
    : `sqlite:${join(directory, "test.sqlite")}`
  if (!postgres) await migrateDatabase(url, false)
  return {
    directory,
    env: { DATA_DIR: directory, TEST_DATABASE_URL: url },
    remove: async () => {
      await postgres?.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
