// The real fee and day of a sale replace those that were expected.
import { dayOf } from "../../base/day.ts"
import { cents, integer } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { TransactionRow } from "../../ledger/table.ts"
import { counting, type Posting } from "../effects/effect.ts"
import { saleEffects } from "../effects/sale.ts"
import type { Charge, ExpectedPart } from "../matching/charge.ts"
import { isRounding, type Pair, pairsOf } from "../matching/compare.ts"
import type { Sale } from "../matching/sales.ts"
import { statementParts } from "../tables.ts"
import type { Posted } from "./matters.ts"

const ofPayment = statementParts.find(["account", "payment_intent"], (rows) => rows.orderBy("installment"))
const putPart = statementParts.statement(
  ["account", "payment_intent", "installment", { amount: cents(), fee: cents(), due_on: integer() }],
  (_, p, k) =>
    k.raw<void>(
      `INSERT INTO statement_parts (account, payment_intent, installment, amount, fee, due_on)
       VALUES (:account, :payment_intent, :installment, :amount, :fee, :due_on)
       ON CONFLICT (account, payment_intent, installment) DO UPDATE
       SET amount = excluded.amount, fee = excluded.fee, due_on = excluded.due_on`,
      {
        ...{ account: p.account, payment_intent: p.payment_intent, installment: p.installment },
        ...{ amount: p.amount, fee: p.fee, due_on: p.due_on },
      },
    ),
)

/** The parts that a payment was expected to come in. */
export function expectedParts(rows: readonly TransactionRow[]): ExpectedPart[] {
  return rows
    .filter(({ type }) => type === "payment")
    .map(({ installment, amount, fee, available_on }) => ({
      installment: installment ?? 1,
      amount,
      fee,
      due_on: dayOf(available_on),
    }))
}

/** The parts with what statements have changed. */
export async function partsNow(
  db: Queries,
  { account, payment_intent }: { account: string; payment_intent: string },
  expected: readonly ExpectedPart[],
): Promise<ExpectedPart[]> {
  const rows = await db.all(ofPayment, { account, payment_intent })
  const known = rows.map(({ installment, amount, fee, due_on }) => ({ installment, amount, fee, due_on }))
  // One part of ours may be all installments of the statement.
  if (expected.length === 1 && known.length > 0) return known
  return expected.map((part) => known.find(({ installment }) => installment === part.installment) ?? part)
}

export type SaleChange = { postings: Posted[]; parts: ExpectedPart[] }

/**
 * What a sale posts, each with its installment, and the parts afterwards. `since`: what was paid before this day belongs to the opening of
 * deposits, and is left alone.
 */
export function changeOf(charge: Charge, sale: Sale, { today, since }: { today: number; since: number }): SaleChange {
  const counts = ({ all, here }: Pair) => all.every(({ due_on }) => (due_on ?? here.due_on) >= since)
  const change: SaleChange = { postings: [], parts: [] }
  for (const pair of sale.rejected ? [] : pairsOf(charge, sale).filter(counts)) {
    const whole = pair.all.length > 1
    // One part of ours may be all installments of the statement.
    const one = whole ? sale : { ...sale, installments: 1, parts: [pair.there] }
    const effects = saleEffects({ charge: { ...charge, parts: [pair.here] }, sale: one }, today)
    const postings = effects.filter((effect): effect is Posting => effect.do === "post")
    if (postings.length === 0) continue
    const parts = partsAfter(pair, today)
    change.postings.push(...postings.map((each) => ({ ...each, installment: installmentOf(each, parts, today) })))
    change.parts.push(...parts)
  }
  return change
}

/** Money that moves to a day is of the installment that is paid on it. What leaves the old day, or is no matter of days, is of the first. */
function installmentOf({ reason, on, amount }: Posting, parts: readonly ExpectedPart[], today: number): number {
  const [first] = parts
  const paid = reason === "date" && amount > 0 ? parts.find(({ due_on }) => counting(due_on, today) === on) : undefined
  return (paid ?? first)?.installment ?? 1
}

function partsAfter({ here, there, all, rounded }: Pair, today: number): ExpectedPart[] {
  const change = there.amount - here.amount
  const amount = here.amount + (isRounding(change, rounded) ? change : 0)
  const dayAfter = (due_on: number | null) =>
    counting(due_on ?? here.due_on, today) === counting(here.due_on, today) ? here.due_on : counting(due_on ?? here.due_on, today)
  if (all.length === 1) return [{ installment: here.installment, amount, fee: there.fee, due_on: dayAfter(there.due_on) }]
  const others = all.slice(1).reduce((sum, part) => sum + part.amount, 0)
  return all.map((part, index) => ({
    installment: part.installment,
    amount: index === 0 ? amount - others : part.amount,
    fee: part.fee,
    due_on: dayAfter(part.due_on),
  }))
}

/** Keeps the parts that a payment has now. */
export function keepParts(
  tx: Transaction,
  { account, payment_intent }: { account: string; payment_intent: string },
  parts: readonly ExpectedPart[],
): void {
  for (const part of parts) tx.send(putPart, { account, payment_intent, ...part })
}
