// What differs between a charge and its sale in a statement.
import type { Charge, ExpectedPart } from "./charge.ts"
import type { PaidPart, Sale } from "./sales.ts"

/** By so many cents an installment, amounts and fees may differ: each side rounds by itself. That is adjusted, and not listed. */
export const CENTS_AN_INSTALLMENT = 1

/**
 * `sum`: the installments of the statement don't add up to the sale's total. `rejected`: the acquirer does not pay the sale. `installment` is null for
 * the whole sale. Dates are days.
 */
export type Difference = {
  what: "amount" | "fee" | "date" | "sum" | "rejected"
  installment: number | null
  here: number
  there: number
}

/** `listed` waits for a person. `adjusted` is too small for that. */
export type Comparison = { listed: Difference[]; adjusted: Difference[] }

/** A part of ours beside that of the statement, which is the sum of `all`. `rounded` is how many roundings there may be in it. */
export type Pair = { installment: number | null; here: ExpectedPart; there: PaidPart; all: readonly PaidPart[]; rounded: number }

export function compare(charge: Charge, sale: Sale): Comparison {
  const found = pairsOf(charge, sale).map(differencesOf)
  const listed = found.flatMap((each) => each.listed)
  const adjusted = found.flatMap((each) => each.adjusted)
  const { total } = sale.names
  const sum = sale.parts.reduce((all, { amount }) => all + amount, 0)
  const isWhole = sale.parts.length === sale.installments
  const isListed = listed.some(({ what }) => what === "amount")
  if (total !== null && !isListed && !isRounding(total - charge.amount, sale.installments)) {
    listed.push({ what: "amount", installment: null, here: charge.amount, there: total })
  }
  if (total !== null && isWhole && sum !== total) listed.push({ what: "sum", installment: null, here: total, there: sum })
  if (sale.rejected) listed.push({ what: "rejected", installment: null, here: charge.amount, there: 0 })
  return { listed, adjusted }
}

/** The parts that both sides have. What we expect as one part is compared with all installments together, once a statement has told all of them. */
export function pairsOf(charge: Charge, sale: Sale): Pair[] {
  const [only] = charge.parts
  if (only && charge.parts.length === 1 && sale.installments > 1) {
    const [first] = sale.parts
    if (!first || sale.parts.length < sale.installments) return []
    const sum = (member: "amount" | "fee") => sale.parts.reduce((all, part) => all + part[member], 0)
    const moved = sale.parts.find(({ due_on }) => due_on !== only.due_on)
    const there = { ...(moved ?? first), amount: sum("amount"), fee: sum("fee") }
    return [{ installment: null, here: only, there, all: sale.parts, rounded: sale.installments }]
  }
  return sale.parts.flatMap((there) => {
    const here = charge.parts.find(({ installment }) => installment === there.installment)
    return here ? [{ installment: here.installment, here, there, all: [there], rounded: 1 }] : []
  })
}

function differencesOf({ installment, here, there, rounded }: Pair): Comparison {
  const all: Difference[] = [
    { what: "amount", installment, here: here.amount, there: there.amount },
    { what: "fee", installment, here: here.fee, there: there.fee },
    { what: "date", installment, here: here.due_on, there: there.due_on ?? here.due_on },
  ]
  const differing = all.filter((each) => each.here !== each.there)
  const isSmall = (each: Difference) => each.what !== "date" && isRounding(each.here - each.there, rounded)
  return { listed: differing.filter((each) => !isSmall(each)), adjusted: differing.filter(isSmall) }
}

/** Whether cents are no more than what so many roundings make. */
export function isRounding(cents: number, rounded: number): boolean {
  return Math.abs(cents) <= CENTS_AN_INSTALLMENT * rounded
}
