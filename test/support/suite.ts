// Lists the test files and their runs, and prepares the Postgres that they share.
import { globSync } from "node:fs"
import { availableParallelism } from "node:os"
import { migrateDatabase } from "../../src/db/migrate.ts"
import { administer, databaseUrl, startPostgres } from "./postgres.ts"

export const RUNS = ["unit", "sqlite", "postgres"] as const
export type Run = (typeof RUNS)[number]

const MODES = ["test", "live"] as const

/** The files that take the most time (`npm test -- --costs`). They run first, so that no core waits for one of them at the end. */
const LONGEST = [
  ...["faults/webhooks", "faults/rails", "faults/confirm", "subscriptions/one-charge", "accounts/somebody-else"],
  ...[
    "sdk/package.unit",
    "sdk/network.sqlite",
    "faults/kills.sqlite",
    "subscriptions/outage",
    "payments/races",
    "payments/model",
  ],
  ...["faults/sent", "jobs/several-workers", "jobs/isolation", "attention/attention", "subscriptions/model"],
].map((name) => `test/${name}.test.ts`)

/** Returns how many files of a run are tested at once. Tests on Postgres often wait for it, so that three of them keep two cores busy. */
export function jobsOf(run: Run): number {
  const cores = Math.max(2, availableParallelism())
  return Math.floor({ unit: cores / 2, sqlite: cores, postgres: cores * 1.5 }[run])
}

/** Returns the test files in `places` (files or folders) by run. A file such as `*.unit.test.ts` is in that run only. */
export function testFiles(places: string[]): Record<Run, string[]> {
  const named = places.flatMap((place) => (place.endsWith(".ts") ? [place] : globSync(`${place}/**/*.test.ts`))).sort()
  const all = [...LONGEST.filter((file) => named.includes(file)), ...named.filter((file) => !LONGEST.includes(file))]
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
