// Vintém under load: its database, its key, and its processes.
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { freePort } from "../../../test/support/databases/postgres.ts"
import { nodeOf, residentMiB, type Served, start } from "./processes.ts"
import type { Start } from "./results.ts"

/** A checkout of Vintém, its database with a merchant's key, and the environment of a service on it. */
export type Ground = { root: string; env: Record<string, string>; key: string }

const STARTS = 5
/** For a moment after its start, a service still frees memory. */
const IDLE_MS = 1000
/** Quotas are counted but never exceeded. */
const UNLIMITED = "1000000000"

/** Builds the deployed program. Another version may have nothing to build. */
export function buildProgram(root: string): void {
  const build = scriptOf(root, "build")
  if (build) execFileSync(nodeOf(root), build, { cwd: root, stdio: "inherit" })
}

/** Migrates a database, and creates a merchant's key. The default database is SQLite. Creates the directory. */
export function prepareGround(root: string, directory: string, url = `sqlite:${join(directory, "test.sqlite")}`): Ground {
  mkdirSync(directory)
  const env = {
    ...{ DATA_DIR: directory, TEST_DATABASE_URL: url, METRICS_PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0" },
    ...{ RATE_LIMIT: UNLIMITED, RATE_LIMIT_TOKENS: UNLIMITED },
  }
  const command = (...args: string[]) => {
    const options = { cwd: root, env: { ...process.env, ...env }, encoding: "utf8" } as const
    return JSON.parse(execFileSync(nodeOf(root), [...scriptOf(root, "vintem")!, ...args, "--json"], options))
  }
  command("migrate")
  return { root, env, key: command("keys", "create", "--mode", "test", "--kind", "secret").key }
}

/** Starts the service several times, and returns how long each start took until the first response. */
export async function measureStarts(ground: Ground): Promise<Start[]> {
  const starts: Start[] = []
  for (let i = 0; i < STARTS; i++) {
    const server = await serve(ground)
    await pause(IDLE_MS)
    starts.push({ ms: server.startedInMs, idleMiB: residentMiB(server.pid) })
    await server.stop()
  }
  return starts
}

/** Starts one process that does everything, or this many api processes and a worker. The worker takes no requests. */
export async function serveAll(ground: Ground, processes?: number): Promise<{ apis: Served[]; worker?: Served }> {
  if (processes === undefined) return { apis: [await serve(ground)] }
  const apis: Served[] = []
  while (apis.length < processes) apis.push(await serve(ground, ["--role", "api"]))
  return { apis, worker: await serveWorker(ground) }
}

/** Starts a service on a free port. `node` are arguments of Node itself. */
export async function serve({ root, env }: Ground, args: string[] = [], node: string[] = []): Promise<Served> {
  return start([...node, ...scriptOf(root, "vintem")!, "serve", ...args], env, await freePort(), "/healthz", root)
}

async function serveWorker({ root, env }: Ground): Promise<Served> {
  const port = await freePort()
  // Beside its metrics, a worker serves only /readyz.
  return start(
    [...scriptOf(root, "vintem")!, "serve", "--role", "worker"],
    { ...env, METRICS_PORT: String(port) },
    port,
    "/readyz",
    root,
  )
}

/** Returns the arguments that a script of a checkout passes to Node: its flags, and its program. */
function scriptOf(root: string, name: string): string[] | undefined {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return scripts[name]?.split(" ").slice(1)
}
