// One seed: a world is created, a storm passes over it, everything settles, and the service's answers are compared with the facts.
import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { openDisk } from "../database.ts"
import { simulateGlobals } from "../globals.ts"
import { Machine } from "../machine.ts"
import { hoursOfASeed, type Plan } from "../plan.ts"
import { createWorld } from "../world.ts"
import { WORLDS } from "./worlds.ts"

export type Outcome = {
  /** The violation of the service's promises, if any. */
  violation: string | undefined
  /** Equal for two runs of a plan. */
  hash: string
  simulatedHours: number
  faults: number
  operations: number
}

const HOUR_MS = 3_600_000

/** Runs a plan. `directory` has the migrated databases `test.sqlite` and `live.sqlite`. Throws if something is not simulated. */
export async function run(plan: Plan, directory: string, onLine?: (line: string) => void): Promise<Outcome> {
  const { livemode, open } = WORLDS[plan.world]
  const file = `seed-${plan.seed}.sqlite`
  copyFileSync(join(directory, livemode ? "live.sqlite" : "test.sqlite"), join(directory, file))
  const machine = new Machine(plan.seed, { only: plan.only, hoursOfASeed: hoursOfASeed(plan.world) }, onLine)
  const restore = simulateGlobals(machine)
  const onRejection = (reason: unknown) => machine.accuse(`a promise was rejected and nobody noticed: ${reason}`)
  process.on("unhandledRejection", onRejection)
  const stage = open(machine, plan)
  const disk = openDisk(machine, directory, file, livemode)
  try {
    const story = stage.play(createWorld(machine, disk, stage.acquirersOf))
    await machine.play(story)
    if (!machine.violation) await story
  } finally {
    restore()
    process.off("unhandledRejection", onRejection)
    disk.close()
    stage.close()
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(directory, file + suffix), { force: true })
  }
  const simulatedHours = (machine.now - machine.startedAt) / HOUR_MS
  return { violation: machine.violation, hash: machine.hash, simulatedHours, ...machine.counts }
}
