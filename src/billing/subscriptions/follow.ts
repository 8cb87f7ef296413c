import type { Transaction } from "../../db/database.ts"
import { ApiError } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import { lastChargeOf } from "../../payments/attempts/store.ts"
import { presentIntent } from "../../payments/intents/present.ts"
import type { IntentTrigger } from "../../payments/intents/state.ts"
import type { IntentRow } from "../../payments/intents/store.ts"
import type { IntentListener, PaymentScope } from "../../payments/mode.ts"
import { mustFindProduct } from "../products.ts"
import { erred, failed, succeeded } from "./schedule.ts"
import { startSubscription } from "./start.ts"
import { lockSubscription, markChargeFailed, type Subscription, saveSubscription } from "./store.ts"

/** These tell payment_intent.canceled themselves. */
const TELLS_CANCELED: IntentTrigger[] = ["cancel", "withdrawn", "expired", "helper_expire"]

const RESPONSE_SECONDS = 60

/** What billing does with payment intents: it sells products, and moves subscriptions on. */
export const subscriptionListener: IntentListener = {
  creating: checkProduct,
  moved: followIntent,
  unreachable: givesUpAfterError,
}

/** Throws product_not_found for a product that the account does not have, and parameter_invalid for an inactive one. */
async function checkProduct(tx: Transaction, scope: PaymentScope, { product: id }: { product?: string | null }): Promise<void> {
  if (!id) return
  const product = await mustFindProduct(tx, scope, id, "product")
  if (product.status !== "ACTIVE") throw new ApiError("parameter_invalid", `The product ${product.id} is INACTIVE.`, "product")
}

/**
 * What the end of an intent means for subscriptions, in the transaction that ends it: the payment for a recurring product founds
 * one, the charge of a cycle moves its own on.
 */
async function followIntent(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  trigger: IntentTrigger,
  { irreversible = false }: { irreversible?: boolean } = {},
): Promise<void> {
  if (intent.status !== "succeeded" && intent.status !== "canceled") return
  if (!intent.subscription) {
    if (intent.status === "succeeded" && intent.product) await startSubscription(tx, scope, intent, intent.product)
    return
  }
  const subscription = await lockOpen(tx, intent)
  if (intent.status === "succeeded") {
    if (subscription) await saveSubscription(tx, { ...subscription, ...succeeded(subscription), dead_payment_method: null })
    return
  }
  await markChargeFailed(tx, intent.id)
  if (!subscription) return
  const { dead_payment_method: dead } = subscription
  const dead_payment_method = irreversible ? ((await lastChargeOf(tx, intent.id))?.payment_method ?? null) : dead
  await saveSubscription(tx, { ...subscription, ...failed(subscription, failedAt(scope, intent)), dead_payment_method })
  // A first charge that fails ends its intent before the subscription was ever active: the merchant is told both.
  if (subscription.status === "TRIALING" && !TELLS_CANCELED.includes(trigger)) {
    await recordEvent(tx, scope, "payment_intent.canceled", presentIntent(intent, tx.livemode))
  }
}

/**
 * The acquirer could not be reached for the charge of a cycle: it is made again at each tick. Answers true when that has gone on
 * for long enough, and the intent is to be refused.
 */
export async function givesUpAfterError(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<boolean> {
  const subscription = intent.subscription ? await lockOpen(tx, intent) : undefined
  if (!subscription) return false
  const after = erred(subscription, scope.now)
  if (after.erring_since === null) return true
  await saveSubscription(tx, { ...subscription, ...after })
  return false
}

/** A card that is refused has failed when it was charged: how long the answer took does not shift the retries. */
function failedAt({ now }: PaymentScope, { created }: IntentRow): number {
  return now - created <= RESPONSE_SECONDS ? created : now
}

/** The subscription that waits for this intent; undefined once it is canceled. */
async function lockOpen(tx: Transaction, intent: IntentRow): Promise<Subscription | undefined> {
  const subscription = await lockSubscription(tx, intent.subscription!)
  const waits = subscription?.latest_payment_intent === intent.id && subscription.status !== "CANCELED"
  return waits ? subscription : undefined
}
