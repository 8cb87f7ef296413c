// Vintém under load: its database, its key, and its processes.
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { databaseUrl, freePort } from "../../test/support/postgres.ts"
import { preparePostgres } from "../../test/support/suite.ts"
import type { Kind } from "./options.ts"
import { familySeconds, residentMiB, type Served, start } from "./processes.ts"
import type { Start } from "./results.ts"

/** A database with a key of a merchant, and the environment of a service on it. */
export type Ground = {
  kind: Kind
  env: Record<string, string>
  key: string
  databaseSeconds?: () => number | undefined
  remove(): Promise<void>
}

const STARTS = 5
/** After its start, a service still frees memory for a moment. */
const IDLE_MS = 1000
/** Quotas are counted, but nobody exceeds them. */
const UNLIMITED = "1000000000"

export async function prepareGround(kind: Kind, work: string): Promise<Ground> {
  const directory = join(work, kind)
  mkdirSync(directory)
  const postgres = kind === "postgres" ? await preparePostgres({ durable: true }) : undefined
  const url = postgres && databaseUrl(postgres.env.TEST_POSTGRES_URL!, `${postgres.env.VINTEM_TEST_TEMPLATE}_test`)
  const env = {
    ...{ DATA_DIR: directory, METRICS_PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0" },
    ...{ RATE_LIMIT: UNLIMITED, RATE_LIMIT_TOKENS: UNLIMITED },
    TEST_DATABASE_URL: url ?? `sqlite:${join(directory, "test.sqlite")}`,
  }
  command(env, "migrate")
  const { key } = command(env, "keys", "create", "--mode", "test", "--kind", "secret")
  const postmaster = url ? await postmasterOf(url) : undefined
  return {
    ...{ kind, env, key },
    databaseSeconds: postmaster === undefined ? undefined : () => familySeconds(postmaster),
    remove: async () => postgres?.stop(),
  }
}

/** Starts the service several times, and returns how long each took to its first answer. */
export async function measureStarts({ env }: Ground): Promise<Start[]> {
  const starts: Start[] = []
  for (let i = 0; i < STARTS; i++) {
    const server = await serve(env)
    await pause(IDLE_MS)
    starts.push({ ms: server.startedInMs, idleMiB: residentMiB(server.pid) })
    await server.stop()
  }
  return starts
}

/** Starts one process that does everything, or so many api processes and a worker. The worker's `url` gets no requests. */
export async function serveAll({ env }: Ground, processes?: number): Promise<{ apis: Served[]; worker?: Served }> {
  if (processes === undefined) return { apis: [await serve(env)] }
  const apis: Served[] = []
  while (apis.length < processes) apis.push(await serve(env, ["--role", "api"]))
  return { apis, worker: await serveWorker(env) }
}

/** Starts a service on a free port. `preload` is a module that runs before it. */
export async function serve(env: Record<string, string>, args: string[] = [], preload?: string): Promise<Served> {
  const before = preload ? ["--import", preload] : []
  return start([...before, "src/cli.ts", "serve", ...args], env, await freePort(), "/healthz")
}

async function serveWorker(env: Record<string, string>): Promise<Served> {
  const port = await freePort()
  // A worker listens for /readyz only, beside its metrics.
  return start(["src/cli.ts", "serve", "--role", "worker"], { ...env, METRICS_PORT: String(port) }, port, "/readyz")
}

function command(env: Record<string, string>, ...args: string[]) {
  const options = { env: { ...process.env, ...env }, encoding: "utf8" } as const
  return JSON.parse(execFileSync(process.execPath, ["src/cli.ts", ...args, "--json"], options))
}

/** The process that starts the others of Postgres, where it runs on this machine. */
async function postmasterOf(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("SHOW data_directory")
    return Number(readFileSync(join(rows[0].data_directory, "postmaster.pid"), "utf8").split("\n")[0])
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}
