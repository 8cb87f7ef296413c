import type { Transaction } from "../../db/database.ts"
import { newId } from "../../ids.ts"
import { lastChargeOf } from "../../payments/attempts/store.ts"
import type { IntentRow } from "../../payments/intents/store.ts"
import { saveCard } from "../../payments/methods/store.ts"
import type { PaymentScope } from "../../payments/mode.ts"
import { activePlanOf } from "../plans.ts"
import { currentPrice } from "../products.ts"
import { begin } from "./schedule.ts"
import { insertSubscription, type PaymentType } from "./store.ts"

/**
 * Makes the subscription that a succeeded payment founds, where its product has an active plan (Specification,
 * CustomerSubscription). Plan and price are copied: what becomes of them later does not reach it. The card that paid is saved for
 * the customer, as the cycles will charge it.
 */
export async function startSubscription(tx: Transaction, scope: PaymentScope, intent: IntentRow, product: string): Promise<void> {
  const plan = await activePlanOf(tx, scope.account, product)
  if (!plan) return
  const attempt = await lastChargeOf(tx, intent.id)
  if (attempt?.token && attempt.card) await saveCard(tx, scope, intent.customer, attempt.card)
  const payment_type: PaymentType = attempt?.type ?? JSON.parse(intent.payment_method_types)[0]
  await insertSubscription(tx, {
    ...begin(plan, scope.now),
    ...(await priceOf(tx, scope, intent, product, payment_type)),
    id: newId("csub"),
    account: scope.account,
    created: scope.now,
    customer: intent.customer,
    product,
    plan: plan.id,
    founding_intent: intent.id,
    latest_payment_intent: intent.id,
    payment_type,
    dead_payment_method: null,
    canceled_at: null,
    cancellation_reason: null,
  })
}

/** The product's current price; without one, or where PIX and boleto could not be paid in it, what was paid now. */
async function priceOf(tx: Transaction, scope: PaymentScope, intent: IntentRow, product: string, paymentType: PaymentType) {
  const price = await currentPrice(tx, scope, product)
  const { amount, currency } = price && (paymentType === "card" || price.currency === "brl") ? price : intent
  return { amount, currency }
}
