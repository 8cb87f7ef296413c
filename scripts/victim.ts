// make victim: plays attacks of one tenant, or of somebody without a key, and prints the effects on another tenant.
// Usage: victim.ts [--attack NAME …] [--seconds 10]
//
// The service runs on SQLite, or on TEST_DATABASE_URL, as a process with its default limits. The last line says whether the victim's median
// stayed under three times its median before the attack. If not, the exit status is 1.
import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { findCaller } from "../src/accounts/keys.ts"
import { scopeOf } from "../src/accounts/scope.ts"
import { createLog } from "../src/base/log.ts"
import { createPlan } from "../src/billing/plans.ts"
import { readConfig } from "../src/config/config.ts"
import { migrateDatabase } from "../src/db/migrations/migrate.ts"
import { openModes } from "../src/modes/modes.ts"
import { spawnCommand } from "../test/support/app/commands.ts"
import { operate } from "../test/support/app/operator.ts"
import type { Running } from "../test/support/app/vintem.ts"
import { signIn } from "../test/support/dashboard/dashboard.ts"
import { freePort } from "../test/support/databases/postgres.ts"
import { residentMiB, type Served, start } from "./bench/requests/processes.ts"
import type { SinkSetup } from "./bench/webhooks/sinks.ts"
import type { Attack, Target } from "./victim/attack.ts"
import { ATTACKS } from "./victim/attacks/index.ts"
import { create, probe, type Seen } from "./victim/probe.ts"

const MAX_RATIO = 3

const { values: options } = parseArgs({
  options: { attack: { type: "string", multiple: true }, seconds: { type: "string", default: "10" } },
})
process.chdir(resolve(import.meta.dirname, ".."))
const seconds = Number(options.seconds)
const chosen = ATTACKS.filter(({ name }) => !options.attack || options.attack.includes(name))
if (chosen.length === 0) throw new Error(`No such attack. The attacks are: ${ATTACKS.map(({ name }) => name).join(", ")}.`)
const work = mkdtempSync(join(tmpdir(), "vintem-victim-"))
const env = {
  DATA_DIR: work,
  TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? `sqlite:${join(work, "test.sqlite")}`,
  METRICS_PORT: "0",
  FRAME_PORT: "0",
  DASHBOARD_PORT: String(await freePort()),
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  NODE_EXTRA_CA_CERTS: join(work, "authority.pem"),
}
// One HTTPS server, which hangs.
const sinks = fork(join(import.meta.dirname, "bench/webhooks/sinks.ts"), ["1", "0", "-1"])
try {
  process.exitCode = await main()
} finally {
  sinks.kill()
  rmSync(work, { recursive: true, force: true })
}

async function main(): Promise<number> {
  const [setup] = (await once(sinks, "message")) as [SinkSetup]
  writeFileSync(env.NODE_EXTRA_CA_CERTS, setup.ca)
  const config = readConfig(env)
  await migrateDatabase(config.testDatabaseUrl, false)
  const modes = await openModes(config, { log: createLog("silent"), baseUrl: "http://localhost" })
  const operator = operate({ modes })
  const newAccount = async (count: number) => {
    const account = await operator.newAccount()
    const keys = await Promise.all(Array.from({ length: count }, () => operator.newKey({ account })))
    return keys.map(({ key }) => key)
  }
  const newUser = async () => {
    const account = await operator.newAccount()
    const service = {
      cli: (...args: string[]) => spawnCommand(args, env),
      server: { dashboardOrigin: `http://localhost:${env.DASHBOARD_PORT}` },
    }
    return { account, visitor: await signIn(service as unknown as Running, `${account}@example.com`, "operator", account) }
  }
  const newDailyPlan = async (key: string, product: string) => {
    const { database, ring } = modes.test
    const { account } = (await findCaller(database, ring, key, false))!
    const scope = await scopeOf(database, modes.test, account)
    const terms = { interval: "DAY", interval_count: 1, trial_days: 0 } as const
    await database.transaction((tx) => createPlan(tx, scope, { product, name: "Daily", ...terms }))
  }
  console.log("| Attack | Before: median, worst | During | After | Ratio of the medians | Memory MiB | Reached |")
  console.log("|:---|---:|---:|---:|---:|---:|:---|")
  let worst = 0
  try {
    for (const attack of chosen) worst = Math.max(worst, await play(attack, setup, { newAccount, newUser, newDailyPlan }))
  } finally {
    await modes.test.database.close()
  }
  const held = worst < MAX_RATIO
  console.log(`\nThe victim's median ${held ? "stayed" : "did not stay"} under ${MAX_RATIO} times its median before the attack.`)
  return held ? 0 : 1
}

/** Plays one attack against a freshly started service. Returns the ratio of the victim's medians, during and before. */
async function play(attack: Attack, setup: SinkSetup, operator: Omit<Target, "url" | "sink">): Promise<number> {
  const served: Served = await start(["src/start/cli.js", "serve"], env, await freePort(), "/healthz")
  try {
    const target: Target = { url: served.url, sink: `https://127.0.0.1:${setup.ports[0]}/`, ...operator }
    const [first, second, third] = (await operator.newAccount(3)) as [string, string, string]
    const { id: customer } = await create(served.url, third, "/v1/customers", { email: "victim@example.com" })
    const shop = { url: served.url, customer }
    await probe(shop, third, 2) // warm-up
    const before = await probe(shop, first, seconds)
    const running = await attack.begin(target)
    const during = await probe(shop, second, seconds)
    const memory = residentMiB(served.pid)
    const reached = running.reached()
    await running.end()
    const after = await probe(shop, third, seconds)
    const ratio = during.median / before.median
    const figures = [shown(before), shown(during), shown(after), ratio.toFixed(1), Math.round(memory), reached]
    console.log(`| ${attack.name} | ${figures.join(" | ")} |`)
    return during.failed + after.failed > 0 ? Number.POSITIVE_INFINITY : ratio
  } finally {
    await served.stop()
  }
}

function shown({ median, worst, failed }: Seen): string {
  return `${median.toFixed(1)}, ${worst.toFixed(0)} ms${failed ? `, ${failed} failed` : ""}`
}
