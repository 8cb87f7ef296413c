// The steps of a payment. As in the API, each is a transaction of its own in the account's time.
import { createCustomer } from "../../accounts/customers.ts"
import { scopeOf } from "../../accounts/scope.ts"
import type { Transaction } from "../../db/database.ts"
import { beginConfirm, finishConfirm } from "../../payments/intents/confirm.ts"
import { createIntent, type PaymentMethodType } from "../../payments/intents/create.ts"
import { createBareToken, createCardToken } from "../../payments/tokens/tokens.ts"
import type { Mode, Scope } from "../../wiring.ts"

/** The payment to make, and the test mode account to make it in. `amount` is in cents. */
export type Order = {
  mode: Mode
  account: string
  amount: number
  metadata: Record<string, string>
  method: PaymentMethodType
}

/** PIX and boleto need all of these. */
const PAYER = {
  email: "ana@example.com",
  name: "Ana Souza",
  document: { type: "cpf" as const, number: "52998224725" },
  address: { line1: "Rua das Flores", number: "1", city: "Recife", state: "PE", postal_code: "50000000" },
}

/** The account's clock may be decades ahead. */
const CARD_VALID_FOR_YEARS = 5

export async function step<T>({ mode, account }: Order, work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T> {
  return mode.database.transaction(async (tx) => work(tx, await scopeOf(tx, mode, account)))
}

/** Creates a payment intent with a new customer. Returns its id. */
export async function newIntent(order: Order): Promise<string> {
  const { amount, metadata, method } = order
  const customer = await step(order, (tx, scope) => createCustomer(tx, scope, PAYER))
  const details = { amount, currency: "brl", customer: customer.id, payment_method_types: [method], metadata }
  return (await step(order, (tx, scope) => createIntent(tx, scope, details))).id
}

/** Creates a payment intent and confirms it with the order's method. `card` is a test card. Returns the id of the payment intent. */
export async function confirmedIntent(order: Order, card: string): Promise<string> {
  const id = await newIntent(order)
  const token = await step(order, (tx, scope) => newToken(tx, scope, order.method, card))
  const { attempt, intent } = await step(order, (tx, scope) =>
    beginConfirm(tx, scope, id, { payment_method: token.id }, { idempotency_key: null }),
  )
  await finishConfirm(order.mode, attempt, intent)
  return id
}

async function newToken(tx: Transaction, scope: Scope, method: PaymentMethodType, number: string) {
  if (method !== "card") return createBareToken(tx, scope, method)
  const expYear = new Date(scope.now * 1000).getUTCFullYear() + CARD_VALID_FOR_YEARS
  return (await createCardToken(tx, scope, { number, expMonth: 12, expYear, cvc: "123" })).token
}
