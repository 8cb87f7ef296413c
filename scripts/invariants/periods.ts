// The periods of subscriptions: each one that has begun was paid, or is being charged, also where it was paid ahead.
import type { Subscription, SubscriptionChargeRow } from "../../src/billing/subscriptions/tables.ts"
import type { IntentRow } from "../../src/payments/intents/table.ts"
import type { RefundRow } from "../../src/payments/refunds/table.ts"
import { line } from "./line.ts"

type Cycle = Pick<SubscriptionChargeRow, "subscription" | "period" | "payment_intent"> & Pick<IntentRow, "status">
type Ours = { subscriptions: readonly Subscription[]; cycles: readonly Cycle[]; refunds: readonly RefundRow[] }

/** No period begins unpaid, and none is paid that does not come. */
export function checkPeriods({ subscriptions, cycles, refunds }: Ours): string[] {
  return subscriptions.flatMap((subscription) => {
    const { id, status, period, attempt, ahead } = subscription
    const paid = cycles.filter((cycle) => cycle.subscription === id && cycle.status === "succeeded")
    const isPaid = (wanted: number) => paid.some((cycle) => cycle.period === wanted)
    // The first payment or the trial covers period 0.
    const isUnpaid = status === "ACTIVE" && attempt === 0 && period > 0 && !isPaid(period)
    const isPaidAhead = isPaid(period + 1)
    const isLost = ahead === "paid" && !isPaidAhead
    const isReturned = (cycle: Cycle) => refunds.some(({ payment_intent }) => payment_intent === cycle.payment_intent)
    const kept = paid.filter((cycle) => cycle.period > period && !isReturned(cycle))
    return [
      ...(isUnpaid ? [`period ${period} began and was not paid`] : []),
      ...(isLost ? ["a period that was not paid counts as paid ahead"] : []),
      ...(ahead !== "paid" || status === "CANCELED" ? kept.map(() => "a period was paid ahead and does not come") : []),
    ].map((what) => line(what, subscription, ...paid))
  })
}
