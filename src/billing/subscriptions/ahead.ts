// Charges that are made before the period that they pay begins.
import { engine, recordDone } from "../../audit/log.ts"
import { dayOf } from "../../base/day.ts"
import type { Transaction } from "../../db/database.ts"
import { latestAttemptOf, pollBy } from "../../payments/attempts/store.ts"
import { cancelIntent } from "../../payments/intents/cancel.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { isFinal } from "../../payments/intents/state.ts"
import { findIntent, holdIntent } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { lockedError, transitionIntent } from "../../payments/intents/transition.ts"
import { orderRefund } from "../../payments/refunds/create.ts"
import { isCycleByMandate, refusalOf } from "./mandate.ts"
import type { Schedule } from "./schedule.ts"
import type { Subscription } from "./tables.ts"

/** The options with which a boleto can be paid until its period begins, at least. A PIX that lives shorter is made anew by its page. */
export function optionsAhead({ mode, now }: PaymentScope, s: Subscription): IntentRow["payment_method_options"] {
  const expires_after_days = dayOf(s.current_period_end) - dayOf(now)
  if (s.payment_type !== "boleto" || expires_after_days <= mode.config.boletoDays) return null
  return { boleto: { expires_after_days } }
}

/**
 * Withdraws the charge that is open ahead of a period which is not to be charged, before the subscription is locked: the payment intent is locked first, as in
 * all code that ends one. A charge by mandate is withdrawn at the acquirer, and if its money comes all the same, it is sent back. Any other charge with
 * the acquirer is left alone: if it succeeds, it pays the period that begins next. Throws payment_intent_locked while a process is working on it.
 */
export async function withdrawAhead(tx: Transaction, scope: PaymentScope, seen: Subscription, reason: string): Promise<void> {
  if (seen.ahead !== "open") return
  const { account, latest_payment_intent: target } = seen
  const intent = await tx.only(holdIntent, { account, id: target })
  if (isFinal(intent.status)) return
  if (intent.status !== "processing") await cancelIntent(tx, scope, target, reason)
  else if (isCycleByMandate(intent)) await transitionIntent(tx, scope, intent, "withdrawn", { cancellation_reason: reason })
  else return
  await recordDone(tx, engine(), { action: "payment.cancel", account, target, reason })
}

/**
 * The schedule after a withdrawal. If the period is charged after all, its charge is made again. Throws payment_intent_locked if one was opened between
 * the withdrawal and the lock.
 */
export function withoutAhead(seen: Subscription, locked: Subscription): Subscription {
  const isOvertaken = locked.ahead === "open" && locked.latest_payment_intent !== seen.latest_payment_intent
  if (isOvertaken) throw lockedError(locked.latest_payment_intent)
  return locked.ahead === "lapsed" ? { ...locked, ahead: null } : locked
}

/**
 * What became of the charge that was made ahead of the period which begins. A process of the version before ends such a charge without noting it.
 */
export async function outcomeAhead(
  tx: Transaction,
  { account, ahead, latest_payment_intent }: Subscription,
): Promise<Schedule["ahead"]> {
  if (ahead !== "open") return ahead
  const { status } = await tx.only(findIntent, { account, id: latest_payment_intent })
  if (status === "succeeded") return "paid"
  return status === "canceled" ? "lapsed" : "open"
}

/**
 * Withdraws the charge by mandate of the period that begins now, if it was refused for good before that: the period is paid by a code. The subscription
 * follows as of any other charge that ends ahead of its period.
 */
export async function dropRefusedAhead(tx: Transaction, scope: PaymentScope, seen: Subscription): Promise<void> {
  const { account, latest_payment_intent: id } = seen
  const intent = await tx.only(holdIntent, { account, id })
  const refusal = intent.status === "processing" ? await refusalOf(tx, intent) : undefined
  if (refusal && !refusal.may_retry)
    await transitionIntent(tx, scope, intent, "withdrawn", { cancellation_reason: refusal.message })
}

/** Asks about the charge of the period that has begun, if it was refused before that, and may be tried on another day. */
export async function askAboutRefused(
  tx: Transaction,
  { now }: PaymentScope,
  { account, latest_payment_intent: id }: Subscription,
): Promise<void> {
  const intent = await tx.only(findIntent, { account, id })
  const refusal = intent.status === "processing" ? await refusalOf(tx, intent) : undefined
  const attempt = refusal && (await latestAttemptOf(tx, intent))
  if (attempt) await tx.run(pollBy, { account, id: attempt.id, latest: now })
}

/** Refunds a payment in whole that was made ahead of a period which never begins. */
export async function refundAhead(
  tx: Transaction,
  scope: PaymentScope,
  { ahead, latest_payment_intent }: Subscription,
): Promise<void> {
  if (ahead === "paid") await orderRefund(tx, scope, latest_payment_intent)
}
