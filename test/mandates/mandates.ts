// Subscriptions by PIX Automático, for the tests of mandates.
import type { Json } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Merchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { help, newPayer } from "../support/merchants/rails.ts"
import { newRecurringProduct, type PlanOf, subscriptionsOf } from "../support/merchants/subscriptions.ts"

/** Banks are open a month after this day, and on the days after that. In milliseconds. */
export const A_MONDAY = Date.parse("2027-03-01T12:00-03:00")

/** Prices whose cents decide what a payer's bank does in test mode (docs/guides/pix-automatico.md). */
export const PRICES = { pays: 4990, rejects: 4913, paysLate: 4951, neverPays: 4961 }

/** A first payment by PIX Automático, whose code is shown. */
export async function beginByMandate(
  vintem: Running,
  merchant: Merchant,
  { amount = PRICES.pays, first = amount, ...plan }: PlanOf & { amount?: number; first?: number } = {},
): Promise<{ intent: Json; product: string; customer: string }> {
  const product = await newRecurringProduct(vintem, merchant, { amount, ...plan })
  const { id: customer } = await newPayer(merchant)
  const details = { amount: first, currency: "brl", customer, product, payment_method_types: ["pix_automatico"] }
  const { id } = expectStatus(await merchant.request("POST", "/v1/payment_intents", details), 201)
  const token = expectStatus(await merchant.request("POST", "/v1/tokens", { type: "pix_automatico" }), 201)
  const confirmed = await merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
  return { intent: expectStatus(confirmed, 200), product, customer }
}

/** A subscription that began with a first payment by PIX Automático. */
export async function subscribeByMandate(
  vintem: Running,
  merchant: Merchant,
  plan: PlanOf & { amount?: number; first?: number } = {},
): Promise<{ subscription: Json; mandate: Json; intent: Json }> {
  const { intent, customer } = await beginByMandate(vintem, merchant, plan)
  const paid = expectStatus(await help(merchant, intent.id, "succeed"), 200)
  const [subscription] = await subscriptionsOf(merchant, customer)
  const mandate = await mandateOf(merchant, paid)
  return { subscription, mandate, intent: paid }
}

/** The mandate that a payment has founded, or by which it was charged. */
export async function mandateOf(merchant: Merchant, { payment_method_details: { payment_method } }: Json): Promise<Json> {
  return expectStatus(await merchant.request("GET", `/v1/payment_methods/${payment_method}`), 200)
}
