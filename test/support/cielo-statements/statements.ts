import { type Book, openBook } from "./agenda.ts"
import { captured, open, paid } from "./body.ts"
import * as books from "./book.ts"
import { plusDays } from "./calendar.ts"
import type { Day } from "./columns.ts"
import { type Header, linesOf, nameOf, type StatementFile } from "./file.ts"
import type { NegotiationAsked } from "./negotiate.ts"
import { negotiated } from "./negotiation-lines.ts"
import { depositsOf } from "./payments.ts"
import * as pix from "./pix.ts"
import { pixOf } from "./pix-line.ts"
import type { CardSale, Entry, Establishment, FileType, Options, PixMovement } from "./types.ts"

/** The merchant of the examples in test/support/statements. */
export const ESTABLISHMENT: Establishment = {
  ec: "2000000001",
  holder: "11222333000181",
  receiver: "11222333000181",
  account: { bank: "0999", branch: "01234", number: "56789", digit: "0" },
}

const DEFAULTS: Options = {
  seed: 1,
  establishments: [ESTABLISHMENT],
  head: ESTABLISHMENT.ec,
  payments: "sent",
  negotiated: "entry",
  units: "with entries",
  keys: "newer",
  holidays: [],
  sequences: {},
}

/**
 * Cielo's side of a merchant's statements: what the merchant sells, what happens to it, and the files 03, 04, 09, 15 and 16 that Cielo writes
 * about it. The README says how it is used. Amounts are cents, fees hundredths of a per cent, days `yyyy-mm-dd`.
 */
export function cieloStatements(given: Partial<Options> = {}) {
  const options = { ...DEFAULTS, ...given }
  const book = openBook(options)
  const pixBook: pix.PixBook = { ids: book.ids, establishments: options.establishments, movements: [] }
  const issued = new Map<string, StatementFile>()
  const sequences = new Map<FileType, number>(Object.entries(options.sequences) as [FileType, number][])

  const bodyOf = (type: FileType, day: Day, asOf = day): Iterable<string> => {
    if (type === "03") return captured(book, day)
    if (type === "04") return paid(book, day, asOf)
    if (type === "09") return open(book, day)
    return type === "15" ? negotiated(book.negotiations, day) : pixOf(pixBook.movements, day)
  }
  const headerOf = (type: FileType, from: Day, to: Day, made: { processed?: Day; sequence?: number } = {}): Header => {
    const counted = (sequences.get(type) ?? 0) + 1
    if (made.sequence === undefined) sequences.set(type, counted)
    const period = { from: dated(type, from), to: dated(type, to) }
    return { type, ec: options.head, ...period, processed: made.processed ?? period.to, sequence: made.sequence ?? counted }
  }
  const issue = (type: FileType, day: Day): StatementFile => {
    const known = issued.get(`${type} ${day}`)
    if (known) return known
    const header = headerOf(type, day, day)
    const name = nameOf(header, type === "09" ? "M" : "D")
    const file = { header, name, lines: [...linesOf(header, bodyOf(type, day))] }
    issued.set(`${type} ${day}`, file)
    return file
  }

  return {
    book,
    ids: book.ids,
    ...cardActs(book),
    ...pixActs(pixBook),
    /** File 03: what came about on a day. The next day's file has it. Asked again, a file is the same in every byte. */
    captured: (day: Day) => issue("03", day),
    /** File 04: the payments of a day. */
    paid: (day: Day) => issue("04", day),
    /** File 09: what is not paid yet at the beginning of a day. */
    open: (day: Day) => issue("09", day),
    /** File 15: the negotiations that are paid on a day. */
    negotiated: (day: Day) => issue("15", day),
    /** File 16: the Pix of a day. The next day's file has it. */
    pixOf: (day: Day) => issue("16", day),
    /** A file that is made anew for an earlier period, with statuses as of a later day. Throws RangeError for 09, which Cielo doesn't make anew. */
    recover(
      type: FileType,
      from: Day,
      to: Day,
      { asOf, reprocessed = false }: { asOf: Day; reprocessed?: boolean },
    ): StatementFile {
      if (type === "09") throw new RangeError("file 09 is not made anew")
      const header = headerOf(type, from, to, { processed: asOf, ...(reprocessed && { sequence: 9_999_999 }) })
      const days: Day[] = []
      for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day)
      const body = days.flatMap((day) => [...bodyOf(type, day, asOf)])
      return { header, name: nameOf(header, "R"), lines: [...linesOf(header, body)] }
    },
    /** The lines of a day's file, made one by one, for `save`. It is a file of its own, with a number of its own. */
    stream: (type: FileType, day: Day) => linesOf(headerOf(type, day, day), bodyOf(type, day)),
    /** What was received by Pix, and what was taken or given back, in the order in which it was done. */
    pixMovements: (): readonly PixMovement[] => pixBook.movements,
    /** What arrives at the banks by file 04, by day and account. */
    deposits: () => depositsOf(book),
  }
}
export type CieloStatements = ReturnType<typeof cieloStatements>

function cardActs(book: Book) {
  return {
    sell: (asked: books.SaleAsked): CardSale => books.sell(book, asked),
    refund: (sale: CardSale, when: Parameters<typeof books.refund>[2]): Entry => books.refund(book, sale, when),
    chargeBack: (sale: CardSale, when: Parameters<typeof books.chargeBack>[2]): Entry => books.chargeBack(book, sale, when),
    undo: (entry: Entry, when: books.When): Entry => books.undo(book, entry, when),
    adjust: (asked: books.AdjustmentAsked): Entry => books.adjust(book, asked),
    rent: (asked: books.AdjustmentAsked): Entry => books.rent(book, asked),
    reserve: (sale: CardSale, asked: { day: Day; amount: number }): void => books.reserve(book, sale, asked),
    reprice: (sale: CardSale, fee: number): void => books.reprice(book, sale, fee),
    anticipate: (asked: NegotiationAsked) => books.anticipate(book, asked),
    /** The bank refuses the payments of a day. They are sent again on the next business day. */
    refuseByBank: (day: Day): void => void book.refusedByBank.add(day),
    entriesOf: (sale: CardSale): readonly Entry[] => books.entriesOf(book, sale),
  }
}

function pixActs(book: pix.PixBook) {
  return {
    receivePix: (asked: pix.PixAsked): PixMovement => pix.receivePix(book, asked),
    returnPix: (of: PixMovement, later: Parameters<typeof pix.returnPix>[2]): PixMovement => pix.returnPix(book, of, later),
    blockPix: (of: PixMovement, later: Parameters<typeof pix.blockPix>[2]): PixMovement => pix.blockPix(book, of, later),
    unblockPix: (of: PixMovement, later: Parameters<typeof pix.unblockPix>[2]): PixMovement => pix.unblockPix(book, of, later),
    compensatePix: (of: PixMovement, later: Parameters<typeof pix.compensatePix>[2]): PixMovement =>
      pix.compensatePix(book, of, later),
  }
}

/** The day that a file names for what came about on a day. */
function dated(type: FileType, day: Day): Day {
  return type === "03" || type === "16" ? plusDays(day, 1) : day
}
