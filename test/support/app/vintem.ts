// Vintém for one test file: databases, an account, a key, and a client that checks the contract.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import pino from "pino"
import { readConfig } from "../../../src/config/config.ts"
import { type ServeOptions, type Server, serve } from "../../../src/serve.ts"
import { type Databases, freshDatabases } from "../databases/databases.ts"
import { type Client, type Json, newClient } from "./client.ts"
import { COMPILE_CACHE, type CommandResult, ROOT, runCommand } from "./commands.ts"
import { type NewKey, type Operator, operate } from "./operator.ts"
import { commandOperator } from "./operator-by-command.ts"

export { kind as database } from "../databases/databases.ts"
export { type CommandResult, runCommand } from "./commands.ts"

export type Environment = Record<string, string>

export type Vintem = Operator & {
  url: string
  metricsUrl: string
  account: string
  /** A secret key of the account in test mode. `request` sends it by default. */
  key: string
  request: Client["request"]
  /** Runs the command `vintem` on the same databases. */
  cli(...args: string[]): Promise<CommandResult>
  databases: Databases
  close(): Promise<void>
}

export type Running = Vintem & { server: Server }
type Shop = Pick<Vintem, "account" | "key">
type Addresses = Pick<Vintem, "url" | "metricsUrl"> & Partial<Pick<Server, "dashboardOrigin" | "threedsOrigin">>

export const DEFAULTS: Environment = {
  HOST: "127.0.0.1",
  PORT: "0",
  FRAME_PORT: "0",
  THREEDS_PORT: "0",
  DASHBOARD_PORT: "0",
  METRICS_PORT: "0",
  RATE_LIMIT: "1000000",
  RATE_LIMIT_TOKENS: "1000000",
  RATE_LIMIT_ADDRESS: "1000000",
  RATE_LIMIT_CARDS: "1000000",
  RATE_LIMIT_CARDS_ADDRESS: "1000000",
}

/**
 * Starts Vintém in this process on fresh databases. `overrides` are environment variables. `live` adds live mode. A clock, a log,
 * a checkpoint and acquirers are passed to serve().
 */
export async function startVintem(
  overrides: Environment = {},
  options: ServeOptions & { live?: boolean; databases?: Databases } = {},
): Promise<Running> {
  if (process.env.VINTEM_TEST_BALANCED) return throughBalancer(overrides, options)
  const databases = options.databases ?? (await freshDatabases(options))
  const env = { ...DEFAULTS, ...databases.env, ...overrides }
  const complaints: string[] = []
  const log = options.log ?? pino({ level: "error", base: undefined }, { write: (line: string) => void complaints.push(line) })
  const server = await serve(readConfig(env), { ...options, log })
  const vintem = await assemble(server, operate(server), databases, env, () => complaints.join(""))
  return {
    ...vintem,
    server,
    close: async () => {
      await vintem.close()
      await server.close()
      if (!options.databases) await databases.remove()
    },
  }
}

/** The beginning of errors in tests that cannot run against shared servers. `make test-balanced` lists them. */
const NEEDS_OWN_SERVER = "this test needs a server of its own"

/**
 * Uses the processes that `make test-balanced` has started, with an account of its own. Throws if a test needs its own server, because it
 * sets other variables or uses parts of the server's process.
 */
async function throughBalancer(overrides: Environment, options: object): Promise<Running> {
  const shared: { url: string; metricsUrl: string; env: Environment } = JSON.parse(process.env.VINTEM_TEST_BALANCED!)
  const { live: _live, role: _role, ...parts } = options as { live?: boolean; role?: string }
  const others = Object.entries(overrides).filter(([name, value]) => shared.env[name] !== value)
  const needs = [...others.map(([name]) => name), ...Object.keys(parts)]
  if (needs.length > 0) throw new Error(`${NEEDS_OWN_SERVER}: with ${needs.join(", ")}`)
  const databases: Databases = { directory: shared.env.DATA_DIR!, env: shared.env, remove: async () => {} }
  const vintem = await assemble(shared, commandOperator(shared.env), databases, shared.env, () => "")
  return Object.defineProperty(vintem as Running, "server", {
    get: () => {
      throw new Error(`${NEEDS_OWN_SERVER}: it reaches into its process`)
    },
  })
}

export type Spawned = Vintem & {
  /** The origin of the dashboard. */
  server: Pick<Server, "dashboardOrigin"> & Partial<Pick<Server, "threedsOrigin">>
  pid: number
  /** Sends a command of test/support/app/child.ts to the process. */
  ask(
    command:
      | ("dieAt" | "dieAtOneOf" | "dieBeforeStatement" | "dieBeforeCommit" | "checkpoints")
      | ("setClock" | "slowDisk" | "fillDisk"),
    ...args: unknown[]
  ): Promise<Json>
  /** Kills the process with SIGKILL and waits until it is gone. */
  kill(): Promise<void>
  /** Stops the process with SIGTERM. Returns its exit status. */
  stop(): Promise<number | null>
  exited: Promise<unknown>
  /** Everything that the process has written to stdout and stderr. */
  output(): string
}

type SpawnOptions = {
  live?: boolean
  databases?: Databases
  role?: "all" | "api" | "worker"
  aheadMs?: number
  laterMs?: number
  merchant?: Shop
}

/**
 * Starts Vintém as a separate process, for tests that kill it. With `databases`, a second process can continue on the same data. With
 * `aheadMs`, the clock of its host is wrong: ahead by that many milliseconds. With `laterMs`, it runs as if so much time had passed, for the
 * database too. With `merchant`, no account is created.
 */
export async function spawnVintem(overrides: Environment = {}, options: SpawnOptions = {}): Promise<Spawned> {
  const databases = options.databases ?? (await freshDatabases(options))
  const env = { ...DEFAULTS, ...databases.env, ...overrides }
  const child = spawn(
    process.execPath,
    // If `npm test` runs many files, it has made a bundle that starts faster.
    [
      process.env.VINTEM_TEST_SERVICE ?? join(ROOT, "test/support/app/child.ts"),
      options.role ?? "all",
      String(options.aheadMs ?? 0),
      String(options.laterMs ?? 0),
    ],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    },
  )
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk))
  const exited = once(child, "exit")

  const replyTo = (id: number) =>
    new Promise<Json>((done, fail) => {
      const onMessage = (message: Json) => {
        if (message.replyTo !== id) return
        child.off("message", onMessage)
        if (message.error) fail(new Error(message.error))
        else done(message.value)
      }
      child.on("message", onMessage)
      void exited.then(() => fail(new Error(`the server has exited:\n${output}`)))
    })
  let lastId = 0
  const ask = (command: string, ...args: unknown[]) => {
    const reply = replyTo(++lastId)
    child.send({ id: lastId, command, args })
    return reply
  }

  await replyTo(0)
  const addresses: Addresses = await ask("addresses")
  const operator: Operator = {
    newAccount: (name) => ask("newAccount", ...(name ? [name] : [])),
    newKey: (wanted) => ask("newKey", wanted),
  }
  const vintem = await assemble(addresses, operator, databases, env, () => output, options.merchant)
  const kill = async () => {
    child.kill("SIGKILL")
    await exited
  }
  return {
    ...vintem,
    server: { dashboardOrigin: addresses.dashboardOrigin, threedsOrigin: addresses.threedsOrigin },
    pid: child.pid as number,
    ask,
    kill,
    stop: async () => {
      child.kill("SIGTERM")
      const [code] = (await exited) as [number | null]
      return code
    },
    exited,
    output: () => output,
    close: async () => {
      await vintem.close()
      await kill()
      if (!options.databases) await databases.remove()
    },
  }
}

async function assemble(
  addresses: Addresses,
  operator: Operator,
  databases: Databases,
  env: Environment,
  complaints: () => string,
  merchant?: Shop,
): Promise<Vintem> {
  const account = merchant?.account ?? (await operator.newAccount())
  const newKey = (wanted: NewKey = {}) => operator.newKey({ account, ...wanted })
  const key = merchant?.key ?? (await newKey()).key
  const client = newClient(addresses.url, key, complaints)
  const { url, metricsUrl } = addresses
  return {
    ...{ url, metricsUrl, account, key, databases },
    request: client.request,
    newAccount: operator.newAccount,
    newKey,
    cli: (...args) => runCommand(args, env),
    close: client.close,
  }
}
