// Vintém for one test file: its own databases, an account, a key and a client that knows the contract.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import pino from "pino"
import { createAccount } from "../../src/accounts/accounts.ts"
import { createKey } from "../../src/accounts/keys.ts"
import type { AccessScope } from "../../src/accounts/scopes.ts"
import { readConfig } from "../../src/config/config.ts"
import { type ServeOptions, type Server, serve } from "../../src/serve.ts"
import { type Client, type Json, newClient } from "./client.ts"
import { type Databases, freshDatabases } from "./databases.ts"

export { kind as database } from "./databases.ts"

const ROOT = resolve(import.meta.dirname, "../..")

/** With compiled code at hand a process starts in two thirds of the time. */
const COMPILE_CACHE = join(tmpdir(), "vintem-compile-cache")

export type Environment = Record<string, string>
export type NewKey = {
  account?: string
  mode?: "test" | "live"
  kind?: "secret" | "publishable" | "restricted"
  scopes?: AccessScope[]
  /** Unix seconds. */
  expires_at?: number
}
export type CommandResult = { status: number | null; stdout: string; stderr: string; json: Json }

export type Vintem = {
  url: string
  metricsUrl: string
  account: string
  /** A secret key of the account in test mode; `request` sends it unless told otherwise. */
  key: string
  request: Client["request"]
  newAccount(name?: string): Promise<string>
  newKey(options?: NewKey): Promise<{ id: string; key: string }>
  /** Runs the `vintem` command on the same databases. */
  cli(...args: string[]): Promise<CommandResult>
  databases: Databases
  close(): Promise<void>
}

export type Running = Vintem & { server: Server }
type Addresses = Pick<Vintem, "url" | "metricsUrl">
type Operator = Pick<Vintem, "newAccount" | "newKey">

const DEFAULTS: Environment = {
  HOST: "127.0.0.1",
  PORT: "0",
  FRAME_PORT: "0",
  METRICS_PORT: "0",
  RATE_LIMIT: "1000000",
  RATE_LIMIT_TOKENS: "1000000",
}

/**
 * Starts Vintém in this process on fresh databases. `overrides` are environment variables; `live` adds live mode; a clock, a log, a
 * checkpoint and acquirers go to serve() as they are.
 */
export async function startVintem(
  overrides: Environment = {},
  options: ServeOptions & { live?: boolean; databases?: Databases } = {},
): Promise<Running> {
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

export type Spawned = Vintem & {
  pid: number
  /** Asks the process to turn one of the knobs of test/support/child.ts. */
  ask(question: "dieAt" | "dieBeforeStatement" | "dieBeforeCommit" | "checkpoints", ...args: unknown[]): Promise<Json>
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>
  /** Asks the process to leave (SIGTERM) and answers its exit status. */
  stop(): Promise<number | null>
  exited: Promise<unknown>
  /** Everything that it wrote to stdout and stderr so far. */
  output(): string
}

/**
 * The same as a process of its own, for tests that kill it. With `databases` a second one can go on where the first one stopped;
 * with `aheadMs` its clock is ahead by so much, as if that had passed meanwhile.
 */
export async function spawnVintem(
  overrides: Environment = {},
  options: { live?: boolean; databases?: Databases; role?: "all" | "api" | "worker"; aheadMs?: number } = {},
): Promise<Spawned> {
  const databases = options.databases ?? (await freshDatabases(options))
  const env = { ...DEFAULTS, ...databases.env, ...overrides }
  const child = spawn(
    process.execPath,
    [resolve(import.meta.dirname, "child.ts"), options.role ?? "all", String(options.aheadMs ?? 0)],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    },
  )
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk))
  const exited = once(child, "exit")

  const answerTo = (id: number) =>
    new Promise<Json>((done, fail) => {
      const listen = (message: Json) => {
        if (message.answerTo !== id) return
        child.off("message", listen)
        if (message.error) fail(new Error(message.error))
        else done(message.value)
      }
      child.on("message", listen)
      void exited.then(() => fail(new Error(`the server has left:\n${output}`)))
    })
  let asked = 0
  const ask = (question: string, ...args: unknown[]) => {
    const answer = answerTo(++asked)
    child.send({ id: asked, question, args })
    return answer
  }

  await answerTo(0)
  const addresses: Addresses = await ask("addresses")
  const operator: Operator = {
    newAccount: (name) => ask("newAccount", ...(name ? [name] : [])),
    newKey: (wanted) => ask("newKey", wanted),
  }
  const vintem = await assemble(addresses, operator, databases, env, () => output)
  const kill = async () => {
    child.kill("SIGKILL")
    await exited
  }
  return {
    ...vintem,
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

/** What an operator does by the command line, done directly on the server's databases. */
export function operate({ modes }: Pick<Server, "modes">): Operator {
  const { test, live } = modes
  return {
    newAccount: async (name = "Loja de teste") => {
      const { id } = await test.database.transaction((tx) => createAccount(tx, test.clock, name))
      await live?.database.transaction((tx) => createAccount(tx, live.clock, name, id))
      return id
    },
    newKey: async ({ mode: wanted = "test", account, kind = "secret", scopes, expires_at } = {}) => {
      const mode = modes[wanted]
      if (!mode || !account) throw new Error(`no ${wanted} mode or no account`)
      return mode.database.transaction((tx) => createKey(tx, mode, { account, kind, scopes, expires_at }))
    },
  }
}

async function assemble(
  addresses: Addresses,
  operator: Operator,
  databases: Databases,
  env: Environment,
  complaints: () => string,
): Promise<Vintem> {
  const account = await operator.newAccount()
  const newKey = (wanted: NewKey = {}) => operator.newKey({ account, ...wanted })
  const { key } = await newKey()
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

/** Runs the `vintem` command with an environment of its own; one that does not end is stopped after a minute. */
export async function runCommand(args: string[], env: Environment): Promise<CommandResult> {
  const child = spawn(process.execPath, ["src/cli.ts", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => (stdout += chunk))
  child.stderr.on("data", (chunk) => (stderr += chunk))
  const [status] = (await once(child, "close")) as [number | null]
  let json: Json
  if (args.includes("--json") && status === 0) json = JSON.parse(stdout)
  return { status, stdout, stderr, json }
}
