// The lines between header and trailer, by type of file.
import type { Book, Reserve } from "./agenda.ts"
import { type Day, write } from "./columns.ts"
import { isDebt, keyOf } from "./entries.ts"
import { type Debt, entryLine, NO_DEBT } from "./entry-line.ts"
import { type Payment, paymentsOf, type Standing } from "./payments.ts"
import { RESERVE } from "./records.ts"
import type { Entry } from "./types.ts"
import { unitLine } from "./unit-line.ts"

/** File 03: what came about on a day, with the forecast of its payment, and reserves. */
export function* captured(book: Book, day: Day): Iterable<string> {
  for (const entry of book.entries) if (entry.day === day) yield entryLine(entry, book.options, forecast(entry))
  for (const reserve of book.reserves) if (reserve.day === day) yield reserveLine(book, reserve)
}

function forecast(entry: Entry): Debt {
  return isDebt(entry) ? { pending: entry.gross, debt: entry.gross, charged: 0 } : NO_DEBT
}

const STATUS: Record<Standing, string> = { moved: "03", again: "07", pending: "48", refused: "06", negotiated: "58" }
const PAID = "04"

/**
 * File 04: the payments of a day. `asOf` is when the file is made: what was sent to the bank before it is paid.
 */
export function* paid(book: Book, day: Day, asOf: Day): Iterable<string> {
  const all = paymentsOf(book)
  const { payments } = book.options
  const earlier = payments === "sent, then paid" ? all.filter((one) => moved(one) && book.calendar.after(one.day) === day) : []
  yield* unitsAndEntries(book, earlier, () => PAID)
  const today = all.filter((payment) => payment.day === day)
  const isPaid = payments === "paid" || asOf > day
  yield* unitsAndEntries(book, today, (standing) =>
    isPaid && (standing === "moved" || standing === "again") ? PAID : STATUS[standing],
  )
}

function* unitsAndEntries(book: Book, payments: Payment[], statusOf: (standing: Standing) => string): Iterable<string> {
  const { calendar, options } = book
  const groups = [...Map.groupBy(payments, ({ entry, standing }) => unitOf(book, entry, standing)).values()]
  const units = groups.map((group) => {
    const { day, standing } = group[0] as Payment
    const sent = standing === "negotiated" || standing === "pending" ? null : calendar.before(day)
    const state = { payment: day, sent, again: standing === "again", pending: standing === "pending", open: false }
    const entries = group.map(({ entry }) => entry)
    return { entries, standing, line: unitLine(entries, options, { ...state, status: statusOf(standing) }) }
  })
  const first = options.units === "first"
  if (first) for (const { line } of units) yield line
  for (const { line, entries, standing } of units) {
    if (!first) yield line
    for (const entry of entries) yield entryLine(entry, options, taken(entry, standing))
  }
}

function taken(entry: Entry, standing: Standing): Debt {
  if (!isDebt(entry)) return NO_DEBT
  const { gross } = entry
  return standing === "pending" ? { pending: gross, debt: gross, charged: 0 } : { pending: 0, debt: gross, charged: gross }
}

/** File 09: the units that are not paid yet on a day, without entries. What a negotiation has paid is not owed any more. */
export function* open(book: Book, day: Day): Iterable<string> {
  const owed = ({ entry, standing, day: payment }: Payment) => entry.day < day && payment >= day && standing !== "pending"
  const sold = ({ entry, standing }: Payment) => standing === "negotiated" && (entry.negotiation?.payment ?? day) < day
  const known = paymentsOf(book).filter((payment) => owed(payment) && !sold(payment))
  const groups = Map.groupBy(known, ({ entry, standing }) => unitOf(book, entry, standing))
  for (const group of groups.values()) {
    const state = { status: "00", payment: (group[0] as Payment).day, sent: null, again: false, pending: false, open: true }
    yield unitLine(
      group.map(({ entry }) => entry),
      book.options,
      state,
    )
  }
}

function unitOf({ options }: Book, entry: Entry, standing: Standing): string {
  return `${keyOf(entry, options.keys)} ${entry.type} ${entry.negotiation?.number ?? ""} ${standing}`
}

function moved({ standing }: Payment): boolean {
  return standing === "moved" || standing === "again"
}

function reserveLine({ options }: Book, { entry, amount }: Reserve): string {
  const { ec, holder } = entry.establishment
  const unit = { brand: entry.brand, key: keyOf(entry, options.keys), due: entry.due }
  return write(RESERVE, { ec, holder, ...unit, paymentHead: ec, reserve: amount, paidEc: ec })
}
