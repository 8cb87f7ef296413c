// The measured targets: the floors, Vintém on each database, and peers. Each target is started once, and stays until the end.
import { join } from "node:path"
import { freePort } from "../../../test/support/databases/postgres.ts"
import type { Kind } from "../shared/fresh.ts"
import { type Databases, startDatabases } from "./databases.ts"
import { type Observed, observe } from "./observe.ts"
import type { Options } from "./options.ts"
import { peerWorkloads } from "./peers.ts"
import { runPgbench } from "./pgbench.ts"
import { preparePgbench } from "./pgbench-floor.ts"
import { type Served, start } from "./processes.ts"
import { OTHER, type Sample, type Start } from "./results.ts"
import { buildProgram, type Ground, measureStarts, prepareGround, serveAll } from "./vintem.ts"
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
  /** The target to compare with, for each workload. */
  floors: { [workload: string]: string }
  /** Whether the others are still measured if this one fails, because it is not part of Vintém. */
  mayFail?: boolean
  /** Measures a round without HTTP. */
  own?: (seconds: number) => Promise<Sample>
}

export type Started = { targets: Target[]; starts: Record<string, Start[]>; notes: string[] }
/** Functions that end the targets, in order. */
export type Closers = (() => Promise<unknown>)[]

/** Starts all targets of the options. Adds functions that end them to `closers`. */
export async function startTargets(options: Options, work: string, closers: Closers): Promise<Started> {
  const started: Started = { targets: await koaFloors(options, work, closers), starts: {}, notes: [] }
  const databases = options.on.includes("postgres") ? await startDatabases() : undefined
  if (databases) closers.unshift(databases.remove)
  for (const root of new Set(options.on.flatMap((kind) => versionsOf(kind, options).map((version) => version.root))))
    buildProgram(root)
  for (const kind of options.on) {
    for (const { name, root } of versionsOf(kind, options)) {
      const postgres = kind === "postgres" ? databases : undefined
      const ground = prepareGround(root, join(work, name), await postgres?.create())
      if (postgres && name === kind && !isRead(options)) await addPgbench(ground, postgres, options, started)
      started.starts[name] = await measureStarts(ground)
      started.targets.push(await vintem({ name, kind, ground, databases: postgres }, options, closers))
    }
  }
  for (const peer of options.peers) {
    const workloads = await peerWorkloads(peer)
    if (typeof workloads === "string") started.notes.push(workloads)
    else
      started.targets.push({
        ...peer,
        urls: [peer.url],
        pids: [],
        workloads: workloads.filter(isAsked(options)),
        floors: {},
        mayFail: true,
      })
  }
  return started
}

/** Returns the checkouts to measure on a database: this one, and the one of --against. */
function versionsOf(kind: Kind, { against }: Options): { name: string; root: string }[] {
  const other = against === undefined ? [] : [{ name: `${kind}${OTHER}`, root: against }]
  return [{ name: kind, root: process.cwd() }, ...other]
}

function isAsked({ only }: Options): (workload: Workload) => boolean {
  return ({ name }) => only.includes(name)
}

/** Returns whether all measured workloads only read. */
function isRead({ only }: Options): boolean {
  return !only.includes("create") && !only.includes("confirm")
}

async function koaFloors(options: Options, work: string, closers: Closers): Promise<Target[]> {
  const targets: Target[] = []
  const add = async (name: "constant" | "insert", workload: Workload) => {
    const env = { FILE: join(work, `floor-${name}.sqlite`) }
    const server = await start([`scripts/bench/requests/floor-${name}.ts`], env, await freePort(), "/")
    closers.unshift(server.stop)
    targets.push({ name, urls: [server.url], pids: [server.pid], workloads: [workload], floors: {} })
  }
  if (options.only.includes("retrieve") || options.only.includes("list")) {
    await add("constant", { name: "retrieve", same: { method: "GET", path: "/", headers: {} } })
  }
  if (!isRead(options) && options.on.includes("sqlite")) {
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ amount: 4990, currency: "brl", customer: "cus_floor" })
    await add("insert", { name: "create", same: { method: "POST", path: "/", headers, body } })
  }
  return targets
}

async function addPgbench(ground: Ground, databases: Databases, options: Options, { targets, notes }: Started): Promise<void> {
  const pgbench = await preparePgbench(ground, databases, options.processes)
  if (typeof pgbench === "string") return void notes.push(pgbench)
  const { clients, script, program } = pgbench
  notes.push(
    `The floor of Postgres: ${script.statements} statements of a create, recorded from the service, over ${clients} connections.`,
  )
  const observed = { pids: [], databaseSeconds: databases.seconds }
  const own = (seconds: number) => observe(observed, () => runPgbench(pgbench, seconds))
  targets.push({ name: "pgbench", urls: [program], ...observed, workloads: [{ name: "create" }], floors: {}, mayFail: true, own })
}

type Version = { name: string; kind: Kind; ground: Ground; databases?: Databases }

async function vintem({ name, kind, ground, databases }: Version, options: Options, closers: Closers): Promise<Target> {
  const { apis, worker } = await serveAll(ground, kind === "postgres" ? options.processes : undefined)
  const servers: Served[] = worker ? [...apis, worker] : apis
  closers.unshift(() => Promise.all(servers.map((server) => server.stop())))
  const merchant = await newMerchant(apis[0]!.url, ground.key)
  const write = kind === "sqlite" ? "insert" : "pgbench"
  return {
    name,
    urls: apis.map(({ url }) => url),
    pids: servers.map(({ pid }) => pid),
    databaseSeconds: databases?.seconds,
    workloads: (await workloadsOf(merchant)).filter(isAsked(options)),
    floors: { retrieve: "constant", list: "constant", create: write, confirm: write },
  }
}
