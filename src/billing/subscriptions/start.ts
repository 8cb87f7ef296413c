import type { PaymentType } from "../../acquirers/acquirer.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { latestAttemptOf } from "../../payments/attempts/store.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { saveCard } from "../../payments/methods/store.ts"
import { hasUsedToken } from "../../payments/tokens/tokens.ts"
import { activePlanOf } from "../plans.ts"
import { currentPrice } from "../products.ts"
import { begin } from "./schedule.ts"
import { insertSubscription } from "./store.ts"

/**
 * Starts a subscription after a successful payment, if the product has an active plan. The plan and the price are copied, so
 * later changes do not affect the subscription. The card that paid is saved for the customer, because renewals charge it. The card of
 * an attempt that was undone is not saved, because its token can still be used for something else.
 * See docs/subscriptions.md.
 */
export async function startSubscription(tx: Transaction, scope: PaymentScope, intent: IntentRow, product: string): Promise<void> {
  const plan = await activePlanOf(tx, scope.account, product)
  if (!plan) return
  const attempt = await latestAttemptOf(tx, intent)
  if (attempt?.card && (await hasUsedToken(tx, attempt))) await saveCard(tx, scope, intent.customer, attempt.card)
  const payment_type: PaymentType = attempt?.type ?? intent.payment_method_types[0]
  await insertSubscription(tx, {
    ...begin(plan, scope.now),
    ...(await priceOf(tx, scope, intent, product, payment_type)),
    id: newId("csub"),
    account: scope.account,
    created: scope.now,
    customer: intent.customer,
    product,
    plan: plan.id,
    plan_name: plan.name,
    founding_intent: intent.id,
    latest_payment_intent: intent.id,
    payment_type,
    canceled_at: null,
    cancellation_reason: null,
  })
}

/** Returns the product's current price. Returns the payment's price if the product has none, or if PIX or boleto requires brl. */
async function priceOf(tx: Transaction, scope: PaymentScope, intent: IntentRow, product: string, paymentType: PaymentType) {
  const price = await currentPrice(tx, scope, product)
  const { amount, currency } = price && (paymentType === "card" || price.currency === "brl") ? price : intent
  return { amount, currency }
}
