// Counts how often processes died at each moment of an attempt or a payout, and chooses the next moments to die at.
import { KINDS, MOMENTS, type Moment, PAYOUT_STEPS, STEPS } from "../../test/support/banks/moments.ts"
import type { Random } from "../merchants/random.ts"

/** The next moment to die at is drawn from this many of the rarest so far. Each life waits for this many of them. */
const RAREST = 24
const A_LIFE = 8

export type Deaths = {
  /** Counts a death. `at` is undefined if the process died at no moment of an attempt. */
  died(at: Moment | undefined): void
  /** Draws some of the moments at which processes have died least often. */
  rareMoments(random: Random): Moment[]
  /** A table of how often processes died at each step of each kind of attempt, and of payouts. */
  table(): string[]
  /** The moments at which no process died. */
  missed(): Moment[]
}

export function newDeaths(): Deaths {
  const deaths = new Map<Moment, number>(MOMENTS.map((moment) => [moment, 0]))
  let elsewhere = 0
  const deathsAt = (moment: Moment) => deaths.get(moment) ?? 0
  return {
    died: (at) => {
      if (at) deaths.set(at, deathsAt(at) + 1)
      else elsewhere++
    },
    rareMoments: (random) => {
      const rarest = [...MOMENTS].sort((a, b) => deathsAt(a) - deathsAt(b)).slice(0, RAREST)
      return Array.from({ length: A_LIFE }, () => random.pick(rarest))
    },
    table: () => {
      const row = (name: string, cells: (string | number)[]) =>
        name.padEnd(10) + cells.map((cell) => String(cell).padStart(11)).join("")
      const cells = (kind: (typeof KINDS)[number]) => STEPS.map((step) => deaths.get(`${kind}: ${step}`) ?? "-")
      const ofPayouts = PAYOUT_STEPS.map((step) => deathsAt(`payout: ${step}`))
      return [
        row("", [...STEPS]),
        ...KINDS.map((kind) => row(kind, cells(kind))),
        row("", [...PAYOUT_STEPS]),
        row("payout", ofPayouts),
        row("elsewhere", [elsewhere]),
      ]
    },
    missed: () => MOMENTS.filter((moment) => deathsAt(moment) === 0),
  }
}
