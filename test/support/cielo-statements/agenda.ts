import { type Calendar, calendarOf } from "./calendar.ts"
import type { Day } from "./columns.ts"
import { type Ids, idsOf } from "./ids.ts"
import type { CardSale, Entry, Negotiation, Options } from "./types.ts"

/** Money of a sale's unit that Cielo keeps for a while, in cents. */
export type Reserve = { day: Day; entry: Entry; amount: number }

/** What a merchant has done through Cielo by card, and what was done to them. The files are written from it. */
export type Book = {
  options: Options
  calendar: Calendar
  ids: Ids
  entries: Entry[]
  ofSale: Map<CardSale, Entry[]>
  reserves: Reserve[]
  negotiations: Negotiation[]
  /** Days whose payments the bank has refused. */
  refusedByBank: Set<Day>
}

export function openBook(options: Options): Book {
  const calendar = calendarOf(options.holidays)
  const kept = { entries: [], ofSale: new Map(), reserves: [], negotiations: [], refusedByBank: new Set<Day>() }
  return { options, calendar, ids: idsOf(options.seed), ...kept }
}
