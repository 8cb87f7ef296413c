// Prepares pgbench: records the statements of a create, and copies the database as it is then.
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
/** Until the work in the background of a request is done, such as the log of requests. */
const QUIET_MS = 400
/** DATABASE_POOL as docs/configuration.md has it. */
const POOL = 20

/** Returns what runs pgbench, or the reason why this floor is missing. */
export async function preparePgbench(ground: Ground, databases: Databases, processes = 1): Promise<Pgbench | string> {
  const program = findPgbench()
  if (!program)
    return "The floor of Postgres is missing: pgbench is not installed. It comes with Postgres; PGBENCH names another path."
  try {
    const script = scriptOf(await recordCreates(ground))
    const { TEST_DATABASE_URL, DATA_DIR: directory = "" } = ground.env
    // Its rows would disturb the service. The account, the key and the customer are in the copy too.
    return { program, url: await databases.create(TEST_DATABASE_URL), script, clients: POOL * processes, directory }
  } catch (error) {
    return `The floor of Postgres is missing: ${(error as Error).message}`
  }
}

async function recordCreates(ground: Ground): Promise<Sent[][]> {
  const file = join(ground.env.DATA_DIR!, "statements.jsonl")
  // The recorder replaces a method of pg, which one file has inside.
  const recorded = { ...ground, env: { ...ground.env, STATEMENTS: file, VINTEM_SOURCES: "1" } }
  const service = await serve(recorded, ["--role", "api"], ["--import", RECORDER])
  try {
    const merchant = await newMerchant(service.url, ground.key)
    await send(merchant, createOf(merchant)) // the first one may do what others need not
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
