import { dateOf } from "../../../src/base/day.ts"
import type { TransactionRow } from "../../../src/ledger/table.ts"
import type { IntentRow } from "../../../src/payments/intents/table.ts"
import type { PayoutRow } from "../../../src/payouts/tables.ts"
import type { DepositRow, DifferenceRow } from "../../../src/statements/tables.ts"
import type { Sale } from "../../../test/cielo/ledger.ts"
import { netOf } from "../../../test/support/cielo-statements/entries.ts"
import type { StatementFile } from "../../../test/support/cielo-statements/file.ts"
import { netOfNegotiation } from "../../../test/support/cielo-statements/negotiation-lines.ts"
import { type Payment, paymentsOf } from "../../../test/support/cielo-statements/payments.ts"
import type { CardSale, Entry, Negotiation, PixMovement } from "../../../test/support/cielo-statements/types.ts"
import type { Clerk } from "./clerk.ts"

/** What Cielo has, and what was booked. Days count from 1970. */
export type Known = {
  clerk: Clerk
  read: readonly StatementFile[]
  today: number
  /** The payments that wait for the operator. */
  listed: ReadonlySet<string | null>
  /** What was paid back of a charge by hand, in cents: not with Cielo's money. */
  paidByHand(charge: string): number
  rows: readonly TransactionRow[]
  payouts: readonly PayoutRow[]
  /** Which deposit has taken a row. */
  takenBy: ReadonlyMap<string, string | null>
  /** The deposits by their payouts. */
  current: ReadonlyMap<string, DepositRow>
  /** Differences that have not gone away. */
  open: readonly DifferenceRow[]
  /** Which payment has ordered a sale, by the order's reference. */
  orderedBy: ReadonlyMap<string, string | null>
  /** The payment that keeps a sale. */
  intentOf(sale: Sale): IntentRow | undefined
  /** What files tell of: sales by TID, and each movement of a Pix by its id. */
  told: ReadonlySet<string>
}

/** Which payment a sale of the statements is. */
export function paymentsBySale({ clerk, intentOf }: Known): ReadonlyMap<CardSale | PixMovement, IntentRow> {
  return new Map(
    clerk.written().flatMap((each) => {
      const intent = intentOf(each.sale)
      return intent ? [["pix" in each ? each.pix : each.card, intent] as const] : []
    }),
  )
}

/** Money that reaches the merchant's bank account on a day, in cents, what it pays, and whether Vintém knows any of that. */
export type Arrived = {
  day: string
  amount: number
  isKnown: boolean
  entries: Entry[]
  pix: PixMovement[]
  negotiation?: Negotiation
}

/** The deposits that files tell of so far: cards by day, Pix by day, and each negotiation. */
export function arrivedSoFar(known: Known): Arrived[] {
  const { clerk } = known
  const { statements } = clerk
  const own = paymentsBySale(known)
  const [last, next] = [dateOf(clerk.lastDay()), dateOf(clerk.lastDay() + 1)]
  const isOurs = ({ sale }: Entry) => sale === null || own.has(sale)
  const moved = paymentsOf(statements.book).filter(({ day, standing }) => day <= next && isMoved(standing))
  const cards = [...Map.groupBy(moved, ({ day }) => day)].map(([day, payments]) => {
    const entries = payments.map(({ entry }) => entry)
    return {
      day,
      amount: sumOf(entries.map(netOf)),
      isKnown: entries.some((each) => each.type !== "11" && isOurs(each)),
      entries,
      pix: [],
    }
  })
  const movements = statements.pixMovements().filter(({ day, id }) => day <= last && known.told.has(id))
  const pix = [...Map.groupBy(movements, ({ day }) => day)].map(([day, all]) => {
    const isKnown = all.some((each) => own.has(each.original ?? each))
    return { day, amount: sumOf(all.map(({ gross, fee }) => gross + fee)), isKnown, entries: [], pix: all }
  })
  const negotiated = statements.book.negotiations
    .filter(({ payment }) => payment <= next)
    .map((negotiation) => {
      const { payment: day } = negotiation
      return { day, amount: netOfNegotiation(negotiation), isKnown: true, entries: [], pix: [], negotiation }
    })
  return [...cards, ...pix, ...negotiated]
}

/** What negotiations have paid before it was due: Cielo says so, or what it takes for that leaves nothing of a day. */
export function paidBefore({ clerk }: Known): Entry[] {
  const next = dateOf(clerk.lastDay() + 1)
  const due = paymentsOf(clerk.statements.book).filter(({ day }) => day <= next)
  const days = Map.groupBy(
    due.filter(({ standing }) => isMoved(standing)),
    ({ day }) => day,
  )
  const isNothing = (payments: Payment[]) =>
    sumOf(payments.map(({ entry }) => netOf(entry))) === 0 && payments.some(({ entry }) => entry.type === "11")
  return [...due.filter(({ standing }) => standing === "negotiated"), ...[...days.values()].filter(isNothing).flat()].map(
    ({ entry }) => entry,
  )
}

export function isMoved(standing: Payment["standing"]): boolean {
  return standing === "moved" || standing === "again"
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
