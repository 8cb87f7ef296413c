import type { Brand } from "../../vault/number.ts"
import type { Funding } from "../../vault/tables.ts"

/** When money of a payment is the account's: docs/decisions/0031-the-ledger.md. */
export type Settles = {
  days: number
  /** Whether only banking days count. */
  business_days: boolean
  /** Whether a day that is no banking day moves to the next one. */
  next_business_day: boolean
  /** Whether each installment comes `days` after the one before it. Otherwise all of them come with the first. */
  each_installment: boolean
}

/** What a payment costs, and when its money comes. `percent` is a decimal number as a text, such as "2.99". `fixed` is in cents. */
export type Price = { percent: string; fixed: number; settles: Settles }

/** A price of cards. A member that is left out stands for all. `installments` are the first and the last number of them. */
export type CardPrice = Price & {
  acquirer?: string
  brands?: Brand[]
  funding?: Funding
  installments: [from: number, to: number]
}

/** The terms of one currency, as they are stored. Fees are in cents. Only brl has PIX and boletos. */
export type Terms = {
  currency: string
  /** The first that matches counts. */
  card: CardPrice[]
  pix?: Price
  boleto?: Price
  refund_fee: number
  dispute_fee: number
  payout_fee: number
  returns_fee_on_refund: boolean
}

const AT_ONCE: Price = {
  percent: "0",
  fixed: 0,
  settles: { days: 0, business_days: false, next_business_day: false, each_installment: false },
}

/** The terms of a currency without terms: no fees, and money comes at once. */
export function defaultTerms(currency: string): Terms {
  const others = currency === "brl" ? { pix: AT_ONCE, boleto: AT_ONCE } : {}
  const fees = { refund_fee: 0, dispute_fee: 0, payout_fee: 0, returns_fee_on_refund: false }
  return { currency, card: [{ ...AT_ONCE, installments: [1, MAX_INSTALLMENTS] }], ...others, ...fees }
}

export const MAX_INSTALLMENTS = 12
