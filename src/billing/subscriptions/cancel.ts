import { engine, recordDone } from "../../audit/log.ts"
import { ApiError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { cancelIntent } from "../../payments/intents/cancel.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { isFinal } from "../../payments/intents/state.ts"
import { holdIntent } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { lockedError, transitionIntent } from "../../payments/intents/transition.ts"
import { refundAhead, withdrawAhead, withoutAhead } from "./ahead.ts"
import { endMandatesOf } from "./mandate.ts"
import { actionNow, canceled, endsWithPeriod, planCancel } from "./schedule.ts"
import { lockSubscription, mustFindSubscription, saveSubscription } from "./store.ts"
import type { Subscription } from "./tables.ts"

export type CancelInput = { reason?: string | null; cancel_at_period_end?: boolean | null; cancel_at?: number | null }

/**
 * Cancels a subscription at once, at the end of its period or at a time (Unix seconds). This replaces a cancellation that was
 * scheduled earlier. Throws customer_subscription_not_found, parameter_invalid, subscription_canceled, and payment_intent_locked
 * while the acquirer is processing one of its charges. See openapi.yaml, cancelCustomerSubscription.
 */
export async function cancelSubscription(
  tx: Transaction,
  scope: PaymentScope,
  id: string,
  input: CancelInput,
): Promise<Subscription> {
  const { cancel_at, cancel_at_period_end, reason = null } = input
  const seen = await mustFindSubscription(tx, scope, id)
  if (cancel_at != null && cancel_at_period_end) {
    throw new ApiError("parameter_invalid", "Send either cancel_at or cancel_at_period_end, not both.", "cancel_at")
  }
  if (cancel_at != null && cancel_at < scope.now) {
    throw new ApiError("parameter_invalid", `cancel_at is in the past: send ${scope.now} (now) or later.`, "cancel_at")
  }
  if (cancel_at == null && !cancel_at_period_end) return cancelNow(tx, scope, id, { reason })
  const when = cancel_at != null ? { cancel_at } : { cancel_at_period_end: true as const }
  const ends = endsWithPeriod(planCancel(mustNotBeCanceled(seen), when))
  if (ends) await withdrawAhead(tx, scope, seen, "The subscription ends before this period.")
  const subscription = mustNotBeCanceled(await lockSubscription(tx, { account: scope.account, id }))
  const planned = planCancel(ends ? withoutAhead(seen, subscription) : subscription, when)
  return saveSubscription(tx, scope, subscription, { ...planned, cancellation_reason: reason })
}

/** Cancels a subscription whose scheduled cancellation is due. */
export async function cancelAsPlanned(tx: Transaction, scope: PaymentScope, id: string): Promise<void> {
  await cancelNow(tx, scope, id)
}

/**
 * Cancels a subscription and its open charge. The payment intent is locked before the subscription, as in all code that ends a
 * payment intent. The opposite order could cause a deadlock.
 */
async function cancelNow(
  tx: Transaction,
  scope: PaymentScope,
  id: string,
  immediate?: { reason: string | null },
): Promise<Subscription> {
  const before = mustNotBeCanceled(await mustFindSubscription(tx, scope, id))
  // The intent is locked, because its charge could end between the decision and the cancellation.
  const latest = await tx.only(holdIntent, { account: scope.account, id: before.latest_payment_intent })
  await cancelOpenCharge(tx, scope, latest)
  const subscription = mustNotBeCanceled(await lockSubscription(tx, { account: scope.account, id }))
  // Meanwhile, another charge may have started, or the time of the cancellation may have changed.
  const isOvertaken =
    subscription.latest_payment_intent !== latest.id || (!immediate && actionNow(subscription, scope.now) !== "cancel")
  if (isOvertaken) throw lockedError(subscription.latest_payment_intent)
  const unscheduled = immediate && { cancel_at: null, cancel_at_period_end: false, cancellation_reason: immediate.reason }
  await refundAhead(tx, scope, subscription)
  const ended = { ...canceled(subscription), ...unscheduled, canceled_at: scope.now }
  const after = await saveSubscription(tx, scope, subscription, ended)
  await endMandatesOf(tx, scope, after)
  return after
}

/** Cancels the payment intent of an open charge. If the money arrives anyway, it is refunded. */
async function cancelOpenCharge(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<void> {
  if (isFinal(intent.status)) return
  const cancellation_reason = "The subscription was canceled."
  if (intent.status !== "processing") await cancelIntent(tx, scope, intent.id, cancellation_reason)
  else await transitionIntent(tx, scope, intent, "withdrawn", { cancellation_reason })
  const { account, id: target } = intent
  await recordDone(tx, engine(), { action: "payment.cancel", account, target, reason: cancellation_reason })
}

/** Throws subscription_canceled. */
export function mustNotBeCanceled(subscription: Subscription): Subscription {
  if (subscription.status !== "CANCELED") return subscription
  throw new ApiError("subscription_canceled", `The subscription ${subscription.id} is already canceled.`)
}
