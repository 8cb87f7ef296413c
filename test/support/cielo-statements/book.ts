import type { Book } from "./agenda.ts"
import type { Day } from "./columns.ts"
import { adjustment, entriesOfSale, opposite, takenBack } from "./entries.ts"
import { negotiate } from "./negotiate.ts"
import { BRANDS, CHARGED_BACK, FINE, feeOf, kindOf, REFUNDED } from "./tables.ts"
import type { Brand, CardSale, Entry, Establishment, Negotiation } from "./types.ts"

/** When something came about, when it is paid or taken (the next business day unless given), and what Cielo calls it. */
export type When = { day: Day; due?: Day; received?: string }

export type SaleAsked = Partial<CardSale> & { day: Day; amount: number }

/** Sells by card. What is not asked for is drawn by the seed; the default is a Visa credit card, at once. */
export function sell(book: Book, asked: SaleAsked): CardSale {
  const { ids, options } = book
  const establishment = asked.establishment ?? (options.establishments[0] as Establishment)
  const { brand = "Visa", debit = false, installments = 1, day } = asked
  const { bin } = BRANDS[brand]
  const sale: CardSale = {
    ...{ establishment, brand, debit, installments, bin },
    time: ids.time(),
    fee: feeOf({ debit, installments }),
    automatic: 0,
    authorization: ids.authorization(),
    nsu: ids.nsu(),
    tid: ids.tid(establishment),
    order: ids.order(),
    lastFour: ids.lastFour(),
    arn: debit ? "" : ids.arn(bin, day),
    received: ids.received(day, kindOf({ brand, debit, installments }).type),
    uniqueCode: ids.uniqueCode(),
    terminal: "11112222",
    capture: "10",
    ...asked,
  }
  for (const entry of entriesOfSale(sale, book.calendar)) add(book, entry)
  return sale
}

/** Sends back all that is left of a sale, or an amount of it. Throws RangeError for more. */
export function refund(book: Book, sale: CardSale, when: When & { amount?: number; code?: string }): Entry {
  const of = entriesOf(book, sale).filter(({ type }) => !["08", "09"].includes(type))
  return take(book, sale, of, { type: "06", code: REFUNDED, ...when })
}

/** The issuer takes the whole sale back, or an amount of it: also what was refunded already. */
export function chargeBack(book: Book, sale: CardSale, when: When & { amount?: number; code?: string }): Entry {
  const of = entriesOf(book, sale).filter(({ type }) => ["01", "02", "03"].includes(type))
  return take(book, sale, of, { type: "08", code: CHARGED_BACK, ...when })
}

/** Gives back what a refund or a chargeback took, such as a chargeback that was won. Throws RangeError for any other entry. */
export function undo(book: Book, entry: Entry, when: When): Entry {
  const type = { "06": "07", "08": "09" }[entry.type]
  if (!type) throw new RangeError(`an entry of type ${entry.type} is not undone`)
  return add(book, opposite(entry, type, dated(book, type, when)))
}

export type AdjustmentAsked = When & { amount: number; code?: string; brand?: Brand; establishment?: Establishment }

/** Takes (less than zero) or gives money for something else than a sale: by default a fine for too many retries. */
export function adjust(book: Book, asked: AdjustmentAsked): Entry {
  return other(book, asked.amount < 0 ? "04" : "05", { code: FINE, brand: "Master", ...asked })
}

/** Takes the rental of terminals, in cents more than zero. */
export function rent(book: Book, asked: AdjustmentAsked): Entry {
  return other(book, "10", { code: "", brand: "Visa", ...asked, amount: -asked.amount })
}

/** From now on, files show another fee for a sale, in hundredths of a per cent. */
export function reprice(book: Book, sale: CardSale, fee: number): void {
  sale.fee = fee
  const priced = entriesOfSale(sale, book.calendar)
  for (const entry of entriesOf(book, sale)) {
    const now = priced.find(({ type, installment }) => type === entry.type && installment === entry.installment)
    if (now) entry.commission = now.commission
  }
}

/** Gives all of an establishment's units that are due after the payment for money now. See negotiate.ts. */
export function anticipate(book: Book, asked: Parameters<typeof negotiate>[1]): Negotiation {
  const negotiation = negotiate(book, asked)
  book.negotiations.push(negotiation)
  return negotiation
}

/** Keeps money of the unit of a sale's first instalment. */
export function reserve(book: Book, sale: CardSale, { day, amount }: { day: Day; amount: number }): void {
  book.reserves.push({ day, amount, entry: entriesOf(book, sale)[0] as Entry })
}

/** The entries of a sale, oldest first. */
export function entriesOf(book: Book, sale: CardSale): readonly Entry[] {
  return book.ofSale.get(sale) ?? []
}

type Asked = When & { type: "06" | "08"; amount?: number; code: string }

function take(book: Book, sale: CardSale, of: Entry[], { type, amount, code, ...when }: Asked): Entry {
  const all = of.reduce((total, { gross }) => total + gross, 0)
  return add(book, takenBack(sale, of, { type, amount: amount ?? all, adjustment: code, ...dated(book, type, when) }))
}

function other(book: Book, type: string, { brand = "Visa", code = "", amount, ...asked }: AdjustmentAsked): Entry {
  const { establishment = book.options.establishments[0] as Establishment, ...when } = asked
  const { code: brandCode, credit: product } = BRANDS[brand]
  const of = { type, establishment, brand: brandCode, product, adjustment: code, ...dated(book, type, when) }
  return add(book, adjustment(of, amount))
}

function dated(book: Book, type: string, { day, due, received }: When) {
  return { day, due: due ?? book.calendar.after(day), received: received ?? book.ids.received(day, type) }
}

function add(book: Book, entry: Entry): Entry {
  book.entries.push(entry)
  if (entry.sale) book.ofSale.set(entry.sale, [...entriesOf(book, entry.sale), entry])
  return entry
}
