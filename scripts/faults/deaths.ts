// Counts how often processes died at each moment of an attempt, a payout or a mail, and chooses the next moments to die at.
import { KINDS, MAIL_STEPS, MOMENTS, type Moment, PAYOUT_STEPS, STEPS } from "../../test/support/banks/moments.ts"
import type { Random } from "../merchants/random.ts"

/**
 * A life waits for so many of the moments that were hit least often so far, and dies at the first that comes. Few, so that the most common one
 * is not always the first. More, so that one comes.
 */
const A_LIFE = [1, 3, 6, 12]

export type Deaths = {
  /** Counts a death. `at` is undefined if the process died at no moment of an attempt. */
  died(at: Moment | undefined): void
  /** Draws some of the moments at which processes have died least often. */
  rareMoments(random: Random): Moment[]
  /** A table of how often processes died at each step of each kind of attempt, of payouts and of mails. */
  table(): string[]
  /** The moments that are wanted and at which no process died. */
  missed(): Moment[]
}

/** `kinds`: only the steps of these kinds are wanted, such as `capture` and `payout`. */
export function newDeaths(kinds?: readonly string[]): Deaths {
  const wanted = MOMENTS.filter((moment) => !kinds || kinds.includes(kindIn(moment)))
  const deaths = new Map<Moment, number>(MOMENTS.map((moment) => [moment, 0]))
  let elsewhere = 0
  const deathsAt = (moment: Moment) => deaths.get(moment) ?? 0
  return {
    died: (at) => {
      if (at) deaths.set(at, deathsAt(at) + 1)
      else elsewhere++
    },
    rareMoments: (random) => {
      const drawn = wanted.map((moment) => ({ moment, rank: deathsAt(moment) + random.integer(0, 999) / 1000 }))
      const rarest = drawn.sort((a, b) => a.rank - b.rank).map(({ moment }) => moment)
      return rarest.slice(0, random.pick(A_LIFE))
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
        ["".padEnd(10), ...MAIL_STEPS.map((step) => step.padStart(16))].join(""),
        ["mail".padEnd(10), ...MAIL_STEPS.map((step) => String(deathsAt(`mail: ${step}`)).padStart(16))].join(""),
        row("elsewhere", [elsewhere]),
      ]
    },
    missed: () => wanted.filter((moment) => deathsAt(moment) === 0),
  }
}

/** What a run may be limited to: the kinds of attempts, and payouts. */
export const KINDS_OF_DEATHS: readonly string[] = [...new Set(MOMENTS.map(kindIn))]

function kindIn(moment: Moment): string {
  return moment.split(": ")[0]!
}
