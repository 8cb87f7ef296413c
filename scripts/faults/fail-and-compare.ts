import { bundleService } from "../../test/support/app/service-bundle.ts"
import { newDeaths } from "./deaths.ts"
import type { Kind, Place } from "./place.ts"
import { play, type Size } from "./run.ts"
import { newTally } from "./tally.ts"
import { inNewWorld } from "./world.ts"

const PRINT_EVERY_MS = 15_000
/** A run with this many kills must have killed at every step of every kind that it kills at. */
const KILLS_FOR_ALL = 150

type Wanted = Pick<Place, "crashPostgres"> & { kind: Kind; size: Size; seed: number; print: (line: string) => void }

/** Causes this many faults. Prints the differences at the end. Returns the exit status. */
export async function failAndCompare({ kind, size, seed, crashPostgres, print }: Wanted): Promise<number> {
  if (!process.env.VINTEM_TEST_SERVICE) Object.assign(process.env, await bundleService())
  const { tally, deaths } = { tally: newTally(), deaths: newDeaths(size.at) }
  print(`${kind}: ${said(size)} with seed ${seed}`)
  const report = setInterval(() => print(`${kind}: ${tally.progress()}`), PRINT_EVERY_MS)
  try {
    const found = await inNewWorld({ kind, seed, crashPostgres, onlyKills: size.onlyKills || size.onlyPages }, (world) =>
      play(world, size, seed, { tally, deaths }),
    )
    print([`${kind}: faults:`, ...tally.table(), "killed at:", ...deaths.table()].join("\n  "))
    if (found.length > 0) print(`Seed ${seed}: what the service says differs from what happened:\n  ${found.join("\n  ")}`)
    const isComplete = size.onlyKills && tally.faults() >= KILLS_FOR_ALL && found.length === 0
    const missed = isComplete ? deaths.missed() : []
    if (missed.length > 0)
      print(
        `No process died at ${missed.join(", ")}. Either no merchant gets there, or the service no longer says that it is there.`,
      )
    print(`${kind}: ${tally.progress()}: ${found.length > 0 ? "violated" : "0 lost, 0 doubled"}`)
    return found.length + missed.length > 0 ? 1 : 0
  } finally {
    clearInterval(report)
  }
}

function said({ minutes, faults, operations, onlyKills, onlyPages, at }: Size): string {
  if (onlyPages) return `${minutes ? `${minutes} minutes of` : faults} kills among payers on pages`
  const where = at ? ` at the steps of ${at.join(", ")}` : ""
  if (minutes) return `${minutes} minutes${onlyKills ? ` of kills${where}` : ""}`
  return onlyKills ? `${faults} kills${where}` : `${faults} faults and ${operations} operations`
}
