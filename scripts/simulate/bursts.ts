// The times at which merchants and payers act.
import { type Random, randomFrom } from "../merchants/random.ts"
import type { World } from "./world.ts"

const HOUR_MS = 3_600_000
/** How many operations happen at about the same time, and how long nothing happens in between. */
const AT_ONCE = { least: 2, most: 7 }
const WITHIN_MS = 5000
const BETWEEN_HOURS = { least: 1, most: 8 }

/** Lets merchants, payers and others act for this many hours, several at a time. `draw` chooses the next operation. */
export async function actFor(
  { machine, hurry }: World,
  hours: number,
  seed: number,
  draw: (random: Random) => () => Promise<void>,
): Promise<void> {
  const random = randomFrom(seed)
  const endAt = machine.now + hours * HOUR_MS
  while (machine.now < endAt) {
    await machine.pause(machine.world, random.integer(BETWEEN_HOURS.least, BETWEEN_HOURS.most) * HOUR_MS)
    hurry()
    const begun = Array.from({ length: random.integer(AT_ONCE.least, AT_ONCE.most) }, async () => {
      const act = draw(random)
      await machine.pause(machine.world, random.integer(0, WITHIN_MS))
      if (machine.begins()) await act()
    })
    await Promise.all(begun)
  }
}
