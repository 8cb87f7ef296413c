import { setTimeout as pause } from "node:timers/promises"
import { flawOf } from "../base/clock.ts"
import { databaseInWords } from "../base/mode-name.ts"
import type { Database } from "../db/database.ts"
import { isCurrent } from "../db/migrations/migrate.ts"
import { hasSeveral, livesOf, type Modes } from "../http/mode.ts"
import type { Scheduler } from "../jobs/scheduler.ts"
import type { Mode } from "./wiring.ts"

/** How long a probe waits for a database of live mode if there are others. Probes give up after a few seconds. */
const ANSWERS_WITHIN_MS = 2000

/** Says why this process cannot work (`/readyz`), or undefined if it can. */
export async function unready(modes: Modes<Mode>, scheduler?: Scheduler<Mode>): Promise<string | undefined> {
  const { test, absent = [] } = modes
  const lives = livesOf(modes)
  const needed = hasSeveral(modes) ? [test] : [test, ...lives]
  for (const { clock } of needed) {
    const flaw = flawOf(clock)
    if (flaw !== undefined) return flaw
  }
  const stuck = needed.flatMap((mode) => scheduler?.stuck(mode) ?? [])
  if (stuck.length > 0) return stuckIn(stuck)
  for (const { database } of needed) {
    const flaw = await flawOfDatabase(database)
    if (flaw !== undefined) return flaw
  }
  return needed.length > 1 ? undefined : noneOf(lives, absent, scheduler)
}

/** Of several databases of live mode, one must work. What is stuck in a database that does not answer is not the fault of this process. */
async function noneOf(
  lives: readonly Mode[],
  absent: readonly string[],
  scheduler?: Scheduler<Mode>,
): Promise<string | undefined> {
  if (lives.length + absent.length === 0) return undefined
  const flaws = await Promise.all(lives.map(flawInTime))
  const working = lives.filter((_, at) => flaws[at] === undefined)
  const stuck = working.flatMap((mode) => scheduler?.stuck(mode) ?? [])
  if (stuck.length > 0) return stuckIn(stuck)
  return working.length > 0 ? undefined : (flaws[0] ?? `No live database can be reached: ${absent.join(", ")}.`)
}

async function flawInTime({ clock, database }: Mode): Promise<string | undefined> {
  const late = pause(ANSWERS_WITHIN_MS, `The ${databaseInWords(database)} does not answer.`, { ref: false })
  return flawOf(clock) ?? Promise.race([flawOfDatabase(database), late])
}

async function flawOfDatabase(database: Database): Promise<string | undefined> {
  const name = databaseInWords(database)
  const current = await isCurrent(database).catch(() => undefined)
  if (current === undefined) return `The ${name} cannot be reached.`
  return current ? undefined : `The schema of the ${name} is older than this version: run 'vintem migrate'.`
}

const stuckIn = (stuck: readonly string[]) => `This process is stuck in: ${stuck.join(", ")}.`
