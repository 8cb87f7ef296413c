// What the balance of the acquirer's money has, and no deposit has taken, is what Cielo still owes the merchant: of each payment, and of all else.
import { dateOf } from "../../../src/base/day.ts"
import type { TransactionRow } from "../../../src/ledger/table.ts"
import type { IntentRow } from "../../../src/payments/intents/table.ts"
import { netOf } from "../../../test/support/cielo-statements/entries.ts"
import type { CardSale, Entry, Negotiation, PixMovement } from "../../../test/support/cielo-statements/types.ts"
import { line } from "../../invariants/line.ts"
import { arrivedSoFar, type Known, paidBefore, paymentsBySale, sumOf } from "./known.ts"

type Part = Negotiation["parts"][number]

export function checkOwed(known: Known): string[] {
  const { clerk, rows, takenBy } = known
  const own = paymentsBySale(known)
  const paid = arrivedSoFar(known).filter(({ amount, isKnown }) => amount > 0 && isKnown)
  const arrived = new Set([...paid.flatMap(({ entries }) => entries), ...paidBefore(known)])
  const back = new Set(paid.flatMap(({ pix }) => pix))
  const { entries, movements } = toldUntil(known, dateOf(clerk.lastDay()))
  const open = entries.filter((entry) => !arrived.has(entry))
  const openPix = movements.filter((each) => !back.has(each))
  const free = rows.filter(({ id, funds }) => funds === "acquirer" && !takenBy.has(id))
  const settledOwn = [...own].filter(([sale, { id }]) => !known.listed.has(id) && isTold(sale, known))
  const wrong = settledOwn.flatMap(([sale, intent]) => {
    const { id } = intent
    const ofSale = open.filter((entry) => entry.sale === sale).map(netOf)
    const ofPix = openPix.filter((each) => (each.original ?? each) === sale).map(netOfPix)
    return compare(`the payment ${id}`, of(free, id), sumOf([...ofSale, ...ofPix]) - refundedByHand(intent, known), known)
  })
  const others = open.filter(({ sale }) => sale === null).map(netOf)
  return [...wrong, ...compare("no payment", of(free, null), sumOf(others) - cededBy(known, arrived), known)]
}

/** What Cielo will take of a sale whose lines are in no file yet, nobody can know. */
function isTold(sale: CardSale | PixMovement, { told }: Known): boolean {
  return told.has("tid" in sale ? sale.tid : sale.id)
}

/** What a refund by hand has taken from the balance, although Cielo pays it. */
function refundedByHand({ id, charge }: IntentRow, { rows, paidByHand }: Known): number {
  const amount = paidByHand(charge ?? "")
  const refunds = Map.groupBy(
    of(rows, id).filter(({ type }) => type === "refund"),
    ({ source }) => source,
  )
  const made = [...refunds.values()].find((parts) => sumOf(parts.map((part) => -part.amount)) === amount) ?? []
  return sumOf(made.map(({ net }) => -net))
}

/** What negotiations have paid early, and is due later: its sales still wait, and this much less is to come with them. */
function cededBy(known: Known, arrived: ReadonlySet<Entry>): number {
  const ceded = new Set([...arrived].filter(({ type }) => type === "11").map(({ received }) => received))
  const paid = arrivedSoFar(known).flatMap(({ negotiation }) => negotiation?.parts ?? [])
  const isOver = ({ received, entries }: Part) => ceded.has(received) || entries.every((entry) => arrived.has(entry))
  return sumOf(paid.filter((part) => !isOver(part)).map(({ gross }) => gross))
}

function of(rows: readonly TransactionRow[], payment: string | null): TransactionRow[] {
  return rows.filter(({ payment_intent }) => payment_intent === payment)
}

/** What files tell of. */
function toldUntil({ clerk: { statements } }: Known, last: string): { entries: Entry[]; movements: PixMovement[] } {
  return {
    entries: statements.book.entries.filter(({ day }) => day <= last),
    movements: statements.pixMovements().filter(({ day }) => day <= last),
  }
}

function netOfPix({ gross, fee }: PixMovement): number {
  return gross + fee
}

function compare(what: string, free: readonly TransactionRow[], owed: number, { rows, takenBy }: Known): string[] {
  const balance = sumOf(free.map(({ net }) => net))
  if (balance === owed) return []
  const about = rows.filter(
    ({ payment_intent }) => free.some((row) => row.payment_intent === payment_intent) || what.includes(payment_intent ?? "-"),
  )
  const shown = about.map((row) => ({ ...row, taken: takenBy.get(row.id) ?? null }))
  return [line(`the balance has ${balance} of ${what}, and Cielo owes ${owed}`, ...shown)]
}
