// Prepares pgbench: records the statements of a create, and copies the database in its state at that time.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Databases } from "./databases.ts"
import { findPgbench, type Pgbench } from "./pgbench.ts"
import { scriptOf } from "./pgbench-script.ts"
import type { Sent } from "./record-statements.ts"
import { type Ground, serve } from "./vintem.ts"
import { createOf, newMerchant, send } from "./workloads.ts"

const RECORDER = join(import.meta.dirname, "record-statements.ts")
const CREATES = 5
/** How long the background work of a request takes, such as the request log. */
const QUIET_MS = 400
/** The default of DATABASE_POOL in docs/configuration.md. */
const POOL = 20

/** Returns the means to run pgbench, or the reason why this floor is missing. */
export async function preparePgbench(ground: Ground, databases: Databases, processes = 1): Promise<Pgbench | string> {
  const program = findPgbench()
  if (!program)
    return "The floor of Postgres is missing: pgbench is not installed. It comes with Postgres; PGBENCH names another path."
  try {
    const script = scriptOf(await recordCreates(ground))
    const { TEST_DATABASE_URL, DATA_DIR: directory = "" } = ground.env
    // A copy, because its rows would disturb the service. The account, the key and the customer are in the copy too.
    return { program, url: await databases.create(TEST_DATABASE_URL), script, clients: POOL * processes, directory }
  } catch (error) {
    return `The floor of Postgres is missing: ${(error as Error).message}`
  }
}

async function recordCreates(ground: Ground): Promise<Sent[][]> {
  const file = join(ground.env.DATA_DIR!, "statements.jsonl")
  // The recorder replaces a method of pg, which is not reachable inside the bundle.
  const recorded = { ...ground, env: { ...ground.env, STATEMENTS: file, VINTEM_SOURCES: "1" } }
  const service = await serve(recorded, ["--role", "api"], ["--import", RECORDER])
  try {
    const merchant = await newMerchant(service.url, ground.key)
    await send(merchant, createOf(merchant)) // the first create may do work that later ones do not need
    const creates: Sent[][] = []
    while (creates.length < CREATES) {
      await pause(QUIET_MS)
      const before = statementsIn(file).length
      await send(merchant, createOf(merchant))
      creates.push(statementsIn(file).slice(before))
    }
    return creates
  } finally {
    await service.stop()
  }
}

function statementsIn(file: string): Sent[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, "utf8").trimEnd().split("\n")
  return lines.map((line) => JSON.parse(line))
}
