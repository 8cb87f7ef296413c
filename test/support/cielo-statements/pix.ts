import type { Day } from "./columns.ts"
import { percentOf } from "./entries.ts"
import type { Ids } from "./ids.ts"
import type { Establishment, PixMovement } from "./types.ts"

/** What was received by Pix, and what was taken or given back of it. File 16 is written from it. */
export type PixBook = { ids: Ids; establishments: Establishment[]; movements: PixMovement[] }

export type PixAsked = Partial<PixMovement> & { day: Day; amount: number }

/** Somebody pays by Pix: by default at 0.99 %. */
export function receivePix(book: PixBook, { amount, ...asked }: PixAsked): PixMovement {
  const { ids } = book
  const time = asked.time ?? ids.time()
  const terms = asked.terms ?? { percent: 99 }
  return add(book, {
    ...{ type: "01", gross: amount, time, terms, origin: "", transferStatus: "05", original: null },
    establishment: book.establishments[0] as Establishment,
    fee: "each" in terms ? -terms.each : -percentOf(amount, terms.percent),
    id: ids.pix("E", asked.day, time),
    nsu: ids.nsu(),
    txid: ids.order(),
    ...asked,
  })
}

type Later = { day: Day; amount?: number } & Partial<Pick<PixMovement, "id" | "nsu" | "time" | "original">>

/** Sends back all of a Pix, or an amount of it. Its fee does not come back. */
export function returnPix(book: PixBook, pix: PixMovement, later: Later): PixMovement {
  return adjustPix(book, pix, later, { type: "03", origin: "17", transferStatus: "05" })
}

/** Special return mechanism (MED): the payer's bank says that it was fraud, and money is blocked. */
export function blockPix(book: PixBook, pix: PixMovement, later: Later): PixMovement {
  return adjustPix(book, pix, later, { type: "03", origin: "23", transferStatus: "06" })
}

/** The block ends, and the money is the merchant's again. */
export function unblockPix(book: PixBook, pix: PixMovement, later: Later): PixMovement {
  return adjustPix(book, pix, later, { type: "02", origin: "24", transferStatus: "07" })
}

/** The money goes to the payer for good. */
export function compensatePix(book: PixBook, pix: PixMovement, later: Later): PixMovement {
  return adjustPix(book, pix, later, { type: "03", origin: "26", transferStatus: "09" })
}

type Kind = { type: "02" | "03"; origin: string; transferStatus: string }

function adjustPix(book: PixBook, pix: PixMovement, { amount, ...later }: Later, kind: Kind): PixMovement {
  const asked = amount ?? pix.gross
  if (asked <= 0 || asked > pix.gross) throw new RangeError(`${asked} is not within the ${pix.gross} cents of the Pix`)
  const time = later.time ?? book.ids.time()
  return add(book, {
    ...{ ...kind, time, establishment: pix.establishment, txid: "", original: pix, terms: { percent: 0 } },
    gross: kind.type === "03" ? -asked : asked,
    fee: kind.type === "03" ? -0 : 0,
    id: book.ids.pix("D", later.day, time),
    nsu: book.ids.nsu(),
    ...later,
  })
}

function add(book: PixBook, movement: PixMovement): PixMovement {
  book.movements.push(movement)
  return movement
}
