// A chargeback as an operator lives it: it is reported, answered or not, decided, given back, and taken again.
import { buy, pause, refund, refundPart, someOf } from "./actors.ts"
import type { Decision } from "./dispute-desk.ts"
import type { Place } from "./place.ts"

const HOUR = 3600
const LATER_MS = [0, 60_000, HOUR * 1000, 20 * HOUR * 1000]
/** How long a chargeback can be answered. Some end within a run, and the day after the last one begins. */
const ANSWERABLE_SECONDS = [60, HOUR, 10 * HOUR, 10 * 24 * HOUR]
const CODES = ["void_code:72", "cut_before", "cut_after"]

/**
 * The operator reports a chargeback before the acquirer shows it. Refunds before and after it leave less than the card network takes, and some
 * of them fail.
 */
export async function disputeLive(place: Place): Promise<void> {
  const { bank, random } = place
  const { intent, sale } = await buy(place)
  const made = await sale()
  if (!made) return
  const { payment_id: payment, captured } = made
  if (random.chance(0.4)) await bank.addFaults({ operation: "void", payment, fault: random.pick(CODES), times: 1 })
  if (random.chance(0.5)) await refund(place, intent)
  const amount = someOf(place, captured)
  const id = await place.disputes.open(intent, { reason: null, amount, ...(await answerable(place)) })
  if (!id) return
  await bank.chargeback({ payment, amount })
  // The card network decides later than the acquirer shows what it took.
  for (let hours = 0; hours < 24 && !(await place.disputes.isShown(id)); hours++) await place.pause(HOUR * 1000)
  if (random.chance(0.3)) await refundPart(place, intent, someOf(place, captured))
  for (let acts = random.integer(0, 4); acts > 0; acts--) {
    await pause(place, LATER_MS)
    const decision = random.pick<Decision | "again">(["accept", "refuse", "win", "win", "lose", "again"])
    if (decision !== "again") await place.disputes.decide(id, decision)
    else await place.disputes.open(intent, { reason: null, again: id, ...(await answerable(place)) })
  }
}

/** Some chargebacks cannot be answered. */
async function answerable({ random, now }: Place): Promise<{ due_by?: number }> {
  return random.chance(0.8) ? { due_by: now() + random.pick(ANSWERABLE_SECONDS) } : {}
}
