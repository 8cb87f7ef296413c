import type { PaymentType } from "../../acquirers/acquirer.ts"
import { ApiError } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { forgetFailures, recordFailure } from "../../jobs/failing.ts"
import { queueOf } from "../../jobs/queue.ts"
import type { Work } from "../../jobs/work.ts"
import { callAcquirers } from "../../payments/call-acquirers.ts"
import { beginConfirm } from "../../payments/intents/confirm.ts"
import type { PaymentScope, PaymentsMode } from "../../payments/intents/mode.ts"
import { findIntent, insertIntentOfKnown } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { transitionIntent } from "../../payments/intents/transition.ts"
import { createBareToken } from "../../payments/tokens/tokens.ts"
import { cancelAsPlanned } from "./cancel.ts"
import { cardToCharge } from "./chosen-card.ts"
import { resumeAsPlanned } from "./pause.ts"
import { type Action, actionNow, isBetweenAttempts, openPeriod, openRetry, passOver } from "./schedule.ts"
import { findSubscription, insertSubscriptionCharge, lockSubscription, saveSubscription } from "./store.ts"
import { type Subscription, subscriptions } from "./tables.ts"
import { tellTrialEnd } from "./trial.ts"

/** How long a charge is retried that the acquirer cannot process. After that it counts as failed. */
export const RETRY_SECONDS = 3600

/**
 * Opens the charges of renewals, ended trials and retries, tells of trials that end, ends pauses, and carries out scheduled cancellations.
 * The acquirer is not called here: a charge is an attempt that is due (docs/engine.md).
 */
export const billSubscriptions: Work<PaymentsMode> = {
  kind: "bill_subscription",
  queue: queueOf(subscriptions, { due: "due_at" }),
  leaseMs: 15_000,
  bounds: { process: 50, account: 10 },
  next: callAcquirers,
  perform: (scope, { id }) => performAction(scope, id),
}

/**
 * Under this kind, a charge that was refused before it could be sent is on the attention list. The row goes when a retry is sent, or when
 * the subscription is no longer charged.
 */
export const REFUSED_CHARGES = { kind: "charge_subscription", queue: billSubscriptions.queue }

/**
 * Performs one action of a subscription that is due. If another one follows, the subscription stays due. The outcome of the latest charge
 * changes the subscription too, so the two never share a transaction.
 */
async function performAction(scope: PaymentScope, id: string): Promise<void> {
  const { account, now, mode } = scope
  const seen = await findSubscription(mode.database, account, id)
  const due = seen && actionNow(seen, now)
  if (!due) return
  const sharing = { owner: account, about: [id, seen.latest_payment_intent] }
  const perform = PERFORM[due]
  await mode.database
    .sharedTransaction(sharing, (tx) => perform(tx, scope, id))
    .catch((error: unknown) => {
      // Another request or process is changing the subscription. It stays due.
      const isOvertaken = error instanceof ApiError && ["payment_intent_locked", "subscription_canceled"].includes(error.code)
      if (!isOvertaken) throw error
    })
}

const PERFORM: Record<Action, (tx: Transaction, scope: PaymentScope, id: string) => Promise<void>> = {
  cancel: cancelAsPlanned,
  tell_trial_end: tellTrialEnd,
  resume: resumeAsPlanned,
  open_period: charge,
  retry: charge,
}

/** Opens the next period, or the next retry of this period, with a new payment intent. */
async function charge(tx: Transaction, scope: PaymentScope, id: string): Promise<void> {
  const subscription = await lockSubscription(tx, { account: scope.account, id })
  const action = actionNow(subscription, scope.now)
  // Another request or process has changed the subscription since. What is due now is another action.
  if (action !== "open_period" && action !== "retry") return
  const card = await cardToCharge(tx, subscription)
  if (action === "retry" && card?.refused_for_good) {
    await saveSubscription(tx, scope, subscription, passOver(subscription, scope.now))
    return
  }
  const opened = action === "retry" ? openRetry(subscription) : openPeriod(subscription)
  await openCharge(tx, scope, { before: subscription, opened }, card?.id)
}

/**
 * Opens the next attempt of an unpaid period before it is due, because the payer of a PIX or a boleto asks for a code. `failed` is the attempt
 * that the payer has seen. Returns false if there is nothing to open, or no longer.
 */
export async function chargeAgain(tx: Transaction, scope: PaymentScope, id: string, failed: string): Promise<boolean> {
  const subscription = await lockSubscription(tx, { account: scope.account, id })
  if (subscription.latest_payment_intent !== failed || !(await mayChargeAgain(tx, subscription, scope.now))) return false
  await openCharge(tx, scope, { before: subscription, opened: openRetry(subscription) }, undefined)
  return true
}

/** Whether the payer of an unpaid period may ask for the next PIX or boleto. A card is charged at its time. */
export async function mayChargeAgain(db: Queries, subscription: Subscription, now: number): Promise<boolean> {
  if (subscription.payment_type === "card" || !isBetweenAttempts(subscription) || actionNow(subscription, now)) return false
  return (await cardToCharge(db, subscription)) === undefined
}

/** Makes the payment of an attempt that the schedule has opened, and begins its charge. */
async function openCharge(
  tx: Transaction,
  scope: PaymentScope,
  { before, opened }: { before: Subscription; opened: Pick<Subscription, "period" | "attempt"> },
  card: string | undefined,
): Promise<void> {
  const { account } = scope
  const intent = await createCycleIntent(tx, scope, before, card ? "card" : before.payment_type)
  await saveSubscription(tx, scope, before, { ...before, ...opened, latest_payment_intent: intent.id })
  const { period, attempt } = opened
  await insertSubscriptionCharge(tx, { account, subscription: before.id, period, attempt, payment_intent: intent.id })
  await confirm(tx, scope, before, intent, card)
}

/**
 * Writes the attempt to charge, or the refusal if no attempt can be made. An attempt that cannot be made has written nothing but a bare
 * token, which no payment uses and which expires.
 */
async function confirm(
  tx: Transaction,
  scope: PaymentScope,
  s: Subscription,
  intent: IntentRow,
  card: string | undefined,
): Promise<void> {
  try {
    const [type] = intent.payment_method_types
    const payment_method = type === "card" ? card : (await createBareToken(tx, scope, type)).id
    if (!payment_method) throw new ApiError("payment_method_not_found", "The customer has no saved card to charge.")
    const retry_until = scope.now + RETRY_SECONDS
    const { attempt } = await beginConfirm(tx, scope, intent.id, { payment_method, off_session: true }, { retry_until })
    tx.afterCommit(() => scope.mode.checkpoint("charge: stored", attempt))
    if (s.first_failed_at !== null) await forgetFailures(tx, REFUSED_CHARGES.kind, [s])
  } catch (error) {
    // Only the operator can fix an account without an acquirer. The subscription stays due until then.
    if (!(error instanceof ApiError) || error.code === "payment_intent_locked" || error.code === "not_ready") throw error
    // Among the errors that keep an attempt from starting, only the missing card has its own code in PaymentErrorCode.
    const code = error.code === "payment_method_not_found" ? error.code : "processing_error"
    if (code === "processing_error") await recordFailure(tx, REFUSED_CHARGES.kind, s, error)
    await transitionIntent(tx, scope, intent, "refused", { last_payment_error: { code, message: error.message } })
  }
}

/**
 * Uses the terms that the subscription copied, and the text by which its payer recognized the first payment. Does not check the product's
 * current status.
 */
async function createCycleIntent(tx: Transaction, scope: PaymentScope, s: Subscription, type: PaymentType): Promise<IntentRow> {
  const founding = await tx.one(findIntent, { account: scope.account, id: s.founding_intent })
  return tx.only(insertIntentOfKnown, {
    id: newId("pi"),
    account: scope.account,
    created: scope.now,
    customer: s.customer,
    product: s.product,
    subscription: s.id,
    amount: s.amount,
    currency: s.currency,
    status: "requires_payment_method",
    description: null,
    statement_descriptor: founding?.statement_descriptor ?? null,
    payment_method_types: [type],
    utm: null,
    metadata: {},
    capture_method: "automatic",
    // The payer of a cycle is not present, and its PIX and boletos have terms of their own.
    payment_method_options: null,
    return_url: null,
    replaces: null,
    page_of: null,
    // A cycle has attempts of its own.
    replaceable: false,
    payment_link: null,
  })
}
