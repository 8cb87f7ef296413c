import type { Transaction } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { recordEvent } from "../../events/record.ts"
import type { Scope } from "../../mode.ts"
import { presentIntent } from "../../payments/intents/present.ts"
import type { IntentTrigger } from "../../payments/intents/state.ts"
import type { IntentRow } from "../../payments/intents/store.ts"
import { erred, failed, succeeded } from "./schedule.ts"
import { startSubscription } from "./start.ts"
import { lockSubscription, markChargeFailed, type Subscription, saveSubscription } from "./store.ts"

const chargedMethod = statement<{ payment_method: string | null }>((k, p) =>
  k("attempts").where({ payment_intent: p.intent, kind: "charge" }).orderBy("id", "desc").limit(1).select("payment_method"),
)

/** These tell payment_intent.canceled themselves. */
const TELLS_CANCELED: IntentTrigger[] = ["cancel", "withdrawn", "expired", "helper_expire"]

const ANSWER_SECONDS = 60

/**
 * What the end of an intent means for subscriptions, in the transaction that ends it: the payment for a recurring product founds
 * one, the charge of a cycle moves its own on.
 */
export async function followIntent(
  tx: Transaction,
  scope: Scope,
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
  const dead_payment_method = irreversible ? ((await tx.one(chargedMethod, { intent: intent.id }))?.payment_method ?? null) : dead
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
export async function givesUpAfterError(tx: Transaction, scope: Scope, intent: IntentRow): Promise<boolean> {
  const subscription = await lockOpen(tx, intent)
  if (!subscription) return false
  const after = erred(subscription, scope.now)
  if (after.erring_since === null) return true
  await saveSubscription(tx, { ...subscription, ...after })
  return false
}

/** A card that is refused has failed when it was charged: how long the answer took does not shift the retries. */
function failedAt({ now }: Scope, { created }: IntentRow): number {
  return now - created <= ANSWER_SECONDS ? created : now
}

/** The subscription that waits for this intent; undefined once it is canceled. */
async function lockOpen(tx: Transaction, intent: IntentRow): Promise<Subscription | undefined> {
  const subscription = await lockSubscription(tx, intent.subscription!)
  const waits = subscription?.latest_payment_intent === intent.id && subscription.status !== "CANCELED"
  return waits ? subscription : undefined
}
