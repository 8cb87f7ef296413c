// Lists the test files and their runs, and prepares the Postgres that they share.
import { globSync } from "node:fs"
import { availableParallelism } from "node:os"
import { migrateDatabase } from "../../../src/db/migrations/migrate.ts"
import { administer, databaseUrl, startPostgres } from "../databases/postgres.ts"

export const RUNS = ["unit", "sqlite", "postgres"] as const
export type Run = (typeof RUNS)[number]

const MODES = ["test", "live"] as const

/** The slowest files run first, so no core waits for one of them at the end. Files that compute alternate with files that wait. */
const LONGEST = [
  ...["browser/dashboard.sqlite", "faults/rails.postgres", "docs/guides.sqlite", "faults/webhooks"],
  ...["faults/webhook-servers.postgres", "browser/dashboard-tasks.sqlite"],
  ...["subscriptions/one-charge", "browser/docs.sqlite", "cli/listen-around.sqlite", "browser/docs-guides.sqlite"],
  ...["sdk/network.sqlite", "browser/card-input.sqlite", "browser/card-refused.sqlite"],
  ...["browser/shop.sqlite", "cli/listen.sqlite"],
  ...["accounts/somebody-else", "test-clock/webhooks", "service/rolling-restart.postgres", "browser/payer-pages.sqlite"],
  ...["jobs/isolation", "faults/confirm", "payments/refund-gap", "subscriptions/model", "test-clock/skewed-hosts"],
  ...["db/rolling-deploy", "faults/faults.sqlite", "jobs/scheduler", "faults/sent", "vault/erased-numbers", "sdk/package.unit"],
  ...["browser/guides.sqlite", "jobs/failing", "dashboard/live", "dashboard/payment-actions.postgres", "attention/attention"],
  ...["conformance/conformance.sqlite", "webhooks/deliveries", "browser/card-look.sqlite", "webhooks/retries", "db/hot.postgres"],
  ...["db/connections.postgres", "db/migrate", "test-clock/queue", "faults/simulate.sqlite"],
].map((name) => `test/${name}.test.ts`)

/**
 * Proofs at length: they draw faults or deaths from a seed, or try them all, for what shorter tests promise as well. `npm test` leaves them out unless they are
 * named, and `npm run -s test:long` runs them alone.
 */
const LONG = [
  ...[
    "faults/simulate.sqlite",
    "faults/faults.sqlite",
    "faults/own-bank.postgres",
    "faults/rails.postgres",
    "faults/three-d-secure.postgres",
  ],
  ...["faults/till.postgres", "faults/webhook-servers.postgres", "faults/webhooks", "faults/bookings", "mandates/ended-charges"],
  ...[
    "mandates/at-bank/lost-answers.sqlite",
    "mandates/at-bank/deaths.sqlite",
    "mandates/at-bank/ends.sqlite",
    "subscriptions/one-charge",
  ],
  ...["checkout/new-card-killed", "checkout/killed", "payouts/killed", "vault/rotate-killed", "service/rolling-restart.postgres"],
].map((name) => `test/${name}.test.ts`)

/** How many files of each run are tested at once for each core. With a database, tests wait more than they compute. */
const JOBS_PER_CORE = { unit: 1, sqlite: 2, postgres: 1.5 }

/** Returns how many files of a run are tested at once on this machine. */
export function jobsOf(run: Run): number {
  return Math.floor(JOBS_PER_CORE[run] * Math.max(2, availableParallelism()))
}

/**
 * Returns the test files in `places` (files or folders) by run, or without places all but those of LONG, or those alone. A file such as `*.unit.test.ts` is in that
 * run only.
 */
export function testFiles(places: string[], isLong = false): Record<Run, string[]> {
  const found = filesIn(places)
  const missing = LONG.filter((file) => places.length === 0 && !found.includes(file))
  if (missing.length > 0) throw new Error(`There is no ${missing.join(", ")}, which LONG names.`)
  const named = places.length > 0 ? found : found.filter((file) => LONG.includes(file) === isLong)
  const all = [...LONGEST.filter((file) => named.includes(file)), ...named.filter((file) => !LONGEST.includes(file))]
  const only = (file: string) => RUNS.find((run) => file.endsWith(`.${run}.test.ts`))
  const filesOf = (run: Run) => all.filter((file) => only(file) === run || (run !== "unit" && !only(file)))
  return { unit: filesOf("unit"), sqlite: filesOf("sqlite"), postgres: filesOf("postgres") }
}

/** Returns the test files in `places` (files or folders), or all if there are no places. Throws if a place has no test. */
export function filesIn(places: string[]): string[] {
  const found = (places.length > 0 ? places : ["test"]).map((place) => {
    const files = globSync(place.endsWith(".test.ts") ? place : `${place}/**/*.test.ts`)
    if (files.length === 0) throw new Error(`There is no test in ${place}. Name a folder, or a file that ends with .test.ts.`)
    return files
  })
  return found.flat().sort()
}

/** Prepares a Postgres (TEST_POSTGRES_URL, or a temporary one) with a migrated template database for each mode. */
export async function preparePostgres(options?: {
  durable: boolean
  settings?: string[]
}): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const given = process.env.TEST_POSTGRES_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres(options)
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
