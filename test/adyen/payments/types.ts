import type { Outcome } from "../cards.ts"
import type { Amount, Json } from "../types.ts"

/** `open` waits for its payer, `received` for the acquirer. */
export type State = "open" | "received" | "authorised" | "refused" | "cancelled" | "error" | "closed"

/** How the payer's visit of the issuer's page ended. */
export type Decision = "authenticated" | "failed" | "given_up"

export type Challenge = {
  token: string
  returnUrl: string
  /** How the browser comes back. */
  back: "GET" | "POST"
  decisions: { redirectResult: string; decision: Decision }[]
  outcome: Outcome
}

export type Capture = { pspReference: string | undefined; amount: number; state: "done" | "failed" }
export type Refund = {
  pspReference: string
  reference: string | undefined
  amount: number
  state: "pending" | "done" | "refused" | "failed" | "reversed"
}

/** A call that is decided later. */
export type Modification = {
  kind: "capture" | "refund" | "cancel" | "reversal" | "technical cancel"
  pspReference: string
  reference: string | undefined
  amount: number | undefined
}

export type Payment = {
  pspReference: string
  merchant: string
  reference: string
  amount: Amount
  /** The type of the payment method, and for cards the brand. */
  method: string
  brand: string
  number: string | undefined
  /** As it came, without the card. */
  asked: Json
  created: number
  state: State
  /** Refused with this code. */
  code: string | undefined
  authorised: number
  /** What was given back to the payer's limit before it was captured. */
  released: number
  captures: Capture[]
  refunds: Refund[]
  modifications: Modification[]
  chargedBack: number
  authenticated: boolean
  networkTxReference: string | undefined
  authCode: string
  challenge: Challenge | undefined
  /** What a payer of a PIX or a boleto was shown. */
  shown: { code: string; expiresAt: number } | undefined
}

export function capturedOf({ captures }: Payment): number {
  return captures.filter(({ state }) => state === "done").reduce((sum, { amount }) => sum + amount, 0)
}

/** What has gone back, or is on its way. */
export function refundedOf({ refunds }: Payment): number {
  return refunds.filter(({ state }) => state === "done" || state === "pending").reduce((sum, { amount }) => sum + amount, 0)
}

/** What is authorised and neither captured nor released. */
export function openOf(payment: Payment): number {
  return payment.authorised - payment.released - payment.captures.reduce((sum, { amount }) => sum + amount, 0)
}
