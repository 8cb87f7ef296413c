// Compares the acquirer's ledger with ours, once everything has settled.

import { listAttention } from "../../src/attention/list.ts"
import { systemClock } from "../../src/base/clock.ts"
import type { Database } from "../../src/db/database.ts"
import { type AttemptRow, attempts } from "../../src/payments/attempts/table.ts"
import { type IntentRow, paymentIntents } from "../../src/payments/intents/table.ts"
import { type RefundRow, refunds } from "../../src/payments/refunds/table.ts"
import type { Entry } from "../../test/cielo/control.ts"
import { testOnly } from "../../test/support/databases/statement.ts"

type Attempt = Pick<AttemptRow, "id" | "kind" | "state" | "reference" | "payment_intent">
type Intent = Pick<IntentRow, "id" | "status" | "amount" | "latest_attempt">
type Refund = Pick<RefundRow, "id" | "payment_intent" | "amount" | "status" | "reason">

const allAttempts = testOnly(attempts.find([], (rows) => rows.select("id", "kind", "state", "reference", "payment_intent")))
const allIntents = testOnly(paymentIntents.find([], (rows) => rows.select("id", "status", "amount", "latest_attempt")))
const allRefunds = testOnly(refunds.find([], (rows) => rows.select("id", "payment_intent", "amount", "status", "reason")))

export type Books = {
  sales: Entry[]
  attempts: Attempt[]
  intents: Intent[]
  refunds: Refund[]
  /** The output of `vintem attention list`: kinds by payment intent. */
  listed: Map<string, string[]>
}

const EVERYTHING = 1_000_000

/** Reads both ledgers. */
export async function readBooks(database: Database, sales: Entry[]): Promise<Books> {
  const { items } = await listAttention({ livemode: true, database, clock: systemClock }, { limit: EVERYTHING })
  const listed = new Map<string, string[]>()
  for (const { payment_intent, kind } of items) {
    if (payment_intent) listed.set(payment_intent, [...(listed.get(payment_intent) ?? []), kind])
  }
  return {
    sales,
    listed,
    attempts: await database.all(allAttempts, {}),
    intents: await database.all(allIntents, {}),
    refunds: await database.all(allRefunds, {}),
  }
}

/** Returns the differences, one per line. If empty, the ledgers agree to the cent, or a person was told where they do not yet agree. */
export function compareBooks(books: Books): string[] {
  const ordered = new Map(books.attempts.map((attempt) => [attempt.reference, attempt]))
  const intentOf = new Map(books.intents.map((intent) => [intent.id, intent]))
  const salesOf = Map.groupBy(
    books.sales.filter(({ captured }) => captured > 0),
    ({ order_id }) => ordered.get(order_id)?.payment_intent ?? "",
  )
  const refundsOf = Map.groupBy(books.refunds, ({ payment_intent }) => payment_intent)
  const strays = (salesOf.get("") ?? []).map((sale) => line("a sale without its payment intent", sale))
  return [
    ...strays,
    ...[...salesOf].flatMap(([id, sales]) =>
      id === "" ? [] : checkSales(intentOf.get(id)!, sales, refundsOf.get(id) ?? [], ordered, books),
    ),
    ...books.intents.flatMap((intent) => checkIntent(intent, salesOf.get(intent.id) ?? [], books)),
    ...books.attempts
      .filter((attempt) => isOpen(attempt, books))
      .map((attempt) => line("an attempt is open and not listed", attempt)),
  ]
}

/** The amount that the acquirer keeps of a payment's sales equals that of the payment, and only the payment's own sale is kept. */
function checkSales(
  intent: Intent,
  sales: Entry[],
  refunds: Refund[],
  ordered: Map<string, Attempt>,
  { listed }: Books,
): string[] {
  if (listed.has(intent.id)) return []
  const isOwn = ({ order_id }: Entry) => intent.status === "succeeded" && ordered.get(order_id)!.id === intent.latest_attempt
  const back = sum(refunds.filter(({ status }) => status === "succeeded").map(({ amount }) => amount))
  const wanted = intent.status === "succeeded" ? intent.amount - back : 0
  const strangers = sales.filter((sale) => !isOwn(sale) && keptOf(sale) > 0)
  if (strangers.length > 0) return [line("money was kept that no payment has", intent, ...strangers)]
  if (sales.filter((sale) => sale.voided < sale.captured).length > 1)
    return [line("a payment was charged twice", intent, ...sales)]
  const kept = sum(sales.map(keptOf))
  return kept === wanted ? [] : [line(`the acquirer kept ${kept} of a payment, not ${wanted}`, intent, ...sales, ...refunds)]
}

function checkIntent(intent: Intent, sales: Entry[], { listed }: Books): string[] {
  if (listed.has(intent.id)) return []
  if (intent.status === "processing" || intent.status === "requires_action")
    return [line("a payment is open and not listed", intent)]
  if (intent.status !== "succeeded") return []
  const taken = sales.filter(({ captured }) => captured === intent.amount)
  return taken.length > 0 ? [] : [line("a payment succeeded without its sale", intent, ...sales)]
}

/** Returns the merchant's share of a sale, in cents. */
function keptOf({ captured, voided, charged_back }: Entry): number {
  return captured - voided - charged_back
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

/** A sale that was given up is watched for days, in case it is paid after all. */
function isOpen({ state, payment_intent }: Attempt, { listed }: Books): boolean {
  return state !== "done" && state !== "given_up" && !(payment_intent && listed.has(payment_intent))
}

function line(what: string, ...rows: object[]): string {
  return [what, ...rows.map((row) => JSON.stringify(row))].join("\n    ")
}
