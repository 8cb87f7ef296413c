// The service of a story, in this process and in memory.
import { EventEmitter } from "node:events"
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import Sqlite from "better-sqlite3"
import { systemClock } from "../../src/base/clock.ts"
import { createLog } from "../../src/base/log.ts"
import { readConfig } from "../../src/config/config.ts"
import { masterKeyOf, openDatabases } from "../../src/modes/modes.ts"
import { type Server, serve } from "../../src/serve.ts"
import { openKeyRing } from "../../src/vault/key-ring.ts"
import { startRandom } from "./fixed.ts"

export type Environment = Record<string, string>

const BASE_URL = "https://pay.vintem.example"

/** A directory in memory if possible, because the story need not survive a power cut. */
const MEMORY = existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir()

const environmentFor = (directory: string): Environment => ({
  HOST: "127.0.0.1",
  PORT: "0",
  FRAME_PORT: "0",
  DASHBOARD_PORT: "0",
  METRICS_PORT: "0",
  BASE_URL,
  DATA_DIR: directory,
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
})

/** `steps` are the checkpoints that the service passes. */
type Run = (server: Server, steps: EventEmitter, directory: string) => Promise<unknown>

/** Starts a service without accounts, which ends with `run`. */
export async function inNewService(run: Run): Promise<void> {
  const directory = mkdtempSync(path.join(MEMORY, "vintem-examples-"))
  try {
    await makeKeys(directory)
    await inService(directory, {}, run)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Makes the key ring of a new database. The links of pay pages follow from it, so no other random number may come before it. */
async function makeKeys(directory: string): Promise<void> {
  const config = readConfig(environmentFor(directory))
  const [database] = await openDatabases(config, createLog("silent"))
  startRandom("key ring")
  await openKeyRing(database, masterKeyOf(config, false))
  await database.close()
}

/** Copies the test database of a service. Returns the directory of the copy, which is inside that of the service. */
export function copyOf(directory: string): string {
  const copy = mkdtempSync(path.join(directory, "copy-"))
  const original = new Sqlite(path.join(directory, "test.sqlite"))
  original.exec(`VACUUM INTO '${path.join(copy, "test.sqlite")}'`)
  original.close()
  // Once there is a card, the keys of new cards are in a file of their own.
  const keys = "test.sqlite-keys"
  if (existsSync(path.join(directory, keys))) cpSync(path.join(directory, keys), path.join(copy, keys))
  return copy
}

/** Starts a service on the data in a directory. It ends with `run`. */
export async function inService(directory: string, environment: Environment, run: Run): Promise<void> {
  const config = readConfig({ ...environmentFor(directory), ...environment })
  const steps = new EventEmitter()
  const server = await serve(
    // Only a live key is needed of live mode, and not the Postgres that real money requires.
    environment.LIVE ? { ...config, liveDatabaseUrl: `sqlite:${path.join(directory, "live.sqlite")}` } : config,
    { role: "api", clock: systemClock, log: createLog("silent"), checkpoint: (step) => void steps.emit(step) },
  )
  try {
    await run(server, steps, directory)
  } finally {
    await server.close()
  }
}
