// Sends many events to 20 endpoints, of which one hangs and one returns 500, and prints a Markdown table.
// Usage: webhooks.ts [--on sqlite|postgres] [events] [events per second …]
//
// The table shows deliveries per second, processor time, and the time from an event's commit to its arrival at the 18 healthy endpoints.
// The floor is undici alone with the same bodies. A run with a rate sends at most 1000 events.
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { parseArgs } from "node:util"
import { Agent } from "undici"
import { scopeOf } from "../../src/accounts/scope.ts"
import { recordEvent } from "../../src/events/record.ts"
import type { Scope } from "../../src/modes/wiring.ts"
import { type Running, startVintem } from "../../test/support/app/vintem.ts"
import { newEndpoint, newMerchant } from "../../test/support/merchants/merchant.ts"
import { kindsIn, newDatabases } from "./shared/fresh.ts"
import { latenciesOf, spentMicros } from "./shared/statistics.ts"
import { head, row } from "./shared/table.ts"
import type { Arrivals, SinkSetup } from "./webhooks/sinks.ts"

const ENDPOINTS = 20
const HANGING = 18
const FAILING = 19
const HEALTHY = ENDPOINTS - 2
/** The maximum number of concurrent attempts for a healthy endpoint. */
const CONNECTIONS = 16
const LIMIT_MS = 10 * 60_000

const intent = {
  ...{ id: "pi_00Xg4UQzXZA5oPq4xNhT2YIpQ", object: "payment_intent", livemode: false, amount: 4990, currency: "brl" },
  ...{ status: "succeeded", customer: "cus_00Xg4Tld0G8x2Nb3SFIFAy6jB", product: null, subscription: null, description: "Café" },
  ...{ statement_descriptor: null, payment_method_types: ["card"], last_payment_error: null, next_action: null, utm: null },
  ...{ charges: { latest: "ch_00Xg4UQzXZA5oPq4xNhT2YIpR" }, cancellation_reason: null, created: 1_795_260_197 },
}

const { values: options, positionals } = parseArgs({
  options: { on: { type: "string", default: "sqlite" } },
  allowPositionals: true,
})
const [events = 10_000, ...rates] = positionals.map(Number)
const [kind] = kindsIn([options.on])
const databases = await newDatabases(kind ?? "sqlite")
const sinks = fork(join(import.meta.dirname, "webhooks/sinks.ts"), [ENDPOINTS, HANGING, FAILING].map(String))
try {
  await main()
} finally {
  sinks.kill()
  await databases.remove()
}

async function main(): Promise<void> {
  const [setup] = (await once(sinks, "message")) as [SinkSetup]
  setDefaultCACertificates([...getCACertificates("default"), setup.ca])
  const vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { databases })
  try {
    console.log(head("", "Deliveries per second", "Processor time each", "Commit to arrival, p50", "p99"))
    print("floor: undici alone, before", await floorOf(setup))
    print(`${events} events at once`, await run(vintem, setup, events))
    for (const rate of rates) {
      const some = Math.min(events, 1000)
      print(`${some} events, ${rate} per second`, await run(vintem, setup, some, rate))
    }
    print("floor: undici alone, after", await floorOf(setup))
  } finally {
    await vintem.close()
  }
}

type Figures = { perSecond: number; micros: number; p50?: number; p99?: number }

function print(name: string, { perSecond, micros, p50, p99 }: Figures): void {
  const ms = (value: number | undefined) => (value === undefined ? "" : `${Math.round(value)} ms`)
  console.log(row(name, Math.round(perSecond), `${Math.round(micros)} µs`, ms(p50), ms(p99)))
}

async function run(vintem: Running, setup: SinkSetup, events: number, rate?: number): Promise<Figures> {
  const mode = vintem.server.modes.test
  const merchant = await newMerchant(vintem)
  const scope = await scopeOf(mode.database, mode, merchant.account)
  for (const port of setup.ports) await newEndpoint(merchant, `https://127.0.0.1:${port}/`)
  await ask<Arrivals>("take")
  const cpu = process.cpuUsage()
  const committed = await writeEvents(scope, events, rate)
  const wanted = (count: number, index: number) => index === HANGING || index === FAILING || count >= events
  for (const deadline = Date.now() + LIMIT_MS; !(await ask<number[]>("count")).every(wanted); await pause(200)) {
    if (Date.now() > deadline) throw new Error("not all events arrived within ten minutes")
  }
  const micros = spentMicros(cpu) / (events * (HEALTHY + 1)) // the failing endpoint gets attempts as well
  const arrivals = (await ask<Arrivals>("take")).slice(0, HEALTHY)
  for (const { ids } of arrivals) {
    const different = new Set(ids).size
    if (different !== events || ids.length !== events)
      throw new Error(`of ${events} events, ${different} arrived in ${ids.length} requests to one endpoint`)
  }
  const times = arrivals.flatMap(({ ids, at }) => ids.map((event, i) => at[i]! - committed.get(event)!))
  const first = Math.min(...committed.values())
  const last = Math.max(...arrivals.map(({ at }) => at.at(-1)!))
  return { perSecond: times.length / ((last - first) / 1000), micros, ...latenciesOf(times) }
}

/** Writes each event in its own transaction, `rate` per second or as fast as possible. Returns when each was committed. */
async function writeEvents(scope: Scope, events: number, rate?: number): Promise<Map<string, number>> {
  const { database } = scope.mode
  const committed = new Map<string, number>()
  const write = () =>
    database.transaction(async (tx) => {
      const id = await recordEvent(tx, scope, "payment_intent.succeeded", intent)
      tx.afterCommit(() => committed.set(id, performance.timeOrigin + performance.now()))
    })
  const started = performance.now()
  const batch = rate ? Math.max(1, Math.round(rate / 100)) : 20
  for (let written = 0; written < events; written += batch) {
    if (rate) await pause(Math.max(0, started + (written / rate) * 1000 - performance.now()))
    const some = Promise.all(Array.from({ length: Math.min(batch, events - written) }, write))
    if (!rate) await some
  }
  while (committed.size < events) await pause(10)
  return committed
}

/** Posts the same bodies to the same healthy servers over as many connections, with undici alone. */
async function floorOf(setup: SinkSetup): Promise<Figures> {
  const agent = new Agent({ connections: CONNECTIONS })
  const body = Buffer.from(JSON.stringify({ id: "evt_00Xg4UQzXZA5oPq4xNhT2YIpQ", object: "event", data: { object: intent } }))
  const headers = { "Content-Type": "application/json", "Service-Signature": `t=1795260197,v1=${"0".repeat(64)}` }
  const each = Math.ceil(Math.min(events, 2000) / CONNECTIONS)
  const post = async (origin: string) => {
    for (let i = 0; i < each; i++) {
      const response = await agent.request({ origin, path: "/", method: "POST", headers, body })
      await response.body.dump()
    }
  }
  const started = performance.now()
  const cpu = process.cpuUsage()
  const origins = setup.ports
    .filter((_, index) => index !== HANGING && index !== FAILING)
    .map((port) => `https://127.0.0.1:${port}`)
  await Promise.all(origins.flatMap((origin) => Array.from({ length: CONNECTIONS }, () => post(origin))))
  const seconds = (performance.now() - started) / 1000
  const posts = origins.length * CONNECTIONS * each
  const figures = { perSecond: posts / seconds, micros: spentMicros(cpu) / posts }
  await agent.close()
  return figures
}

async function ask<T>(question: "count" | "take"): Promise<T> {
  const response = once(sinks as ChildProcess, "message")
  sinks.send(question)
  return (await response)[0]
}
