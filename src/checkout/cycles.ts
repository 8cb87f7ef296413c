// The pay pages of a subscription's charges. The subscription has attempts of its own, so they have no successors.
import { chargeAgain, mayChargeAgain } from "../billing/subscriptions/charge.ts"
import { findSubscription } from "../billing/subscriptions/store.ts"
import type { Subscription } from "../billing/subscriptions/tables.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { PaymentScope } from "../payments/intents/mode.ts"
import { mustFindIntent } from "../payments/intents/store.ts"
import type { IntentRow } from "../payments/intents/table.ts"
import { type Order, stateOf } from "./pay.ts"

/** The payment to which the page of a charge leads. `asking`: it has failed, and its payer may ask for the next attempt of this subscription. */
export type Cycle = { intent: IntentRow; asking?: Subscription }

/** The payment to which the page of a charge leads: that of the newest attempt once this one has failed. */
export async function cycleOf(db: Queries, scope: PaymentScope, intent: IntentRow): Promise<Cycle> {
  if (intent.subscription === null || intent.status !== "canceled") return { intent }
  const subscription = await findSubscription(db, scope.account, intent.subscription)
  if (!subscription) return { intent }
  const newest = await mustFindIntent(db, scope, subscription.latest_payment_intent)
  const isAskable = newest.status === "canceled" && (await mayChargeAgain(db, subscription, scope.now))
  return { intent: newest, ...(isAskable && { asking: subscription }) }
}

/**
 * Opens the next attempt, if the payment is as the payer has seen it. The engine sends its charge, as it does that of all attempts. Returns
 * false, and changes nothing, if another tab was faster.
 */
export async function askForNextAttempt(
  tx: Transaction,
  scope: PaymentScope,
  intent: Pick<IntentRow, "id" | "subscription">,
  { seen }: Pick<Order, "seen">,
): Promise<boolean> {
  const now = await mustFindIntent(tx, scope, intent.id)
  if (intent.subscription === null || stateOf(scope.mode.ring, now) !== seen) return false
  return chargeAgain(tx, scope, intent.subscription, intent.id)
}
