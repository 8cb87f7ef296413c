// What the page of a payment link does: it says what is sold, and makes a customer and a payment intent for each payer.
import { type MethodType, railOf } from "../../acquirers/sale.ts"
import { activePlanOf } from "../../billing/plans.ts"
import { currentPrice, mustFindProduct } from "../../billing/products.ts"
import type { PlanRow, PriceRow, ProductRow } from "../../billing/tables.ts"
import { type CustomerInput, createCustomer, mustFindCustomer, updateCustomer } from "../../customers/customers.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { UTM_KEYS } from "../../events/webhooks/utm.ts"
import { createIntent } from "../../payments/intents/create.ts"
import type { PaymentScope, PaymentsMode } from "../../payments/intents/mode.ts"
import { findIntent } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { holdPaymentLink, isPaidInFull, payableWith } from "./links.ts"
import { hasPlace } from "./places.ts"
import { idOfPage } from "./present.ts"
import { type PaymentLinkRow, paymentLinks } from "./table.ts"

/** A PIX code of a link whose payments are limited lives so long, so that nobody holds a place for long. */
export const PIX_SECONDS = 900

const linkById = paymentLinks.find(["id"])

/** What a link sells, as its page shows it. `amount` is what is paid now, in cents: 0 begins a trial. */
export type Sale = {
  product: ProductRow
  price: PriceRow
  plan: PlanRow | undefined
  amount: number
  types: MethodType[]
}

/** `closed`: nobody can begin a payment. `full`: all payments are made or being made, so that one may become free. */
export type Offer = { state: "open"; sale: Sale } | { state: "closed" | "full" }

/** The link whose page has this path. */
export async function findLinkOfPage(mode: PaymentsMode, path: string): Promise<PaymentLinkRow | undefined> {
  const id = idOfPage(mode, path)
  return id === undefined ? undefined : mode.database.one(linkById, { id })
}

/** What the page of a link offers at `now`, account time in Unix seconds. It changes nothing. */
export async function offerOf(db: Queries, link: PaymentLinkRow, now: number): Promise<Offer> {
  const isOver = link.expires_at !== null && link.expires_at <= now
  const sale = link.active && !isOver ? await saleOf(db, link) : undefined
  if (!sale) return { state: "closed" }
  if (await hasPlace(db, link)) return { state: "open", sale }
  return { state: (await isPaidInFull(db, link)) ? "closed" : "full" }
}

async function saleOf(db: Queries, { account, product: id, payment_method_types }: PaymentLinkRow): Promise<Sale | undefined> {
  const [product, price, plan] = await Promise.all([
    mustFindProduct(db, { account }, id),
    currentPrice(db, { account }, id),
    activePlanOf(db, account, id),
  ])
  if (product.status !== "ACTIVE" || !price) return undefined
  const hasTrial = plan !== undefined && plan.trial_days > 0
  const types = payableWith(price, plan).filter((type) => payment_method_types.includes(type))
  if (types.length === 0) return undefined
  return { product, price, plan, amount: hasTrial ? 0 : price.amount, types }
}

export type Buyer = Pick<CustomerInput, "name"> & { email: string }

type Purchase = {
  /** The id that the form gave the payment intent: a form that is sent twice buys once. */
  id: string
  buyer: Buyer
  utm: Partial<Record<(typeof UTM_KEYS)[number], string>>
}

/**
 * Makes a customer and a payment intent for a payer, or finds those of a form that was sent before. Returns undefined if the link does not take a
 * payment now. Throws the errors of createCustomer and createIntent.
 */
export async function beginPurchase(
  tx: Transaction,
  scope: PaymentScope,
  ofPage: PaymentLinkRow,
  { id, buyer, utm }: Purchase,
): Promise<IntentRow | undefined> {
  const { account, now } = scope
  // A form that is sent twice at once waits here.
  const link = await holdPaymentLink(tx, ofPage)
  const before = await tx.one(findIntent, { account, id })
  if (before) return before.payment_link === link.id ? correct(tx, scope, before, buyer) : undefined
  const offer = await offerOf(tx, link, now)
  if (offer.state !== "open") return undefined
  const { product, price, amount, types } = offer.sale
  const customer = await createCustomer(tx, scope, buyer, { link_unpaid_since: now })
  const sold = { amount, currency: price.currency, customer: customer.id, product: product.id, payment_method_types: types }
  const options = { payment_method_options: optionsOf(link, types), return_url: link.after_payment_url }
  return createIntent(tx, scope, { ...sold, ...options, utm, payment_link: link.id }, { id })
}

/** A payer who goes back may correct what they wrote, until they confirm. */
async function correct(tx: Transaction, scope: PaymentScope, intent: IntentRow, buyer: Buyer): Promise<IntentRow> {
  if (intent.status !== "requires_payment_method" || intent.latest_attempt !== null) return intent
  const { name, email } = await mustFindCustomer(tx, scope, intent.customer)
  if (name !== buyer.name || email !== buyer.email) await updateCustomer(tx, scope, intent.customer, buyer, "payer")
  return intent
}

function optionsOf({ max_installments, max_payments }: PaymentLinkRow, types: readonly MethodType[]) {
  return {
    ...(max_installments !== null && types.includes("card") && { card: { max_installments } }),
    ...(max_payments !== null && types.some((type) => railOf(type) === "pix") && { pix: { expires_after_seconds: PIX_SECONDS } }),
  }
}
