import { ApiError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { recordEvent } from "../../events/record.ts"
import type { IntentListener, PaymentScope } from "../../payments/intents/mode.ts"
import { presentIntent } from "../../payments/intents/present.ts"
import { type IntentTrigger, isFinal } from "../../payments/intents/state.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { mustFindProduct } from "../products.ts"
import { cardToCharge } from "./chosen-card.ts"
import { restAfterFailure } from "./retries.ts"
import { failed, succeeded } from "./schedule.ts"
import { startSubscription } from "./start.ts"
import { findSubscription, lockSubscription, markChargeFailed, saveSubscription } from "./store.ts"
import type { Subscription } from "./tables.ts"
import { currentTerms, dropTerms, isFirstPayment, keepTerms } from "./terms.ts"

/** Triggers for which the payment intent already emits payment_intent.canceled. */
const EMITS_CANCELED: IntentTrigger[] = ["cancel", "withdrawn", "expired", "helper_expire"]

const MAX_RESPONSE_SECONDS = 60

/** Connects payment intents to products and subscriptions. */
export const subscriptionListener: IntentListener = {
  creating: checkProduct,
  confirming: async (tx, intent) => {
    if (!isFirstPayment(intent)) return
    if (intent.capture_method === "manual") await checkNoPlan(tx, intent)
    else await keepTerms(tx, intent)
  },
  confirmUndone: (tx, intent) => {
    if (isFirstPayment(intent)) dropTerms(tx, intent)
  },
  moved: followIntent,
  otherCard: async (tx, { account, subscription: id }) => {
    const subscription = id === null ? undefined : await findSubscription(tx, account, id)
    return subscription && cardToCharge(tx, subscription)
  },
}

/** Throws product_not_found, and parameter_invalid if the product is inactive or its payment cannot be captured later. */
async function checkProduct(
  tx: Transaction,
  scope: PaymentScope,
  { product: id, capture_method }: Parameters<IntentListener["creating"]>[2],
): Promise<void> {
  if (!id) return
  const product = await mustFindProduct(tx, scope, id, "product")
  if (product.status !== "ACTIVE")
    throw new ApiError("parameter_invalid", `The product ${product.id} is INACTIVE: set its status to ACTIVE first.`, "product")
  if (capture_method === "manual") await checkNoPlan(tx, { account: scope.account, product: id })
}

/** A subscription begins with its first payment, so that one is captured at once. Throws parameter_invalid if the product has an active plan. */
async function checkNoPlan(tx: Transaction, { account, product }: { account: string; product: string }): Promise<void> {
  if (!(await currentTerms(tx, { account, product }))) return
  const message = `The product ${product} has an active plan, and a subscription's first payment cannot be captured later.`
  throw new ApiError("parameter_invalid", message, "capture_method")
}

/**
 * Updates subscriptions in the transaction that ends a payment intent. A payment for a recurring product starts a subscription.
 * A charge of a subscription updates that subscription.
 */
async function followIntent(tx: Transaction, scope: PaymentScope, intent: IntentRow, trigger: IntentTrigger): Promise<void> {
  if (!isFinal(intent.status)) return
  if (isFirstPayment(intent)) {
    // What is captured later starts no subscription, even if its product has got a plan since.
    if (intent.capture_method === "manual") return
    if (intent.status === "succeeded") await startSubscription(tx, scope, intent)
    else dropTerms(tx, intent)
  }
  if (!intent.subscription) return
  const subscription = await lockOpen(tx, intent, intent.subscription)
  if (intent.status === "succeeded") {
    if (subscription) await saveSubscription(tx, scope, subscription, succeeded(subscription))
    return
  }
  await markChargeFailed(tx, intent)
  if (!subscription) return
  const rest = restAfterFailure(intent.payment_method_types[0])
  await saveSubscription(tx, scope, subscription, failed(subscription, failedAt(scope, intent), rest))
  // A failed first charge also emits payment_intent.canceled. See docs/subscriptions.md.
  if (subscription.status === "TRIALING" && !EMITS_CANCELED.includes(trigger)) {
    recordEvent(tx, scope, "payment_intent.canceled", presentIntent(intent, tx.livemode))
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
