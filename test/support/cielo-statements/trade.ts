import { randomFrom } from "../../../scripts/merchants/random.ts"
import { captured } from "./body.ts"
import { plusDays } from "./calendar.ts"
import type { Day } from "./columns.ts"
import { linesOf } from "./file.ts"
import type { CieloStatements } from "./statements.ts"
import { BRANDS } from "./tables.ts"
import type { Brand, CardSale, PixMovement } from "./types.ts"

/** How much a merchant trades. `trouble` is the share of sales that are refunded or charged back within ten days. */
export type Trade = { seed: number; from: Day; days: number; perDay: number; trouble?: number; pix?: number }

const NAMES = Object.keys(BRANDS) as Brand[]

/** Sells on each day of a period, and takes back a part of it. The seed decides what. Rent is taken on the first day. */
export function trade(cielo: CieloStatements, { seed, from, days, perDay, trouble = 0.05, pix = 0.3 }: Trade) {
  const random = randomFrom(seed)
  const sales: CardSale[] = []
  const received: PixMovement[] = []
  cielo.rent({ day: from, amount: random.integer(1000, 9000) })
  for (let index = 0; index < days; index++) {
    const day = plusDays(from, index)
    for (let sold = 0; sold < perDay; sold++) {
      const amount = random.integer(100, 500_000)
      if (random.chance(pix)) {
        const terms = random.chance(0.5) ? { percent: 99 } : { each: random.integer(0, 99) }
        received.push(cielo.receivePix({ day, amount, terms }))
        continue
      }
      const brand = random.pick(NAMES)
      const debit = BRANDS[brand].debit !== "" && random.chance(0.3)
      const installments = debit || random.chance(0.5) ? 1 : random.integer(2, 12)
      sales.push(cielo.sell({ day, amount, brand, debit, installments }))
    }
  }
  for (const sale of sales) if (random.chance(trouble)) takeBack(cielo, sale, random)
  for (const one of received)
    if (random.chance(trouble)) cielo.returnPix(one, { day: plusDays(one.day, 1), amount: random.integer(1, one.gross) })
  return { sales, received }
}

/**
 * The lines of a file 03 with many sales at once of a day, drawn one by one, so that a file of any size needs little memory. `cielo` must
 * be used for nothing else.
 */
export function manyCaptured(cielo: CieloStatements, day: Day, sales: number): Iterable<string> {
  const { book } = cielo
  function* body(): Iterable<string> {
    for (let sold = 0; sold < sales; sold++) {
      cielo.sell({ day, amount: cielo.ids.random.integer(100, 500_000), brand: cielo.ids.random.pick(NAMES) })
      yield* captured(book, day)
      book.entries.length = 0
      book.ofSale.clear()
    }
  }
  return linesOf({ ...cielo.captured(day).header }, body())
}

function takeBack(cielo: CieloStatements, sale: CardSale, random: ReturnType<typeof randomFrom>): void {
  const day = plusDays(sale.day, random.integer(1, 10))
  const part = { day, amount: random.chance(0.5) ? sale.amount : random.integer(1, sale.amount) }
  const taken = random.chance(0.5) ? cielo.refund(sale, part) : cielo.chargeBack(sale, part)
  if (random.chance(0.3)) cielo.undo(taken, { day: plusDays(day, random.integer(1, 40)) })
}
