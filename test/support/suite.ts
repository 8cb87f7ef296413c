// Which test files there are, on what each of them runs, and the Postgres that they share.
import { globSync } from "node:fs"
import { migrateDatabase } from "../../src/db/migrate.ts"
import { administer, databaseUrl, startPostgres } from "./postgres.ts"

export const RUNS = ["unit", "sqlite", "postgres"] as const
export type Run = (typeof RUNS)[number]

const MODES = ["test", "live"] as const

/** The test files in `places` (files or folders): those that name a run in their names (`*.unit.test.ts`) are in that one only. */
export function testFiles(places: string[]): Record<Run, string[]> {
  const all = places.flatMap((place) => (place.endsWith(".ts") ? [place] : globSync(`${place}/**/*.test.ts`))).sort()
  const only = (file: string) => RUNS.find((run) => file.endsWith(`.${run}.test.ts`))
  const filesOf = (run: Run) => all.filter((file) => only(file) === run || (run !== "unit" && !only(file)))
  return { unit: filesOf("unit"), sqlite: filesOf("sqlite"), postgres: filesOf("postgres") }
}

/** A Postgres (TEST_POSTGRES_URL, or one of our own) with a migrated database for each mode, which test files clone. */
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
