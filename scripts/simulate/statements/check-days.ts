// What the pages of the days list is what Cielo's agenda and the books really differ in.
import { dayOf, dayOfDate } from "../../../src/base/day.ts"
import type { TransactionRow } from "../../../src/ledger/table.ts"
import type { IntentRow } from "../../../src/payments/intents/table.ts"
import { paymentsOf } from "../../../test/support/cielo-statements/payments.ts"
import type { CardSale } from "../../../test/support/cielo-statements/types.ts"
import { line } from "../../invariants/line.ts"
import type { Known } from "./known.ts"
import type { Written } from "./scribe.ts"

/** A sale that no file has is a difference from so many days after it on. */
const MISSED_AFTER = 3

type Part = { amount: number; fee: number; due: number }

export function checkDays(known: Known): string[] {
  const { clerk, open, told } = known
  const expected = [
    ...clerk.written().flatMap((each) => differencesOf(each, known)),
    ...clerk.foreign.filter(({ tid }) => told.has(tid)).map(({ amount }) => `only_there null ${amount}`),
  ]
  const found = open.map((row) =>
    row.kind === "differs"
      ? `differs ${row.payment_intent} ${[...new Set(row.details.map(({ what }) => what))].sort().join("+")}`
      : `${row.kind} ${row.payment_intent} ${row.amount}`,
  )
  return [
    ...expected.filter((each) => !found.includes(each)).map((each) => line(`a difference is not named: ${each}`, { found })),
    ...found
      .filter((each) => !expected.includes(each))
      .map((each) => line(`a difference is named that is none: ${each}`, { expected })),
    ...(found.length === expected.length ? [] : [line("differences are named twice", { found, expected })]),
  ]
}

function differencesOf(written: Written, known: Known): string[] {
  const { sale } = written
  const intent = known.intentOf(sale)
  const name = "pix" in written ? written.pix.id : written.card.tid
  if (!known.told.has(name)) return intent && isMissed(intent, known) ? [`only_here ${intent.id} ${intent.amount}`] : []
  if (!intent) return [`only_there ${known.orderedBy.get(sale.orderId)} ${sale.captured}`]
  const whats = whatDiffers(ourParts(intent, known.rows), theirParts(written, known))
  return whats.length === 0 ? [] : [`differs ${intent.id} ${whats.join("+")}`]
}

/** The payment of a sale that was learned of on a later day is of that day here. */
function isMissed(intent: IntentRow, { rows, clerk, today }: Known): boolean {
  const paid = rows.find(({ type, source }) => type === "payment" && source === intent.id)
  const day = dayOf(paid?.created ?? 0)
  return day + MISSED_AFTER <= today && day <= clerk.lastDay()
}

function ourParts({ id }: IntentRow, rows: readonly TransactionRow[]): Part[] {
  return rows
    .filter(({ type, source }) => type === "payment" && source === id)
    .sort((a, b) => a.part - b.part)
    .map(({ amount, fee, available_on }) => ({ amount, fee, due: dayOf(available_on) }))
}

/** What the newest files say of a sale. A settlement says on which day it really pays. */
function theirParts(written: Written, { clerk }: Known): Part[] {
  if ("pix" in written) {
    const { gross, fee, day } = written.pix
    return [{ amount: gross, fee: -fee, due: dayOfDate(day) as number }]
  }
  return partsOfCard(written.card, clerk)
}

function partsOfCard(card: CardSale, { statements, lastDay }: Known["clerk"]): Part[] {
  const payments = paymentsOf(statements.book).filter(({ day }) => (dayOfDate(day) as number) <= lastDay() + 1)
  return statements
    .entriesOf(card)
    .filter(({ type }) => ["01", "02", "03"].includes(type))
    .map((entry) => {
      const paid = payments.filter((each) => each.entry === entry).at(-1)
      return { amount: entry.gross, fee: -entry.commission, due: dayOfDate(paid?.day ?? entry.due) as number }
    })
}

/** Each side rounds each installment by itself. */
function whatDiffers(here: readonly Part[], there: readonly Part[]): string[] {
  const isOne = here.length === 1
  const roundings = isOne ? there.length : 1
  const pairs = isOne ? [[here[0], whole(there)] as const] : here.map((part, i) => [part, there[i]] as const)
  const whats = new Set<string>()
  for (const [ours, theirs] of pairs) {
    if (!ours || !theirs) continue
    if (ours.due !== theirs.due) whats.add("date")
    if (Math.abs(ours.fee - theirs.fee) > roundings) whats.add("fee")
    if (Math.abs(ours.amount - theirs.amount) > roundings) whats.add("amount")
  }
  return [...whats].sort()
}

function whole(parts: readonly Part[]): Part {
  const sum = (member: "amount" | "fee") => parts.reduce((all, part) => all + part[member], 0)
  return { amount: sum("amount"), fee: sum("fee"), due: parts[0]?.due ?? 0 }
}
