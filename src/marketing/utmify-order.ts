import type { Document } from "../accounts/tables.ts"
import type { PaymentType } from "../acquirers/sale.ts"
import { DAY_SECONDS } from "../base/day.ts"
import type { UTM_KEYS } from "../events/webhooks/utm.ts"

/** A payment as marketing tools see it. Times are Unix seconds, amounts cents. */
export type Facts = {
  id: string
  status: OrderStatus
  method: PaymentType
  created: number
  paid_at: number | null
  refunded_at: number | null
  amount: number
  currency: string
  /** Of its balance transactions. Null before it is paid. */
  fee: number | null
  customer: { name: string | null; email: string; phone: string | null; document: Document | null; country: string | null }
  product: { id: string; name: string; plan: { id: string; name: string } | null }
  utm: Partial<Record<(typeof UTM_KEYS)[number], string | null>> | null
}

export type OrderStatus = "waiting_payment" | "paid" | "refused" | "refunded" | "chargedback"

/** With these, a hundredth of the currency is its smallest unit. UTMify also names clp and pyg, which have none. */
const CURRENCIES = new Set(["brl", "usd", "eur", "gbp", "ars", "cad", "cop", "mxn", "pen", "pln"])
const METHODS: Readonly<Record<PaymentType, string>> = { card: "credit_card", pix: "pix", boleto: "boleto" }
const TRACKED = ["src", "sck", "utm_source", "utm_campaign", "utm_medium", "utm_content", "utm_term"] as const
const TAKEN_DAYS = { waiting_payment: 7, paid: 7, refused: 7, refunded: 45, chargedback: 45 }

/** Whether UTMify takes orders in a currency. */
export function takesCurrency(currency: string): boolean {
  return CURRENCIES.has(currency)
}

/** Until when UTMify takes an order, in Unix seconds. */
export function takenUntil({ status, created }: Pick<Facts, "status" | "created">): number {
  return created + TAKEN_DAYS[status] * DAY_SECONDS
}

/** Returns the order that says how a payment stands (docs/utmify.md). */
export function utmifyOrder(facts: Facts, { platform, isTest }: { platform: string; isTest: boolean }) {
  const { id, status, amount, fee, customer, product, utm } = facts
  return {
    orderId: id,
    platform,
    paymentMethod: amount === 0 ? "free_price" : METHODS[facts.method],
    status,
    createdAt: dateOf(facts.created),
    approvedDate: facts.paid_at === null ? null : dateOf(facts.paid_at),
    refundedAt: facts.refunded_at === null ? null : dateOf(facts.refunded_at),
    customer: {
      name: customer.name ?? customer.email,
      email: customer.email,
      phone: digitsOf(customer.phone),
      document: digitsOf(customer.document?.number ?? null),
      ...(customer.country !== null && { country: customer.country }),
    },
    products: [
      {
        id: product.id,
        name: product.name,
        planId: product.plan?.id ?? null,
        planName: product.plan?.name ?? null,
        quantity: 1,
        priceInCents: amount,
      },
    ],
    trackingParameters: Object.fromEntries(TRACKED.map((key) => [key, utm?.[key] || null])),
    commission: {
      totalPriceInCents: amount,
      gatewayFeeInCents: fee ?? 0,
      userCommissionInCents: amount - (fee ?? 0),
      currency: facts.currency.toUpperCase(),
    },
    ...(isTest && { isTest: true }),
  }
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")
}

/** UTMify takes digits only. A CNPJ with letters would be another number without them, so it is left out. */
function digitsOf(text: string | null): string | null {
  if (text === null || /\p{L}/u.test(text)) return null
  return text.replace(/[^0-9]/g, "") || null
}
