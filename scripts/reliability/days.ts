// What becomes of Cielo while payments are made: it is down for a while, slow, and forgets what it has done. And how many sales by card are
// approved meanwhile.
import { setTimeout as pause } from "node:timers/promises"
import type { Control } from "../../test/cielo/client.ts"
import type { FaultRule } from "../../test/cielo/faults.ts"
import type { Books } from "../live-mode/books.ts"
import type { Line } from "./line.ts"

/** In Unix seconds of the accounts. */
export type Day = { name: string; from: number; until: number }

/** `now`: the accounts' time. */
type Cielo = { bank: Pick<Control, "setFaults">; line: Line; usual: readonly FaultRule[]; now(): number }

const GOOD = "a good day"
const DOWN = "Cielo is down"
/** When each begins and ends, as shares of all payments. `faults`: what Cielo does while it is not down. */
type Trouble = { name: string; begins: number; ends: number; atMostMs: number; faults?: readonly FaultRule[] }
/** Payers who wait for Cielo make no payments, so those troubles last no longer. */
const AT_MOST_MS = 30_000
const TROUBLES: readonly Trouble[] = [
  { name: DOWN, begins: 0.25, ends: 0.45, atMostMs: 300_000 },
  {
    ...{ name: "Cielo is slow", begins: 0.5, ends: 0.55, atMostMs: AT_MOST_MS },
    faults: [{ fault: "slow_after:32000", operation: "card", every: 4 }],
  },
  {
    ...{ name: "Cielo forgets", begins: 0.7, ends: 0.8, atMostMs: AT_MOST_MS },
    faults: [{ fault: "unseen:3600000+cut_after", operation: "card", every: 3 }],
  },
]
const LOOKS_EVERY_MS = 100
/** A second in which Cielo changes is neither day's. */
const BETWEEN_SECONDS = 1

/** Lets Cielo have its troubles until it is aborted. `share`: how much of the payments has begun. Returns how each day was. */
export async function haveTroubles({ bank, line, usual, now }: Cielo, share: () => number, signal: AbortSignal): Promise<Day[]> {
  const days: Day[] = []
  const reach = async (wanted: number, withinMs = Number.POSITIVE_INFINITY) => {
    for (const end = Date.now() + withinMs; share() < wanted && Date.now() < end && !signal.aborted; ) await pause(LOOKS_EVERY_MS)
  }
  let from = now()
  const end = (name: string) => {
    days.push({ name, from, until: now() - BETWEEN_SECONDS })
    from = now() + BETWEEN_SECONDS
  }
  for (const { name, begins, ends, atMostMs, faults } of TROUBLES) {
    await reach(begins)
    end(GOOD)
    if (faults) await bank.setFaults(...faults, ...usual)
    else await line.cut()
    await reach(ends, atMostMs)
    end(name)
    await line.mend()
    await bank.setFaults(...usual)
  }
  await reach(Number.POSITIVE_INFINITY)
  end(GOOD)
  return days
}

/** How many sales of a new card were approved on each day, at whatever acquirer. `books`: those of a merchant who asks for no authentication. */
export function approvalsOf(days: readonly Day[], { attempts }: Books): string {
  const sales = attempts.filter(({ kind, type, challenge }) => kind === "charge" && type === "card" && challenge === null)
  const attemptsOf = Map.groupBy(sales, ({ payment_intent }) => payment_intent)
  const dayOf = (created: number) => days.find(({ from, until }) => from <= created && created <= until)?.name
  const payments = [...attemptsOf.values()].map((made) => ({
    day: dayOf(Math.min(...made.map(({ created }) => created))),
    isApproved: made.some(({ outcome }) => outcome === "approved"),
  }))
  const named = [...new Set(days.map(({ name }) => name))]
  return named
    .map((name) => {
      const ofDay = payments.filter(({ day }) => day === name)
      const approved = ofDay.filter(({ isApproved }) => isApproved).length
      return `${name} ${approved} of ${ofDay.length}${ofDay.length > 0 ? ` (${((100 * approved) / ofDay.length).toFixed(1)} %)` : ""}`
    })
    .join(", ")
}
