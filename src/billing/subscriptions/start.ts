import type { PaymentType } from "../../acquirers/sale.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { latestAttemptOf } from "../../payments/attempts/store.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { saveCard } from "../../payments/methods/store.ts"
import { hasUsedToken } from "../../payments/tokens/tokens.ts"
import { begin } from "./schedule.ts"
import { insertSubscription } from "./store.ts"
import type { PlanTerms, Subscription } from "./tables.ts"
import { currentTerms, type FirstPayment, takeTerms } from "./terms.ts"
import { recordTrialEnd } from "./trial.ts"

/**
 * Starts a subscription after a successful payment, with the plan and the price that its product had when the payment was confirmed, or has
 * now if there was no plan then, or no confirm. They are copied, so later changes do not affect the subscription. The card that paid is saved
 * for the customer, because renewals charge it. The card of an attempt that was undone is not saved, because its token can still be used
 * for something else. See docs/subscriptions.md.
 */
export async function startSubscription(tx: Transaction, scope: PaymentScope, intent: FirstPayment): Promise<void> {
  const [attempt, confirmed, current] = await tx.pipeline(
    () => latestAttemptOf(tx, intent),
    () => takeTerms(tx, intent),
    () => currentTerms(tx, intent),
  )
  const terms = confirmed ?? current
  if (!terms) return
  if (attempt?.card && (await hasUsedToken(tx, attempt))) await saveCard(tx, scope, intent.customer, attempt.card)
  const payment_type: PaymentType = attempt?.type ?? intent.payment_method_types[0]
  const subscription: Subscription = {
    ...begin(terms, scope.now, payment_type),
    ...priceOf(terms, intent, payment_type),
    id: newId("csub"),
    account: scope.account,
    created: scope.now,
    customer: intent.customer,
    product: intent.product,
    plan: terms.plan,
    plan_name: terms.plan_name,
    founding_intent: intent.id,
    latest_payment_intent: intent.id,
    metadata: {},
    canceled_at: null,
    cancellation_reason: null,
  }
  await insertSubscription(tx, scope, subscription)
  if (subscription.trial_end_told) recordTrialEnd(tx, scope, subscription)
}

/** Returns the product's price. Returns the payment's price if the product has none, or if PIX or boleto requires brl. */
function priceOf(terms: PlanTerms, intent: IntentRow, paymentType: PaymentType): Pick<IntentRow, "amount" | "currency"> {
  const { amount, currency } = terms
  if (amount !== null && currency !== null && (paymentType === "card" || currency === "brl")) return { amount, currency }
  return { amount: intent.amount, currency: intent.currency }
}
