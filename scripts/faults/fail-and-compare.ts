import { bundleService } from "../../test/support/service-bundle.ts"
import type { Kind, Place } from "./kinds.ts"
import { play, type Size } from "./run.ts"
import { newTally } from "./tally.ts"
import { inNewWorld } from "./world.ts"

const PRINT_EVERY_MS = 15_000

type Wanted = Pick<Place, "crashPostgres"> & { kind: Kind; size: Size; seed: number; print: (line: string) => void }

/** Causes this many faults. Prints the differences at the end. Returns the exit status. */
export async function failAndCompare({ kind, size, seed, crashPostgres, print }: Wanted): Promise<number> {
  if (!process.env.VINTEM_TEST_SERVICE) Object.assign(process.env, await bundleService())
  const tally = newTally()
  print(
    `${kind}: ${size.minutes ? `${size.minutes} minutes` : `${size.faults} faults and ${size.operations} operations`} with seed ${seed}`,
  )
  const report = setInterval(() => print(`${kind}: ${tally.progress()}`), PRINT_EVERY_MS)
  try {
    const found = await inNewWorld(kind, seed, crashPostgres, (world) => play(world, size, seed, tally))
    print([`${kind}: faults:`, ...tally.table()].join("\n  "))
    if (found.length > 0) print(`Seed ${seed}: what the service says differs from what happened:\n  ${found.join("\n  ")}`)
    print(`${kind}: ${tally.progress()}: ${found.length > 0 ? "violated" : "0 lost, 0 doubled"}`)
    return found.length > 0 ? 1 : 0
  } finally {
    clearInterval(report)
  }
}
