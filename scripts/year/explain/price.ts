// What a payment costs, and when its money comes (docs/ledger.md, Terms and Dates).
import { bankingDaysAfter, dayOf, nextBankingDay, startOf } from "./days.ts"
import type { Payment, Price, Settles, Terms } from "./facts.ts"

/** A part of a payment. `left`: what nothing has taken of it so far. */
export type Part = { number: number; of: number; amount: number; fee: number; available_on: number; left: number }

/** The parts of a payment that succeeded at a time. */
export function partsOf(payment: Payment, terms: Terms | undefined, paidAt: number): Part[] {
  const { amount_received: amount } = payment
  const price = terms && priceOf(payment, terms)
  if (!price) return [{ number: 1, of: 1, amount, fee: 0, available_on: paidAt, left: amount }]
  const fee = feeOf(amount, price)
  const of = (price.settles.each_installment ?? true) ? (payment.payment_method_details?.card?.installments ?? 1) : 1
  return Array.from({ length: of }, (_, i) => {
    const share = (whole: number) => Math.floor(whole / of) + (i === 0 ? whole % of : 0)
    const available_on = comesOn(price.settles, paidAt, i + 1)
    return { number: i + 1, of, amount: share(amount), fee: share(fee), available_on, left: share(amount) }
  })
}

/** The first entry that matches. */
function priceOf({ payment_method_details: details, payment_method_types: [first] }: Payment, terms: Terms): Price {
  const type = details?.type ?? first
  if (type === "boleto") return terms.boleto
  if (type === "pix") return terms.pix
  const { brand, funding, installments = 1 } = details?.card ?? {}
  const found = terms.card.find(
    (price) =>
      (!price.brands || !brand || price.brands.includes(brand)) &&
      (!price.funding || price.funding === funding) &&
      price.installments[0] <= installments &&
      installments <= price.installments[1],
  )
  if (!found) throw new Error(`no entry of the terms is for ${JSON.stringify(details)}`)
  return found
}

/** Rounded half up on the whole amount, with the fixed part, and at most the amount. */
function feeOf(amount: number, { percent, fixed = 0 }: Price): number {
  const millionths = BigInt(Math.round(Number(percent) * 10_000))
  const rounded = (BigInt(amount) * millionths * 2n + 1_000_000n) / 2_000_000n
  return Math.min(amount, Number(rounded) + fixed)
}

function comesOn(settles: Settles, paidAt: number, part: number): number {
  const { days, business_days = false, next_business_day = true } = settles
  if (days === 0) return paidAt
  const paid = dayOf(paidAt)
  const day = business_days ? bankingDaysAfter(paid, days * part) : paid + days * part
  return startOf(next_business_day ? nextBankingDay(day) : day)
}
