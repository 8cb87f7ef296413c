// Runs seeds one after the other, in a thread with its own global scope and modules. May end before the last one.
import { join } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import { beginningOf } from "../machine.ts"
import { hoursOfASeed, type Plan } from "../plan.ts"
import { plant } from "../plant.ts"
import type { Outcome } from "./run.ts"

export type Order = { plans: Plan[]; planted: string | undefined; isTold: boolean }
export type Report = { line: string } | { plan: Plan; outcome: Outcome; seconds: number }

const { plans, planted, isTold }: Order = workerData
if (planted) plant(planted)
// Imported only now, so a planted bug also affects its imports.
const { freshDatabases } = await import("../../../test/support/databases/databases.ts")
const { migrateDatabase } = await import("../../../src/db/migrations/migrate.ts")
const { madeAtMs, newId } = await import("../../../src/base/ids.ts")
const { run } = await import("./run.ts")
const databases = await freshDatabases()
await migrateDatabase(`sqlite:${join(databases.directory, "live.sqlite")}`, true)
const tell = (report: Report) => parentPort!.postMessage(report)
for (const [i, plan] of plans.entries()) {
  const startedAt = performance.now()
  const outcome = await run(plan, databases.directory, isTold ? (line) => tell({ line }) : undefined).catch((error) => {
    throw new Error(`seed ${plan.seed} could not be simulated in the world ${plan.world}: ${error.message}`, { cause: error })
  })
  tell({ plan, outcome, seconds: (performance.now() - startedAt) / 1000 })
  const next = plans[i + 1]
  // Ids never decrease within a thread, and a wrong clock may have pushed them beyond the time of the next seed.
  if (outcome.violation || (next && madeAtMs(newId("seed")) >= beginningOf(next.seed, hoursOfASeed(next.world)))) break
}
await databases.remove()
