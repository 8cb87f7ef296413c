import type { Transaction } from "../../db/database.ts"
import { ApiError } from "../../errors.ts"
import { cancelIntent } from "../../payments/intents/cancel.ts"
import { locked, moveIntent } from "../../payments/intents/move.ts"
import { mustFindIntent } from "../../payments/intents/retrieve.ts"
import type { IntentRow } from "../../payments/intents/store.ts"
import type { PaymentScope } from "../../payments/mode.ts"
import { canceled, planCancel } from "./schedule.ts"
import { lockSubscription, mustFindSubscription, type Subscription, saveSubscription } from "./store.ts"

export type CancelInput = { reason?: string | null; cancel_at_period_end?: boolean | null; cancel_at?: number | null }

/**
 * Cancels a subscription: at once, at the end of its period or at a time in Unix seconds (Specification, POST
 * /v1/customer_subscriptions/:id/cancel). An earlier plan to cancel is replaced. Throws customer_subscription_not_found,
 * parameter_invalid, subscription_canceled, and payment_intent_locked while a charge of it is with the acquirer.
 */
export async function cancelSubscription(
  tx: Transaction,
  scope: PaymentScope,
  id: string,
  input: CancelInput,
): Promise<Subscription> {
  const { cancel_at, cancel_at_period_end, reason = null } = input
  await mustFindSubscription(tx, scope, id)
  if (cancel_at != null && cancel_at_period_end) {
    throw new ApiError("parameter_invalid", "Send cancel_at or cancel_at_period_end, not both.", "cancel_at")
  }
  if (cancel_at != null && cancel_at < scope.now) {
    throw new ApiError("parameter_invalid", `cancel_at lies in the past; now it is ${scope.now}.`, "cancel_at")
  }
  if (cancel_at == null && !cancel_at_period_end) return cancelNow(tx, scope, id, { reason })
  const subscription = mustNotBeCanceled((await lockSubscription(tx, id))!)
  const planned = planCancel(subscription, cancel_at != null ? { cancel_at } : { cancel_at_period_end: true })
  return save(tx, { ...subscription, ...planned, cancellation_reason: reason })
}

/** Ends a subscription whose time to be canceled has come. */
export async function cancelAsPlanned(tx: Transaction, scope: PaymentScope, id: string): Promise<void> {
  await cancelNow(tx, scope, id)
}

/**
 * Cancels it, and with it the charge that is still open. The intent is taken first and the subscription second, as everything
 * does that ends an intent; two that took them the other way round would wait for each other.
 */
async function cancelNow(
  tx: Transaction,
  scope: PaymentScope,
  id: string,
  atOnce?: { reason: string | null },
): Promise<Subscription> {
  const before = mustNotBeCanceled(await mustFindSubscription(tx, scope, id))
  const latest = await mustFindIntent(tx, scope, before.latest_payment_intent)
  await withdraw(tx, scope, latest)
  const subscription = mustNotBeCanceled((await lockSubscription(tx, id))!)
  // Meanwhile another charge was begun.
  if (subscription.latest_payment_intent !== latest.id) throw locked(subscription.latest_payment_intent)
  const unplanned = atOnce && { cancel_at: null, cancel_at_period_end: false, cancellation_reason: atOnce.reason }
  return save(tx, { ...subscription, ...canceled(subscription), ...unplanned, canceled_at: scope.now })
}

/** Ends a charge that is still open. Money that is on its way all the same is given back when it arrives. */
async function withdraw(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<void> {
  if (intent.status === "succeeded" || intent.status === "canceled") return
  const cancellation_reason = "The subscription was canceled."
  if (intent.status !== "processing") await cancelIntent(tx, scope, intent.id, cancellation_reason)
  else if (intent.running_attempt) throw locked(intent.id)
  else await moveIntent(tx, scope, intent, "withdrawn", { cancellation_reason })
}

function mustNotBeCanceled(subscription: Subscription): Subscription {
  if (subscription.status !== "CANCELED") return subscription
  throw new ApiError("subscription_canceled", `The subscription ${subscription.id} is already canceled.`)
}

async function save(tx: Transaction, subscription: Subscription): Promise<Subscription> {
  await saveSubscription(tx, subscription)
  return subscription
}
