// What a payment costs, and when its money comes: counted day by day.
import type { TransactionRow } from "../../src/ledger/table.ts"
import type { TermsRow } from "../../src/ledger/terms/table.ts"
import type { Price, Terms } from "../../src/ledger/terms/terms.ts"
import type { IntentRow } from "../../src/payments/intents/table.ts"
import { dayAfter, feeOf } from "../../test/ledger/model.ts"
import type { Money } from "./money-of-account.ts"

const DAY = 86_400
const BRASILIA = -3 * 3600
/** The calendar of the model ends then. */
const LAST_DAY = Date.UTC(2028, 11, 31) / (DAY * 1000)
/** The clocks of two processes differ by no more. */
const MAX_SKEW_SECONDS = 60

/** The terms that a payment keeps. Undefined: none, so it costs nothing, and its money comes at once. */
export function termsOf(rows: readonly TransactionRow[], all: readonly TermsRow[]): Terms | undefined {
  const version = rows.find(({ type }) => type === "payment")?.terms ?? null
  return all.find((each) => each.version === version)?.terms
}

/** Of a sale that its acquirer never showed, only its attempt says how it was made. */
const isKnown = ({ payment_method_details }: IntentRow) => payment_method_details !== null

export function feeOfPayment({ intent, rows }: Pick<Money, "intent" | "rows">, terms: Terms | undefined): number {
  if (!isKnown(intent)) return rows.reduce((sum, { type, fee }) => sum + (type === "payment" ? fee : 0), 0)
  const price = terms && priceOf(intent, terms)
  if (!price) return 0
  return feeOf({ amount: intent.amount, basisPoints: Math.round(Number(price.percent) * 100), fixed: price.fixed })
}

/** Each part of a payment has its share of the amount and of the fee, and its day. The terms are those of its time. */
export function checkPrice({ intent, rows }: Money, all: readonly TermsRow[]): string[] {
  const parts = rows.filter(({ type }) => type === "payment").sort((a, b) => a.part - b.part)
  const [first] = parts
  if (!first) return ["a payment was paid and has no balance transaction"]
  const { terms: version, created } = first
  const terms = termsOf(rows, all)
  const price = terms && priceOf(intent, terms)
  const installments = intent.payment_method_details?.card?.installments ?? 1
  const count = price?.settles.each_installment ? installments : 1
  const outdated = all.find((each) => each.version > (version ?? 0) && each.created + MAX_SKEW_SECONDS < created)
  const early = all.find((each) => each.version === version && each.created - MAX_SKEW_SECONDS > created)
  const fee = feeOfPayment({ intent, rows }, terms)
  if (!isKnown(intent)) return []
  const isRight = parts.every(({ amount, fee: own, available_on, installment }, i) => {
    const share = (whole: number) => Math.floor(whole / count) + (i === 0 ? whole % count : 0)
    const isOwnDay = price ? isDay(available_on, created, price, i) : available_on === created
    return amount === share(intent.amount) && own === share(fee) && isOwnDay && installment === (count > 1 ? i + 1 : null)
  })
  return [
    ...(outdated || early ? ["a payment has the terms of another time"] : []),
    ...(isRight && parts.length === count ? [] : [`a payment should have ${count} parts, with a fee of ${fee} in all`]),
  ]
}

function isDay(available_on: number, created: number, { settles }: Price, part: number): boolean {
  if (settles.days === 0) return available_on === created
  const paid = Math.floor((created + BRASILIA) / DAY)
  if (paid + settles.days * (part + 1) + 10 > LAST_DAY) return true
  const isCounted = settles.business_days || settles.next_business_day
  const day = isCounted ? dayAfter(paid, settles.days * (part + 1), settles) : paid + settles.days * (part + 1)
  return available_on === day * DAY - BRASILIA
}

function priceOf({ payment_method_details: details, payment_method_types: [first] }: IntentRow, terms: Terms): Price | undefined {
  const type = details?.type ?? first
  if (type === "pix" || type === "boleto") return terms[type]
  const { brand, installments = 1 } = details?.card ?? {}
  return terms.card.find(
    (price) =>
      (!price.brands || !brand || price.brands.includes(brand)) &&
      price.installments[0] <= installments &&
      installments <= price.installments[1],
  )
}
