// Writes what Cielo really holds into its merchant's agenda, from which its files are made.
import { dateOf, dayOf } from "../../../src/base/day.ts"
import type { Sale } from "../../../test/cielo/ledger.ts"
import type { CieloStatements } from "../../../test/support/cielo-statements/statements.ts"
import type { Brand, CardSale, PixMovement } from "../../../test/support/cielo-statements/types.ts"
import type { Random } from "../../merchants/random.ts"
import { AUTOMATIC, DEARER, feeOf, SLOW_BRAND } from "./contract.ts"

/** The share of sales that cost more than agreed. */
const REPRICED = 0.06

/** What a sale of Cielo is in the statements. */
export type Written = { sale: Sale } & ({ card: CardSale } | { pix: PixMovement })

export type Scribe = {
  /** The sales that were written down. */
  written(): Written[]
  /** Writes down what has happened until the end of a day. */
  write(day: number): void
}

/** `sales` are all that Cielo has. */
export function scribeOf({
  statements,
  sales,
  random,
}: {
  statements: CieloStatements
  sales: () => Sale[]
  random: Random
}): Scribe {
  const written = new Map<Sale, Written>()
  const told = new Set<Sale["refunds"][number] | Sale["chargebacks"][number]>()

  function writeSale(sale: Sale): Written {
    const day = dateOf(dayOfMs(sale.capturedAt as number))
    const { numbers, orderId: order, captured: amount } = sale
    if (sale.type === "Pix")
      return { sale, pix: statements.receivePix({ day, amount, id: sale.endToEndId as string, terms: { percent: 99 } }) }
    const { CreditCard = {}, Installments: installments = 1 } = sale.payment as { CreditCard?: Card; Installments?: number }
    const { Brand: brand = "Visa", CardNumber = "" } = CreditCard
    const names = { tid: numbers.tid, nsu: numbers.proofOfSale, authorization: numbers.authorizationCode, order }
    const fee = feeOf(installments) + (random.chance(REPRICED) ? DEARER : 0)
    const automatic = brand === SLOW_BRAND ? 0 : AUTOMATIC
    const asked = { ...names, day, amount, brand, installments, lastFour: CardNumber.slice(-4), fee, automatic }
    return { sale, card: statements.sell(asked) }
  }

  /** What went back of a sale. */
  function writeLater(each: Written, day: number): void {
    for (const refund of each.sale.refunds) {
      const { amount, due, state } = refund
      if (told.has(refund) || state !== "done" || dayOfMs(due) > day) continue
      told.add(refund)
      const when = { day: dateOf(dayOfMs(due)), amount }
      if ("pix" in each) statements.returnPix(each.pix, when)
      else statements.refund(each.card, when)
    }
    for (const chargeback of each.sale.chargebacks) {
      const { Date: at, Amount: amount } = chargeback
      if ("pix" in each || told.has(chargeback) || at > dateOf(day)) continue
      told.add(chargeback)
      statements.chargeBack(each.card, { day: at, amount })
    }
  }

  return {
    written: () => [...written.values()],
    write: (day) => {
      for (const sale of sales()) {
        const isDue = isTaken(sale) && dayOfMs(sale.capturedAt as number) <= day
        if (isDue && !written.has(sale)) written.set(sale, writeSale(sale))
      }
      for (const each of written.values()) writeLater(each, day)
    },
  }
}

type Card = { Brand?: Brand; CardNumber?: string }

/** Boletos are in no statement that is read. */
function isTaken({ type, captured, capturedAt }: Sale): boolean {
  return type !== "Boleto" && captured > 0 && capturedAt !== null
}

function dayOfMs(ms: number): number {
  return dayOf(Math.floor(ms / 1000))
}
