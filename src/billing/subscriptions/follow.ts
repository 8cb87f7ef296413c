import { railOf } from "../../acquirers/sale.ts"
import { ApiError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { recordEvent } from "../../events/record.ts"
import type { IntentListener, PaymentScope } from "../../payments/intents/mode.ts"
import { presentIntent } from "../../payments/intents/present.ts"
import { chargesNothing, type IntentTrigger, isFinal } from "../../payments/intents/state.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { mustFindProduct } from "../products.ts"
import { cardToCharge } from "./chosen-card.ts"
import { agreementOf, isNotFound, leftToRetry, mandatePeriodOf, needsPlan, paysAhead, saveFailed } from "./mandate.ts"
import { restAfterFailure } from "./retries.ts"
import { failed, succeeded } from "./schedule.ts"
import { startSubscription } from "./start.ts"
import { findSubscription, lockSubscription, markChargeFailed, saveSubscription } from "./store.ts"
import type { PlanTerms, Subscription } from "./tables.ts"
import { currentTerms, dropTerms, findKeptTerms, isFirstPayment, keepTerms } from "./terms.ts"

/** Triggers for which the payment intent already emits payment_intent.canceled. */
const EMITS_CANCELED: IntentTrigger[] = ["cancel", "withdrawn", "expired", "helper_expire"]

const MAX_RESPONSE_SECONDS = 60

/** Connects payment intents to products and subscriptions. */
export const subscriptionListener: IntentListener = {
  creating: checkProduct,
  confirming: async (tx, intent, card) => {
    if (card?.funding === "debit") return checkNotByDebit(tx, intent)
    if (!isFirstPayment(intent)) return
    if (intent.capture_method === "manual") return checkNoPlan(tx, intent)
    await keepTerms(tx, intent)
    if (chargesNothing(intent)) checkFreeTrial(await findKeptTerms(tx, intent))
  },
  confirmUndone: (tx, intent) => {
    if (isFirstPayment(intent)) dropTerms(tx, intent)
  },
  agreeing: agreementOf,
  holdsRefusal: paysAhead,
  moved: followIntent,
  otherCard: async (tx, { account, subscription: id }) => {
    const subscription = id === null ? undefined : await findSubscription(tx, account, id)
    return subscription && cardToCharge(tx, subscription)
  },
}

/**
 * Throws product_not_found, and parameter_invalid if the product is inactive, its payment cannot be captured later, or a payment of 0 does not
 * begin a trial.
 */
async function checkProduct(
  tx: Transaction,
  scope: PaymentScope,
  { amount, product: id, capture_method, payment_method_types: types }: Parameters<IntentListener["creating"]>[2],
): Promise<void> {
  if (amount === 0 && (!id || types?.some((type) => type !== "card" && type !== "pix_automatico"))) throw notFree()
  if (!id && types?.includes("pix_automatico")) throw needsPlan()
  if (!id) return
  const product = await mustFindProduct(tx, scope, id, "product")
  if (product.status !== "ACTIVE")
    throw new ApiError("parameter_invalid", `The product ${product.id} is INACTIVE: set its status to ACTIVE first.`, "product")
  if (capture_method === "manual") await checkNoPlan(tx, { account: scope.account, product: id })
  const isByMandate = types?.includes("pix_automatico")
  if (!isByMandate && amount > 0) return
  const terms = await currentTerms(tx, { account: scope.account, product: product.id })
  if (isByMandate) mandatePeriodOf(terms)
  if (amount === 0) checkFreeTrial(terms)
}

/** Without a trial or a price, nobody would ever pay. Throws parameter_invalid. */
function checkFreeTrial(terms: PlanTerms | undefined): void {
  if (!terms || terms.trial_days === 0 || terms.amount === null) throw notFree()
}

function notFree(): ApiError {
  const message =
    "Only the card or the PIX Automático of a trial is taken without a charge: an amount of 0 needs payment_method_types of card or pix_automatico, and a product with a price and an active plan that has a trial."
  return new ApiError("parameter_invalid", message, "amount")
}

/** A subscription begins with its first payment, so that one is captured at once. Throws parameter_invalid if the product has an active plan. */
async function checkNoPlan(tx: Transaction, { account, product }: { account: string; product: string }): Promise<void> {
  if (!(await currentTerms(tx, { account, product }))) return
  const message = `The product ${product} has an active plan, and a subscription's first payment cannot be captured later.`
  throw new ApiError("parameter_invalid", message, "capture_method")
}

/** Renewals charge a saved card, and a debit card is not saved. Throws parameter_invalid if the product has an active plan. */
async function checkNotByDebit(tx: Transaction, { account, product }: IntentRow): Promise<void> {
  if (product === null || !(await currentTerms(tx, { account, product }))) return
  const message = `The product ${product} has an active plan, and a debit card does not pay for subscriptions. Create the token of a credit card.`
  throw new ApiError("parameter_invalid", message, "payment_method")
}

/** What starts no subscription, even if its product has got a plan since the confirm: a payment by debit, or one that is captured later. */
function paysOnce({ capture_method, payment_method_details: details }: IntentRow): boolean {
  return capture_method === "manual" || details?.card?.funding === "debit"
}

/**
 * Updates subscriptions in the transaction that ends a payment intent. A payment for a recurring product starts a subscription.
 * A charge of a subscription updates that subscription.
 */
async function followIntent(tx: Transaction, scope: PaymentScope, intent: IntentRow, trigger: IntentTrigger): Promise<void> {
  if (!isFinal(intent.status)) return
  if (isFirstPayment(intent)) {
    if (paysOnce(intent)) return
    if (intent.status === "succeeded") await startSubscription(tx, scope, intent)
    else dropTerms(tx, intent)
  }
  if (!intent.subscription) return
  const subscription = await lockOpen(tx, intent, intent.subscription)
  const isAhead = subscription?.ahead === "open"
  if (intent.status === "succeeded") {
    if (subscription) await saveSubscription(tx, scope, subscription, isAhead ? { ahead: "paid" } : succeeded(subscription))
    return
  }
  await markChargeFailed(tx, intent)
  if (!subscription) return
  if (isAhead) {
    const isUnsent = trigger === "failed" && (await isNotFound(tx, intent))
    return void (await saveSubscription(tx, scope, subscription, { ahead: isUnsent ? "unsent" : "lapsed" }))
  }
  const rest = restAfterFailure(railOf(intent.payment_method_types[0]))
  const unpaid = { ...subscription, ...(await leftToRetry(tx, scope, intent, subscription)) }
  await saveFailed(tx, scope, subscription, failed(unpaid, failedAt(scope, intent), rest))
  // A failed first charge also emits payment_intent.canceled. See docs/subscriptions.md.
  if (subscription.status === "TRIALING" && !EMITS_CANCELED.includes(trigger)) {
    recordEvent(tx, scope, "payment_intent.canceled", presentIntent(intent, scope.mode))
  }
}

/** A quick failure counts from the time of the charge, so the acquirer's response time does not shift the retries. */
function failedAt({ now }: PaymentScope, { created }: IntentRow): number {
  return now - created <= MAX_RESPONSE_SECONDS ? created : now
}

/** Locks the subscription that waits for this payment intent. Returns undefined if none waits, or if the subscription is canceled. */
async function lockOpen(tx: Transaction, intent: IntentRow, id: string): Promise<Subscription | undefined> {
  const subscription = await lockSubscription(tx, { account: intent.account, id })
  const waits = subscription.latest_payment_intent === intent.id && subscription.status !== "CANCELED"
  return waits ? subscription : undefined
}
