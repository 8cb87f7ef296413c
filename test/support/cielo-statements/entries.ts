// What a sale, and what happens to it later, adds to a merchant's agenda. Amounts are cents.
import { type Calendar, plusDays } from "./calendar.ts"
import type { Day } from "./columns.ts"
import { BRANDS, CREDIT, kindOf } from "./tables.ts"
import type { CardSale, Entry } from "./types.ts"

/** A part of an amount by hundredths of a per cent, rounded by itself. */
export function percentOf(amount: number, hundredths: number): number {
  return Math.round((amount * hundredths) / 10_000)
}

/** A sale's entries: one, or one for each instalment. The first instalment carries the odd cents. */
export function entriesOfSale(sale: CardSale, calendar: Calendar): Entry[] {
  const { type, product, settlement } = kindOf(sale)
  const { amount, installments } = sale
  const each = Math.floor(amount / installments)
  return Array.from({ length: installments }, (_, index) => {
    const gross = index === 0 ? amount - each * (installments - 1) : each
    return {
      ...{ type, sale, product, settlement, gross, establishment: sale.establishment, received: sale.received },
      brand: BRANDS[sale.brand].code,
      installment: installments > 1 ? index + 1 : 0,
      adjustment: "",
      day: sale.day,
      due: dueOf(sale, index + 1, calendar),
      total: amount,
      commission: -percentOf(gross, sale.fee) - percentOf(gross, sale.automatic),
      negotiation: null,
    }
  })
}

function dueOf({ day, debit, automatic }: CardSale, installment: number, calendar: Calendar): Day {
  if (debit) return calendar.after(day)
  if (automatic > 0) return calendar.after(calendar.after(day))
  return calendar.open(plusDays(day, 30 * installment))
}

type Taken = { type: "06" | "08"; amount: number; adjustment: string; day: Day; due: Day; received: string }

/**
 * Money of a sale that is taken back, with its part of the fee. `of` are the entries of which it may be taken: where all of them is taken,
 * all of their fee comes back. Throws RangeError for more than that.
 */
export function takenBack(sale: CardSale, of: readonly Entry[], { amount, ...taken }: Taken): Entry {
  const { product, settlement } = kindOf(sale)
  const left = sum(of, "gross")
  if (amount <= 0 || amount > left) throw new RangeError(`${amount} is not within the ${left} cents that are left of the sale`)
  const commission = amount === left ? -sum(of, "commission") : percentOf(amount, sale.fee + sale.automatic)
  const place = { establishment: sale.establishment, brand: BRANDS[sale.brand].code, product, settlement, installment: 0 }
  return { ...taken, ...place, sale, total: -amount, gross: -amount, commission, negotiation: null }
}

/** The opposite of an entry, such as a chargeback that was won. */
export function opposite(entry: Entry, type: string, when: { day: Day; due: Day; received: string }): Entry {
  return { ...entry, ...when, type, total: -entry.total, gross: -entry.gross, commission: -entry.commission, negotiation: null }
}

/** What no sale has caused: a rental, a fine, another debit (less than zero) or credit. */
export function adjustment(
  of: Pick<Entry, "type" | "establishment" | "brand" | "product" | "adjustment" | "day" | "due" | "received">,
  amount: number,
): Entry {
  const nothing = { sale: null, settlement: CREDIT, installment: 0, commission: 0, negotiation: null }
  return { ...of, ...nothing, total: amount, gross: amount }
}

/** What Cielo pays for an entry, or takes if less than zero. */
export function netOf({ gross, commission }: Pick<Entry, "gross" | "commission">): number {
  return gross + commission
}

/** The key of an entry's unit: holder, day, brand, settlement type, EC, receiver. In the older form the acquirer's CNPJ comes first. */
export function keyOf(of: Pick<Entry, "establishment" | "due" | "brand" | "settlement">, form: "newer" | "older"): string {
  const { ec, holder, receiver } = of.establishment
  const known = `${holder}${of.due}${of.brand}${of.settlement}2${ec}${receiver}`
  return form === "newer" ? known.padEnd(76, "0") : `01027058000191${known}`.padEnd(90, "0")
}

/** Whether it is owed by the merchant, and waits until there is money. A cession (11) is no debt: its unit pays it. */
export function isDebt({ type }: Pick<Entry, "type">): boolean {
  return ["04", "06", "08", "10"].includes(type)
}

function sum(entries: readonly Entry[], member: "gross" | "commission"): number {
  return entries.reduce((total, entry) => total + entry[member], 0)
}
