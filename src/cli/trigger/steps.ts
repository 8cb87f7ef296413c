// The steps of a payment. As in the API, each is a transaction of its own in the account's time.

import { scopeOf } from "../../accounts/scope.ts"
import type { PaymentType } from "../../acquirers/acquirer.ts"
import { createCustomer } from "../../customers/customers.ts"
import type { Transaction } from "../../db/database.ts"
import type { Mode, Scope } from "../../modes/wiring.ts"
import { beginConfirm, finishConfirm } from "../../payments/intents/confirm.ts"
import { createIntent } from "../../payments/intents/create.ts"
import { createBareToken, createCardToken } from "../../payments/tokens/tokens.ts"
import type { Bodies } from "./members.ts"

/** The payment to make, and the test mode account to make it in. */
export type Order = Bodies & { mode: Mode; account: string; method: PaymentType }

/** The account's clock may be decades ahead. */
const CARD_VALID_FOR_YEARS = 5

export async function step<T>({ mode, account }: Order, work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
  return mode.database.transaction(async (tx) => work(tx, await scopeOf(tx, mode, account)))
}

/** Creates the payment intent, with its customer if that is new. Returns its id. */
export async function newIntent(order: Order): Promise<string> {
  const { customer, intent } = order
  const made = customer && (await step(order, (tx, scope) => createCustomer(tx, scope, customer)))
  const details = { ...intent, ...(made && { customer: made.id }) }
  return (await step(order, (tx, scope) => createIntent(tx, scope, details))).id
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

async function newToken(tx: Transaction, scope: Scope, method: PaymentType, number: string) {
  if (method !== "card") return createBareToken(tx, scope, method)
  const expYear = new Date(scope.now * 1000).getUTCFullYear() + CARD_VALID_FOR_YEARS
  return (await createCardToken(tx, scope, { number, expMonth: 12, expYear, cvc: "123" })).token
}
