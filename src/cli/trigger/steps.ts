// The steps of a payment. As in the API, each is a transaction of its own in the account's time.

import { scopeOf } from "../../accounts/scope.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { createPlan } from "../../billing/plans.ts"
import { createProduct } from "../../billing/products.ts"
import { findSubscriptionStartedBy } from "../../billing/subscriptions/store.ts"
import { createCustomer } from "../../customers/customers.ts"
import type { Transaction } from "../../db/database.ts"
import type { Mode, Scope } from "../../modes/wiring.ts"
import { beginConfirm, finishConfirm } from "../../payments/intents/confirm.ts"
import { createIntent } from "../../payments/intents/create.ts"
import { forceSuccess } from "../../payments/intents/force.ts"
import { mustFindIntent } from "../../payments/intents/store.ts"
import { beginSave, finishSave } from "../../payments/methods/save.ts"
import { createBareToken, createCardToken } from "../../payments/tokens/tokens.ts"
import type { Bodies } from "./members.ts"

/** The payment to make, and the test mode account to make it in. */
export type Order = Bodies & { mode: Mode; account: string; method: MethodType }

export const APPROVED = "4242424242424242"

/** The account's clock may be decades ahead. */
const CARD_VALID_FOR_YEARS = 5

export async function step<T>({ mode, account }: Order, work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
  return mode.database.transaction(async (tx) => work(tx, await scopeOf(tx, mode, account)))
}

/** Creates the payment intent, with its customer if that is new. Returns its id. */
export async function newIntent(order: Order): Promise<string> {
  const { customer, intent } = order
  const made = customer && (await step(order, (tx, scope) => createCustomer(tx, scope, customer)))
  const details = { ...intent, ...(made && { customer: made.id }), ...(await productOf(order)) }
  return (await step(order, (tx, scope) => createIntent(tx, scope, details))).id
}

/** PIX Automático needs a product with a plan. */
async function productOf(order: Order): Promise<{ product?: string }> {
  if (order.method !== "pix_automatico" || order.intent.product) return {}
  return { product: await step(order, (tx, scope) => newMonthlyProduct(tx, scope, 0)) }
}

/** Creates a payment intent and confirms it with the order's method. `card` is a test card. Returns the id of the payment intent. */
export async function confirmedIntent(order: Order, card: string): Promise<string> {
  const id = await newIntent(order)
  const token = await step(order, (tx, scope) => newToken(tx, scope, order.method, card))
  const begun = await step(order, (tx, scope) =>
    beginConfirm(tx, scope, id, { payment_method: token.id }, { idempotency_key: null }),
  )
  await finishConfirm(order.mode, begun)
  return id
}

/** Creates a payment intent that succeeds. Returns its id. */
export async function paidIntent(order: Order): Promise<string> {
  const id = await confirmedIntent(order, APPROVED)
  if (order.method !== "card") await step(order, (tx, scope) => forceSuccess(tx, scope, id))
  return id
}

export async function customerOf({ mode, account }: Order, intent: string): Promise<string> {
  return (await mustFindIntent(mode.database, { account }, intent)).customer
}

/** Saves a card for the customer of a payment intent. Returns its id. */
export async function saveCard(order: Order, intent: string): Promise<string> {
  const customer = await customerOf(order, intent)
  const token = await step(order, (tx, scope) => newToken(tx, scope, "card", APPROVED))
  const begun = await step(order, (tx, scope) => beginSave(tx, scope, { token: token.id, customer }, null))
  // No request waits for the response.
  const unsaved = () => ({ status: 201, body: "", sealed: false })
  return (await finishSave(order.mode, begun, { saved: unsaved, refused: unsaved })).id
}

/**
 * Pays for a product with a plan: that of the order, or a new one, with a trial of `trial_days`. Returns the id of the payment intent and of
 * its subscription.
 */
export async function subscribe(order: Order, trial_days = 0): Promise<{ id: string; subscription: string }> {
  const product = order.intent.product ?? (await step(order, (tx, scope) => newMonthlyProduct(tx, scope, trial_days)))
  const id = await paidIntent({ ...order, intent: { ...order.intent, product } })
  const subscription = await findSubscriptionStartedBy(order.mode.database, order.account, id)
  if (!subscription) throw new Error(`The product ${product} has no active plan, so its payment starts no subscription.`)
  return { id, subscription }
}

export async function newMonthlyProduct(tx: Transaction, scope: Scope, trial_days: number): Promise<string> {
  const { id: product } = await createProduct(tx, scope, { name: "Clube do Livro" })
  await createPlan(tx, scope, { product, name: "Mensal", interval: "MONTH", interval_count: 1, trial_days })
  return product
}

async function newToken(tx: Transaction, scope: Scope, method: MethodType, number: string) {
  if (method !== "card") return createBareToken(tx, scope, method)
  const expYear = new Date(scope.now * 1000).getUTCFullYear() + CARD_VALID_FOR_YEARS
  return (await createCardToken(tx, scope, { number, expMonth: 12, expYear, cvc: "123" })).token
}
