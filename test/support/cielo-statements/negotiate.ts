import type { Book } from "./agenda.ts"
import { daysBetween } from "./calendar.ts"
import type { Day } from "./columns.ts"
import { netOf } from "./entries.ts"
import type { Entry, Establishment, Negotiation } from "./types.ts"

/** `rate` is thousandths of a per cent a month. `until` leaves out what is due later. */
export type NegotiationAsked = {
  day: Day
  payment?: Day
  rate: number
  until?: Day
  establishment?: Establishment
  number?: string
  negotiator?: string
  institution?: string
}

/**
 * Gives the units of an establishment that are due after the payment for money now. Effective rate = monthly rate × days / 30; the days count
 * from the negotiation to the original due date. Throws RangeError where there is nothing to negotiate.
 */
export function negotiate(book: Book, asked: NegotiationAsked): Negotiation {
  const { day, rate, until } = asked
  const establishment = asked.establishment ?? (book.options.establishments[0] as Establishment)
  const payment = asked.payment ?? book.calendar.after(day)
  const open = book.entries.filter(
    (entry) =>
      entry.establishment === establishment && !entry.negotiation && entry.due > payment && (!until || entry.due <= until),
  )
  const parts = unitsOf(open.filter((entry) => entry.day <= day)).map((entries) => part(book, entries, day, rate))
  const gained = parts.filter(({ gross }) => gross > 0)
  if (gained.length === 0) throw new RangeError(`${establishment.ec} has nothing to negotiate on ${day}`)
  const negotiation: Negotiation = {
    ...{ establishment, day, payment, rate, parts: gained },
    number: asked.number ?? book.ids.negotiation(day),
    negotiator: asked.negotiator ?? "01027058000191",
    institution: asked.institution ?? "Cielo",
  }
  for (const entry of gained.flatMap(({ entries }) => entries)) entry.negotiation = negotiation
  return negotiation
}

function part(book: Book, entries: Entry[], day: Day, rate: number): Negotiation["parts"][number] {
  const { due, brand, settlement } = entries[0] as Entry
  const gross = entries.reduce((total, entry) => total + netOf(entry), 0)
  const days = daysBetween(day, due)
  const discount = Math.round((gross * rate * days) / 30 / 100_000)
  return { due, brand, settlement, gross, days, discount, entries, received: book.ids.received(due, "11") }
}

function unitsOf(entries: Entry[]): Entry[][] {
  const units = Map.groupBy(entries, ({ due, brand, settlement }) => `${due} ${brand} ${settlement}`)
  return [...units.keys()].sort().map((key) => units.get(key) as Entry[])
}
