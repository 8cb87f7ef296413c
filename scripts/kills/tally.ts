import type { Bank } from "../../test/support/bank.ts"
import { KINDS, MOMENTS, type Moment, STEPS } from "../../test/support/moments.ts"
import type { Random } from "./random.ts"

/** The next moment to die at is drawn from this many of the rarest so far. Each life waits for this many of them. */
const RAREST = 24
const A_LIFE = 8

/** The progress of a run. */
export type Tally = {
  killed(at: Moment | undefined): void
  compared(bank: Bank, accounts: string[]): void
  kills(): number
  /** Draws some of the moments at which the service has died least often. */
  rareMoments(random: Random): Moment[]
  progress(): string
  /** A table of how often it died at each step of each kind of attempt. */
  table(): string[]
  /** The moments at which it never died. */
  missed(): Moment[]
}

export function newTally(): Tally {
  const startedAt = Date.now()
  const deaths = new Map<Moment, number>(MOMENTS.map((moment) => [moment, 0]))
  const counts = { kills: 0, rounds: 0, sales: 0, refunds: 0 }
  const deathsAt = (moment: Moment) => deaths.get(moment)
  return {
    killed: (at) => {
      counts.kills++
      if (at) deaths.set(at, deathsAt(at)! + 1)
    },
    compared: (bank, accounts) => {
      counts.rounds++
      for (const account of accounts) {
        counts.sales += bank.sales(account).length
        counts.refunds += bank.refunds(account).length
      }
    },
    kills: () => counts.kills,
    rareMoments: (random) => {
      const rarest = [...MOMENTS].sort((a, b) => deathsAt(a)! - deathsAt(b)!).slice(0, RAREST)
      return Array.from({ length: A_LIFE }, () => random.pick(rarest))
    },
    progress: () => {
      const { kills, rounds, sales, refunds } = counts
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      return `${kills} kills, ${rounds} comparisons of ${sales} sales and ${refunds} refunds and reversals, ${seconds} s`
    },
    table: () => {
      const row = (name: string, cells: (string | number)[]) =>
        name.padEnd(10) + cells.map((cell) => String(cell).padStart(9)).join("")
      const cells = (kind: (typeof KINDS)[number]) => STEPS.map((step) => deathsAt(`${kind}: ${step}`) ?? "-")
      const elsewhere = counts.kills - [...deaths.values()].reduce((sum, count) => sum + count, 0)
      return [row("", [...STEPS]), ...KINDS.map((kind) => row(kind, cells(kind))), row("elsewhere", [elsewhere])]
    },
    missed: () => MOMENTS.filter((moment) => deathsAt(moment) === 0),
  }
}
