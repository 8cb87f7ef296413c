import type { MethodType } from "../../acquirers/sale.ts"
import { ApiError } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { forgetFailures, recordFailure } from "../../jobs/failing.ts"
import { queueOf } from "../../jobs/queue.ts"
import type { Work } from "../../jobs/work.ts"
import { callAcquirers } from "../../payments/call-acquirers.ts"
import { type BegunConfirm, beginConfirm } from "../../payments/intents/confirm.ts"
import type { PaymentScope, PaymentsMode } from "../../payments/intents/mode.ts"
import { findIntent, insertIntentOfKnown } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { transitionIntent } from "../../payments/intents/transition.ts"
import { createBareToken } from "../../payments/tokens/tokens.ts"
import { askAboutRefused, dropRefusedAhead, optionsAhead, outcomeAhead } from "./ahead.ts"
import { cancelAsPlanned } from "./cancel.ts"
import { cardToCharge } from "./chosen-card.ts"
import { saveFailed } from "./mandate.ts"
import { type Order, orderNow } from "./order.ts"
import { resumeAsPlanned } from "./pause.ts"
import {
  type Action,
  actionNow,
  failed,
  isBetweenAttempts,
  isCancelDue,
  mayBePaidAhead,
  openAhead,
  openByPayer,
  openPeriod,
  openRetry,
  passOver,
  type Schedule,
} from "./schedule.ts"
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
  const isAhead = due === "open_period" && seen.ahead === "open"
  try {
    if (isAhead) await mode.database.transaction((tx) => dropRefusedAhead(tx, scope, seen))
    await mode.database.sharedTransaction(sharing, (tx) => perform(tx, scope, id))
    if (isAhead) await mode.database.transaction((tx) => askAboutRefused(tx, scope, seen))
  } catch (error) {
    // Another request or process is changing the subscription. It stays due.
    const isOvertaken = error instanceof ApiError && ["payment_intent_locked", "subscription_canceled"].includes(error.code)
    if (!isOvertaken) throw error
  }
}

const PERFORM: Record<Action, (tx: Transaction, scope: PaymentScope, id: string) => Promise<void>> = {
  cancel: cancelAsPlanned,
  tell_trial_end: tellTrialEnd,
  resume: resumeAsPlanned,
  open_ahead: charge,
  open_period: charge,
  retry: charge,
}

const OPEN = { open_ahead: openAhead, open_period: openPeriod, retry: openRetry }

/**
 * Opens the next period, or the next retry of this period, with a new payment intent, or with the one that was made ahead. Also makes that of the
 * next period ahead.
 */
async function charge(tx: Transaction, scope: PaymentScope, id: string): Promise<void> {
  const subscription = await lockSubscription(tx, { account: scope.account, id })
  const action = actionNow(subscription, scope.now)
  // Another request or process has changed the subscription since. What is due now is another action.
  if (action !== "open_ahead" && action !== "open_period" && action !== "retry") return
  const ahead = action === "open_period" ? await outcomeAhead(tx, subscription) : subscription.ahead
  if (action === "open_period" && (ahead === "open" || ahead === "paid")) {
    await saveSubscription(tx, scope, subscription, openPeriod({ ...subscription, ahead }))
    return
  }
  const card = await cardToCharge(tx, subscription)
  if (action === "retry" && card?.refused_for_good) {
    await saveSubscription(tx, scope, subscription, passOver(subscription, scope.now))
    return
  }
  const by = card ? undefined : orderNow(subscription, action, scope.now)
  if (by === "too_late") return skipMandate(tx, scope, subscription, action)
  await openCharge(tx, scope, { before: subscription, opened: OPEN[action]({ ...subscription, ahead }) }, { card: card?.id, by })
}

/** The payer's bank cannot be told in time. A cycle is paid by a code when it begins, and a retry by the next one that is in time. */
async function skipMandate(tx: Transaction, scope: PaymentScope, s: Subscription, action: Action): Promise<void> {
  if (action === "open_ahead") return void (await saveSubscription(tx, scope, s, { ahead: "lapsed" }))
  await saveFailed(tx, scope, s, failed(openRetry(s), scope.now, 0))
}

/**
 * Opens the next attempt of an unpaid period before it is due, or another one ahead of the next period, because the payer of a PIX or a boleto asks for a code. `failed` is the attempt
 * that the payer has seen. Returns false if there is nothing to open, or no longer.
 */
export async function chargeAgain(tx: Transaction, scope: PaymentScope, id: string, failed: string): Promise<boolean> {
  const subscription = await lockSubscription(tx, { account: scope.account, id })
  if (subscription.latest_payment_intent !== failed || !(await mayChargeAgain(tx, subscription, scope.now))) return false
  const opened = subscription.ahead === "lapsed" ? openAhead(subscription) : openRetry(subscription)
  await openCharge(tx, scope, { before: subscription, opened }, {})
  return true
}

/**
 * Whether the payer of an unpaid period may ask for the next PIX or boleto, or for another one ahead of the next period. A card is charged at its
 * time.
 */
export async function mayChargeAgain(db: Queries, subscription: Subscription, now: number): Promise<boolean> {
  if (subscription.payment_type === "card" || actionNow(subscription, now)) return false
  const isAhead = subscription.ahead === "lapsed" && mayBePaidAhead(subscription)
  if (!isAhead && !isBetweenAttempts(subscription)) return false
  return (await cardToCharge(db, subscription)) === undefined
}

/**
 * Whether a payer who is present may charge an unpaid period now. The worker that finds its retry due may come at the same moment: the first of
 * the two to lock the subscription opens the attempt.
 */
export function mayChargeNow(subscription: Subscription, now: number): boolean {
  const isDue = [undefined, "retry"].includes(actionNow(subscription, now))
  return isBetweenAttempts(subscription) && isDue && !isCancelDue(subscription, now)
}

/**
 * Chooses a card of the payer for a subscription whose period is unpaid, and begins its charge. The payer is present, so the bank may ask for
 * 3DS, which returns to `return_url`. The caller has locked the subscription. Throws the errors of beginConfirm, with which the caller's transaction is
 * undone.
 */
export async function chargeForPayer(
  tx: Transaction,
  scope: PaymentScope,
  before: Subscription,
  { payment_method, return_url }: { payment_method: string; return_url: string | null },
): Promise<BegunConfirm> {
  const intent = await createCycleIntent(tx, scope, before, "card")
  const opened = openByPayer(before)
  await saveSubscription(tx, scope, before, { ...opened, payment_method, latest_payment_intent: intent.id })
  await insertSubscriptionCharge(tx, { ...chargeOf(before, opened), payment_intent: intent.id })
  await forgetFailures(tx, REFUSED_CHARGES.kind, [before])
  const confirmer = { idempotency_key: null, retry_until: scope.now }
  return beginConfirm(tx, scope, intent.id, { payment_method, return_url }, confirmer)
}

/** The charge that a schedule has opened. */
function chargeOf({ account, id: subscription }: Subscription, { ahead, ahead_attempts, period, attempt }: Schedule) {
  if (ahead === "open") return { account, subscription, period: period + 1, attempt: ahead_attempts }
  return { account, subscription, period, attempt }
}

/** What a charge takes: a card, or a mandate. Without either it is a code. */
type Taking = { card?: string | undefined; by?: Order | undefined }

/** Makes the payment of an attempt that the schedule has opened, and begins its charge. */
async function openCharge(
  tx: Transaction,
  scope: PaymentScope,
  { before, opened }: { before: Subscription; opened: Schedule },
  taking: Taking,
): Promise<void> {
  const options = opened.ahead === "open" ? optionsAhead(scope, before) : null
  const type = taking.card ? "card" : taking.by ? "pix_automatico" : before.payment_type
  const intent = await createCycleIntent(tx, scope, before, type, options)
  await saveSubscription(tx, scope, before, { ...before, ...opened, latest_payment_intent: intent.id })
  await insertSubscriptionCharge(tx, { ...chargeOf(before, opened), payment_intent: intent.id })
  await confirm(tx, scope, before, intent, taking)
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
  { card, by }: Taking,
): Promise<void> {
  try {
    const [type] = intent.payment_method_types
    const code = async () => (type === "card" ? undefined : (await createBareToken(tx, scope, type)).id)
    const payment_method = by?.mandate ?? card ?? (await code())
    if (!payment_method) throw new ApiError("payment_method_not_found", "The customer has no saved card to charge.")
    const retry_until = by?.until ?? scope.now + RETRY_SECONDS
    const input = { payment_method, off_session: true, ...(by && { by_mandate: by.charge }) }
    const { attempt } = await beginConfirm(tx, scope, intent.id, input, { retry_until })
    tx.afterCommit(() => scope.mode.checkpoint("charge: stored", attempt))
    if (s.first_failed_at !== null || s.ahead_attempts > 0) await forgetFailures(tx, REFUSED_CHARGES.kind, [s])
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
async function createCycleIntent(
  tx: Transaction,
  scope: PaymentScope,
  s: Subscription,
  type: MethodType,
  payment_method_options: IntentRow["payment_method_options"] = null,
): Promise<IntentRow> {
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
    // The merchant's choices are not copied to cycles.
    payment_method_options,
    return_url: null,
    replaces: null,
    page_of: null,
    // A cycle has attempts of its own.
    replaceable: false,
    payment_link: null,
  })
}
