import type { Book } from "./agenda.ts"
import type { Day } from "./columns.ts"
import { isDebt, netOf } from "./entries.ts"
import type { Account, Entry } from "./types.ts"

/**
 * What became of an entry on a day: its money moved, moved again after the bank refused it, could not be deducted, was refused by the bank,
 * or had been paid by a negotiation.
 */
export type Standing = "moved" | "again" | "pending" | "refused" | "negotiated"

/** `day` is the payment date. It is later than the entry's own where a debit had to wait, or the bank refused. */
export type Payment = { entry: Entry; day: Day; standing: Standing }

/** What arrives at an account on a day, in cents. */
export type Deposit = { day: Day; receiver: string; account: Account; amount: number }

/** All payments of a book, by day. A debit that a day's credits don't cover waits for the next day that has credits. */
export function paymentsOf(book: Book): Payment[] {
  const due = Map.groupBy([...book.entries, ...cessions(book)], (entry) => entry.due)
  const days = new Set(due.keys())
  const payments: Payment[][] = []
  let waiting: Entry[] = []
  let resent: Entry[] = []
  for (let day = first(days); day; day = first(days)) {
    days.delete(day)
    const today = settled(book, day, [...waiting, ...(due.get(day) ?? [])])
    payments.push(resent.map((entry): Payment => ({ entry, day, standing: "again" })))
    resent = today.filter(({ standing }) => standing === "refused").map(({ entry }) => entry)
    waiting = today.filter(({ standing }) => standing === "pending").map(({ entry }) => entry)
    // A debit that waits is shown on its own day only, and then when it is taken.
    payments.push(today.filter(({ entry, standing }) => standing !== "pending" || entry.due === day))
    if (resent.length > 0) days.add(book.calendar.after(day))
  }
  return payments.flat()
}

/** What arrives at the banks by file 04, by day. A negotiation's money is not in it: records C of file 15 have it. */
export function depositsOf(book: Book): Deposit[] {
  const moved = paymentsOf(book).filter(({ standing }) => standing === "moved" || standing === "again")
  const groups = Map.groupBy(moved, ({ day, entry }) => `${day} ${accountKey(entry)}`)
  return [...groups.values()].map((payments) => {
    const { day, entry } = payments[0] as Payment
    const { receiver, account } = entry.establishment
    return { day, receiver, account, amount: payments.reduce((total, { entry: one }) => total + netOf(one), 0) }
  })
}

function settled(book: Book, day: Day, entries: Entry[]): Payment[] {
  const byNegotiation = ({ negotiation }: Entry) => negotiation !== null && book.options.negotiated === "status"
  const standing = book.refusedByBank.has(day) ? "refused" : "moved"
  return [...Map.groupBy(entries, accountKey).values()].flatMap((group) => {
    const pending = notCovered(group.filter((entry) => !byNegotiation(entry)))
    return group.map((entry) => {
      if (byNegotiation(entry)) return { entry, day, standing: "negotiated" }
      return { entry, day, standing: pending.has(entry) ? "pending" : standing }
    })
  })
}

/** The debts that an account's credits of a day don't cover, each whole. What a unit owes that was negotiated, the unit has paid. */
function notCovered(entries: Entry[]): Set<Entry> {
  const waits = (entry: Entry) => isDebt(entry) && !entry.negotiation
  let left = entries.filter((entry) => !waits(entry)).reduce((total, entry) => total + netOf(entry), 0)
  const pending = new Set<Entry>()
  for (const entry of entries.filter(waits)) {
    if (left + netOf(entry) < 0) pending.add(entry)
    else left += netOf(entry)
  }
  return pending
}

/** Entries 11: what a negotiation takes from its units when they are due. */
function cessions(book: Book): Entry[] {
  if (book.options.negotiated === "status") return []
  return book.negotiations.flatMap((negotiation) =>
    negotiation.parts.map(({ entries, gross, due, received }) => {
      const none = { sale: null, installment: 0, adjustment: "", commission: 0, negotiation }
      return { ...(entries[0] as Entry), ...none, type: "11", received, total: -gross, gross: -gross, due, day: negotiation.day }
    }),
  )
}

function accountKey({ establishment: { receiver, account } }: Entry): string {
  return `${receiver} ${account.bank} ${account.branch} ${account.number}`
}

function first(days: Set<Day>): Day | undefined {
  return [...days].sort()[0]
}
