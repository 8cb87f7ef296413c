// What is measured: the floors, Vintém on each database, and peers. Each target is started once, and stays until the end.
import { join } from "node:path"
import { freePort } from "../../test/support/postgres.ts"
import { type Observed, observe } from "./observe.ts"
import type { Options } from "./options.ts"
import { peerWorkloads } from "./peers.ts"
import { runPgbench } from "./pgbench.ts"
import { preparePgbench } from "./pgbench-floor.ts"
import { type Served, start } from "./processes.ts"
import type { Sample, Start } from "./results.ts"
import { type Ground, measureStarts, prepareGround, serveAll } from "./vintem.ts"
import { newMerchant, type Workload, workloadsOf } from "./workloads.ts"

export const FLOORS = {
  constant: "floor: Koa returns a constant",
  insert: "floor: Koa and one durable INSERT",
  pgbench: "floor: pgbench sends the statements of a create",
}

export type Target = Observed & {
  name: string
  urls: string[]
  workloads: Workload[]
  /** For each workload, the target that it is compared with. */
  floors: { [workload: string]: string }
  /** Measures a round without HTTP. */
  own?: (seconds: number) => Promise<Sample>
}

export type Started = { targets: Target[]; starts: Record<string, Start[]>; notes: string[] }
/** What ends the targets, in the order in which they are ended. */
export type Closers = (() => Promise<unknown>)[]

/** Starts everything that the options ask for. Adds to `closers` what ends it. */
export async function startTargets(options: Options, work: string, closers: Closers): Promise<Started> {
  const started: Started = { targets: [], starts: {}, notes: [] }
  for (const kind of options.on) {
    const ground = await prepareGround(kind, work)
    closers.unshift(ground.remove)
    const processes = kind === "postgres" ? options.processes : undefined
    if (kind === "postgres" && !isRead(options)) await addPgbench(ground, processes, started)
    started.starts[kind] = await measureStarts(ground)
    started.targets.push(await vintem(ground, options, closers))
  }
  for (const peer of options.peers) {
    const workloads = await peerWorkloads(peer)
    if (typeof workloads === "string") started.notes.push(workloads)
    else started.targets.push({ ...peer, urls: [peer.url], pids: [], workloads, floors: {} })
  }
  started.targets.unshift(...(await koaFloors(options, work, closers)))
  return started
}

/** Whether nothing is measured that writes. */
function isRead({ only }: Options): boolean {
  return !only.includes("create") && !only.includes("confirm")
}

async function koaFloors(options: Options, work: string, closers: Closers): Promise<Target[]> {
  const targets: Target[] = []
  const add = async (name: "constant" | "insert", env: Record<string, string>, workload: Workload) => {
    const server = await start([`scripts/bench/floor-${name}.ts`], env, await freePort(), "/")
    closers.unshift(server.stop)
    targets.push({ name, urls: [server.url], pids: [server.pid], workloads: [workload], floors: {} })
  }
  if (options.only.includes("retrieve") || options.only.includes("list"))
    await add("constant", {}, { name: "retrieve", same: { method: "GET", path: "/", headers: {} } })
  if (!isRead(options) && options.on.includes("sqlite")) {
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ amount: 4990, currency: "brl", customer: "cus_floor" })
    await add(
      "insert",
      { FILE: join(work, "floor.sqlite") },
      { name: "create", same: { method: "POST", path: "/", headers, body } },
    )
  }
  return targets
}

async function addPgbench(ground: Ground, processes: number | undefined, { targets, notes }: Started): Promise<void> {
  const pgbench = await preparePgbench(ground, processes)
  if (typeof pgbench === "string") return void notes.push(pgbench)
  const { clients, script, program } = pgbench
  notes.push(
    `The floor of Postgres: ${script.statements} statements of a create, recorded from the service, over ${clients} connections.`,
  )
  const observed = { pids: [], databaseSeconds: ground.databaseSeconds }
  const own = (seconds: number) => observe(observed, () => runPgbench(pgbench, seconds))
  targets.push({ name: "pgbench", urls: [program], ...observed, workloads: [{ name: "create" }], floors: {}, own })
}

async function vintem(ground: Ground, options: Options, closers: Closers): Promise<Target> {
  const { kind, key, databaseSeconds } = ground
  const { apis, worker } = await serveAll(ground, kind === "postgres" ? options.processes : undefined)
  const servers: Served[] = worker ? [...apis, worker] : apis
  closers.unshift(() => Promise.all(servers.map((server) => server.stop())))
  const merchant = await newMerchant(apis[0]!.url, key)
  const write = kind === "sqlite" ? "insert" : "pgbench"
  return {
    name: kind,
    urls: apis.map(({ url }) => url),
    pids: servers.map(({ pid }) => pid),
    databaseSeconds,
    workloads: (await workloadsOf(merchant)).filter(({ name }) => options.only.includes(name)),
    floors: { retrieve: "constant", list: "constant", create: write, confirm: write },
  }
}
