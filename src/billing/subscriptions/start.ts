import { type PaymentType, railOf } from "../../acquirers/sale.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { latestAttemptOf } from "../../payments/attempts/store.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { saveCard } from "../../payments/methods/store.ts"
import { hasUsedToken } from "../../payments/tokens/tokens.ts"
import { agreedMandateOf } from "./mandate.ts"
import { priceOf } from "./price.ts"
import { begin } from "./schedule.ts"
import { insertSubscription } from "./store.ts"
import type { Subscription } from "./tables.ts"
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
  const mandate = attempt && (await agreedMandateOf(tx, attempt))
  if (attempt?.card && (await hasUsedToken(tx, attempt))) await saveCard(tx, scope, intent.customer, attempt.card)
  const payment_type: PaymentType = attempt?.type ?? railOf(intent.payment_method_types[0])
  const subscription: Subscription = {
    ...begin(terms, scope.now, payment_type),
    ...priceOf(terms, intent, payment_type),
    mandate: mandate?.id ?? null,
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
