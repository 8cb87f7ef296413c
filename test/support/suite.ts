// Lists the test files and their runs, and prepares the Postgres that they share.
import { globSync } from "node:fs"
import { migrateDatabase } from "../../src/db/migrate.ts"
import { administer, databaseUrl, startPostgres } from "./postgres.ts"

export const RUNS = ["unit", "sqlite", "postgres"] as const
export type Run = (typeof RUNS)[number]

const MODES = ["test", "live"] as const

/** Returns the test files in `places` (files or folders) by run. A file such as `*.unit.test.ts` is in that run only. */
export function testFiles(places: string[]): Record<Run, string[]> {
  const all = places.flatMap((place) => (place.endsWith(".ts") ? [place] : globSync(`${place}/**/*.test.ts`))).sort()
  const only = (file: string) => RUNS.find((run) => file.endsWith(`.${run}.test.ts`))
  const filesOf = (run: Run) => all.filter((file) => only(file) === run || (run !== "unit" && !only(file)))
  return { unit: filesOf("unit"), sqlite: filesOf("sqlite"), postgres: filesOf("postgres") }
}

/** Prepares a Postgres (TEST_POSTGRES_URL, or a temporary one) with a migrated template database for each mode. */
export async function preparePostgres(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const given = process.env.TEST_POSTGRES_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  const template = `vintem_template_${process.pid}`
  try {
    for (const mode of MODES) {
      await administer(server.url, `CREATE DATABASE ${template}_${mode}`)
      await migrateDatabase(databaseUrl(server.url, `${template}_${mode}`), mode === "live")
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    env: { TEST_POSTGRES_URL: server.url, VINTEM_TEST_TEMPLATE: template },
    stop: async () => {
      for (const mode of MODES) await administer(server.url, `DROP DATABASE IF EXISTS ${template}_${mode} WITH (FORCE)`)
      await server.stop()
    },
  }
}
