// The model of payments: the rules of each resource in a few lines.
import { CARDS } from "../support/merchants/payments.ts"

export type Payment = {
  id: string
  customer: number
  amount: number
  status: string
  error: string | null
  /** Never changes once it is set. */
  charge: string | null
  /** The URL of the 3DS page. */
  page: string | null
  expiresAt: number | null
  expired: boolean
  /** What the acquirer reports at the next tick. */
  news: "settled" | "disputed" | null
  /** The amounts of its refunds, newest first. */
  refunds: number[]
  everCounted: boolean
  events: string[]
}
type Card = { id: string; customer: number; attached: boolean; number: string }
/** `now` is the time of the account, in Unix seconds. */
export type Model = { payments: Payment[]; cards: Card[]; now: number }

export const final = ({ status }: Payment) => status === "succeeded" || status === "canceled"

export function end(payment: Payment, status: string, error: string | null, ...events: string[]): void {
  Object.assign(payment, { status, error, page: null, expiresAt: null })
  if (status === "succeeded") payment.everCounted = true
  payment.events.push(...events.map((event) => `payment_intent.${event}`))
}

export const REFUSED: Record<string, string> = {
  [CARDS.declined]: "card_declined",
  [CARDS.insufficientFunds]: "insufficient_funds",
  [CARDS.declinedWhenCharged]: "card_declined",
}

/** The effect of a confirm on a payment that can be confirmed. */
export function charge(payment: Payment, method: string, offSession: boolean, now: number): void {
  const waits = { status: "requires_action", expiresAt: method === "boleto" ? Number.POSITIVE_INFINITY : now + 3600 }
  if (REFUSED[method]) end(payment, "canceled", REFUSED[method], "payment_failed")
  else if (method === CARDS.threeDs && offSession) end(payment, "canceled", "authentication_failed", "payment_failed")
  else if (method === "pix" || method === "boleto" || method === CARDS.threeDs) Object.assign(payment, waits)
  else if (method === CARDS.processing) Object.assign(payment, { status: "processing", news: "settled", everCounted: true })
  else end(payment, "succeeded", null, "succeeded")
  if (method === CARDS.disputed) payment.news = "disputed"
}

/** Applies what the acquirer reports. */
export function applyNews(model: Model): void {
  for (const payment of model.payments) {
    const { news } = payment
    payment.news = null
    if (news === "settled" && payment.status === "processing") end(payment, "succeeded", null, "succeeded")
    if (news === "disputed") dispute(payment)
  }
}

/** The card network takes what is left of the payment. */
function dispute(payment: Payment): void {
  const left = payment.amount - refundedOf(payment)
  if (left === 0) return
  payment.refunds.unshift(left)
  payment.events.push("charge.dispute.created")
}

export function refundedOf({ refunds }: Payment): number {
  return refunds.reduce((sum, amount) => sum + amount, 0)
}

export function refusalOfConfirm({ status, expired }: Payment): string | null {
  if (status === "canceled") return expired ? "payment_intent_expired" : "payment_intent_canceled"
  return status === "requires_payment_method" ? null : "payment_intent_unexpected_state"
}
