// A chargeback as an operator lives it: it is reported, answered or not, decided, given back, and taken again.
import { buy, pause, refund, refundPart, someOf } from "./actors.ts"
import type { Decision, Done } from "./dispute-desk.ts"
import type { Place } from "./place.ts"

const HOUR = 3600
const LATER_MS = [0, 60_000, HOUR * 1000, 20 * HOUR * 1000]
/** How long a chargeback can be answered. Some end within a run, and the day after the last one begins. */
const ANSWERABLE_SECONDS = [60, HOUR, 10 * HOUR, 10 * 24 * HOUR]
const CODES = ["void_code:72", "cut_before", "cut_after"]

/**
 * The operator reports one chargeback or two before the acquirer shows them. Refunds before and after them leave less than the card network takes,
 * and some of them fail.
 */
export async function disputeLive(place: Place): Promise<void> {
  const { bank, random, desk } = place
  const { intent, sale } = await buy(place)
  const made = await sale()
  if (!made) return
  const { payment_id: payment, captured } = made
  if (random.chance(0.4)) await bank.addFaults({ operation: "void", payment, fault: random.pick(CODES), times: 1 })
  if (random.chance(0.5)) await refund(place, intent)
  const cases: Case[] = []
  for (let left = captured; left > 0 && cases.length < 2 && (cases.length === 0 || random.chance(0.5)); ) {
    const amount = someOf(place, left)
    left -= amount
    const id = await place.disputes.open(intent, { reason: null, amount, ...(await answerable(place)) })
    if (!id) return
    await bank.chargeback({ payment, amount })
    cases.push({ id, last: "open" })
  }
  for (const { id } of cases)
    for (let hours = 0; hours < 24 && !(await place.disputes.isShown(id)); hours++) await place.pause(HOUR * 1000)
  if (random.chance(0.3)) await refundPart(place, intent, someOf(place, captured))
  for (let acts = random.integer(0, 6); acts > 0; acts--) {
    await pause(place, LATER_MS)
    if (random.chance(0.15)) await desk.work({ kind: "dispute_exceeds_payment", payment_intent: intent })
    await goOn(place, intent, random.pick(cases))
  }
}

/** A dispute, and what was last done with it. */
type Case = { id: string; last: Done }

/** Mostly what comes next in the life of a dispute, and at times what is refused. */
const NEXT: Record<Done, readonly (Decision | "again")[]> = {
  open: ["accept", "refuse", "refuse", "win", "lose"],
  again: ["accept", "refuse", "refuse", "win", "lose"],
  refuse: ["win", "win", "lose", "accept"],
  accept: ["win", "again"],
  lose: ["win", "again"],
  win: ["again", "again", "again", "win", "lose"],
}

async function goOn(place: Place, intent: string, one: Case): Promise<void> {
  const next = place.random.pick(NEXT[one.last])
  // The card network gives back later than the acquirer shows what it took.
  if (next === "win" && !(await place.disputes.isShown(one.id))) return
  if (next === "again") {
    if (await place.disputes.open(intent, { reason: null, again: one.id, ...(await answerable(place)) })) one.last = "again"
  } else if (await place.disputes.decide(one.id, next)) one.last = next
}

/** Some chargebacks cannot be answered. */
async function answerable({ random, now }: Place): Promise<{ due_by?: number }> {
  return random.chance(0.8) ? { due_by: now() + random.pick(ANSWERABLE_SECONDS) } : {}
}
