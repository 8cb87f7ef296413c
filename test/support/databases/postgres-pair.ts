// Two Postgres servers with streaming replication. A commit is acknowledged once both have it (synchronous_commit).
import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { chmod, rm } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { until } from "../merchants/merchant.ts"
import { fastDirectory } from "./directory.ts"
import { administer, crash, databaseUrl, embeddedPostgres, freePort, type PostgresProcess, recover } from "./postgres.ts"

export type Pair = {
  /** The URLs of the database on the first primary and on the standby. */
  primaryUrl: string
  standbyUrl: string
  /** Kills the primary's main process with SIGKILL. Its other processes then end by themselves. */
  crash(): Promise<void>
  /** Starts the primary again. It recovers from its write-ahead log. */
  start(): Promise<void>
  /** Makes the standby the primary. */
  promote(): Promise<void>
  close(): Promise<void>
}

/** No test cuts the power, so fsync is not needed. A SIGKILL loses only data that has not left the process. */
const SETTINGS = ["fsync=off", "unix_socket_directories=", "log_min_messages=log", "wal_retrieve_retry_interval=100ms"]

type Server = PostgresProcess & { start(): Promise<void>; stop(): Promise<void>; initialise(): Promise<void> }

/** Starts both servers. `prepare` creates the database on the primary before it is copied. */
export async function startPostgresPair(prepare: (url: string) => Promise<void>): Promise<Pair> {
  const directory = await fastDirectory("vintem-postgres-")
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }))
  await chmod(directory, 0o755)
  const Postgres = await embeddedPostgres(directory)
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const log: string[] = []
  const serverAt = (name: string, port: number, settings: string[] = []) =>
    new Postgres({
      databaseDir: join(directory, name),
      port,
      user: "vintem",
      password: "vintem",
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", "--no-sync", "--set=scram_iterations=1"],
      postgresFlags: [...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]),
      onLog: (line) => log.push(String(line)),
      onError: (line) => log.push(String(line)),
    }) as unknown as Server
  const urlOf = (port: number) => `postgres://vintem:vintem@127.0.0.1:${port}/postgres`

  const primary = serverAt("primary", primaryPort)
  await primary.initialise()
  await primary.start()
  await administer(urlOf(primaryPort), "CREATE DATABASE vintem")
  const primaryUrl = databaseUrl(urlOf(primaryPort), "vintem")
  await prepare(primaryUrl)
  // The package has no pg_basebackup. A copy of a stopped server's files has the same effect.
  await primary.stop()
  execFileSync("cp", ["-a", join(directory, "primary"), join(directory, "standby")])
  writeFileSync(join(directory, "standby", "standby.signal"), "")
  await recover(primary)
  const standby = serverAt("standby", standbyPort, [
    `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=vintem password=vintem`,
  ])
  // It resolves only when the server accepts writes.
  standby.start().catch(() => {})
  await until(async () => (await firstValue(urlOf(primaryPort), "SELECT state FROM pg_stat_replication")) === "streaming")
  await administer(urlOf(primaryPort), "ALTER SYSTEM SET synchronous_standby_names = '*'")
  await administer(urlOf(primaryPort), "SELECT pg_reload_conf()")

  return {
    primaryUrl,
    standbyUrl: databaseUrl(urlOf(standbyPort), "vintem"),
    crash: () => crash(primary),
    start: () => recover(primary),
    promote: () => administer(urlOf(standbyPort), "SELECT pg_promote()"),
    close: async () => {
      for (const server of [standby, primary]) server.process?.kill("SIGQUIT")
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function firstValue(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}
