// What of an acquirer's list differs from what is booked. Only questions follow: what the acquirer answers to them is booked.
import { scopeOf } from "../../accounts/scope.ts"
import type { ListedPayment } from "../../acquirers/listing.ts"
import { leftOf } from "../../acquirers/sale.ts"
import { json } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { orderInquiry } from "../attempts/charges.ts"
import { mustFindAttempt } from "../attempts/store.ts"
import { type AttemptRow, attempts } from "../attempts/table.ts"
import { compareTotal } from "../disputes/shown.ts"
import { disputesOf } from "../disputes/store.ts"
import { differencesOf, isReversalOpen, madeBy, returnedTwice } from "../inquiries/booking.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { publicCharge, publicChargeOf } from "../intents/present.ts"
import { holdIntentOf, intentOf } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"
import { noteNotification } from "../notifications.ts"
import { refundsBySending, sumOf } from "../refunds/left.ts"

const BATCH = 200

const salesNamed = attempts.statement(["account", "acquirer", { references: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account, acquirer: p.acquirer, kind: "charge" }).whereRaw(isOneOf(k, "reference"), [p.references]),
)
const allAbout = attempts.statement(["account", "acquirer", { charges: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account, acquirer: p.acquirer }).whereRaw(isOneOf(k, "charge"), [p.charges]).orderBy("id"),
)

/** A listed payment, its sale, and every attempt that concerns the payment. */
type Known = { payment: ListedPayment; sale: AttemptRow; about: readonly AttemptRow[] }

/** `look_up`: the sale is open, and its look-up decides. Otherwise the charge that the acquirer is asked about. */
type Question = "look_up" | { charge: string }

/**
 * Orders a question about each listed payment that differs from what is booked. Returns how many name a sale that is not known. Ordering again changes
 * nothing.
 */
export async function askAboutDifferences(
  scope: PaymentScope,
  acquirer: string,
  listed: readonly ListedPayment[],
): Promise<number> {
  let unknown = 0
  for (let first = 0; first < listed.length; first += BATCH) {
    const batch = listed.slice(first, first + BATCH)
    const known = await salesOf(scope, acquirer, batch)
    unknown += batch.length - known.length
    for (const one of known) await askAbout(scope, one)
  }
  return unknown
}

async function salesOf({ mode, account }: PaymentScope, acquirer: string, batch: readonly ListedPayment[]): Promise<Known[]> {
  const { database, log } = mode
  const of = { account, acquirer }
  const named = await database.all(salesNamed, { ...of, references: batch.map(({ reference }) => reference) })
  const charges = batch.flatMap(({ charge, unpaid }) => [charge, unpaid])
  const attemptsAbout = await database.all(allAbout, { ...of, charges })
  const sales = new Map(named.map((sale) => [sale.reference, sale]))
  const about = Map.groupBy(attemptsAbout, ({ charge }) => charge)
  return batch.flatMap((payment) => {
    const own = about.get(payment.charge) ?? []
    // Retries share a charge: what pays it belongs to the newest one.
    const newest = about.get(payment.unpaid)?.findLast(({ kind }) => kind === "charge")
    const sale = own.find(({ kind }) => kind === "charge") ?? newest ?? sales.get(payment.reference)
    if (sale) return [{ payment, sale, about: own }]
    log.warn({ ...of, charge: payment.charge }, "an acquirer lists a payment whose sale is not known")
    return []
  })
}

async function askAbout(scope: PaymentScope, known: Known): Promise<void> {
  const { mode } = scope
  const { payment, sale } = known
  const intent = await intentOf(mode.database, sale)
  const question = await questionOf(mode.database, known, intent)
  if (!question) return
  const { account, acquirer, payment_intent } = sale
  mode.log.warn(
    { account, payment_intent, charge: payment.charge },
    "an acquirer lists a payment otherwise than it is booked: it is asked about it",
  )
  if (question === "look_up") {
    await noteNotification(mode, { acquirer, account, reference: sale.reference, chargeback: false })
    return
  }
  await mode.database.transaction(async (tx) => {
    const held = await holdIntentOf(tx, sale)
    const first = await mustFindAttempt(tx, sale)
    await orderInquiry(tx, await scopeOf(tx, mode, account), first, { ...held, charge: question.charge })
  })
}

async function questionOf(db: Queries, known: Known, intent: IntentRow): Promise<Question | undefined> {
  const { payment, sale, about } = known
  const { charge, unpaid, is_shared } = payment
  const isPaid = intent.status === "succeeded"
  if (isPaid && intent.charge === charge) return (await differsFromKept(db, intent, payment)) ? { charge } : undefined
  // A person has said that it was paid, before anybody knew by which payment: the question is what there is beside the first one.
  if (isPaid && intent.charge === unpaid) return { charge: unpaid }
  // The same of a sale whose charge was never known. The payment is its own.
  if (isPaid && intent.charge === null) return undefined
  if (isOpen(sale)) return "look_up"
  // The payment may be that of a retry, which is looked up by itself until it is decided.
  if (is_shared && about.length === 0) return undefined
  const reversal = about.find(({ kind }) => kind === "reversal")
  return (await differsFromReturned(db, known, intent, reversal)) ? { charge } : undefined
}

/** A sale that was given up is no longer looked up, or not for this payment. */
function isOpen({ state }: AttemptRow): boolean {
  return state !== "done" && state !== "given_up"
}

/** Whether more of the payment that an intent keeps has gone back than is booked. */
async function differsFromKept(db: Queries, intent: IntentRow, held: ListedPayment): Promise<boolean> {
  if (held.gone_back === 0 && held.charged_back === 0) return false
  const { sent } = await refundsBySending(db, intent)
  const refunded = sumOf(sent.filter(({ reason }) => reason !== "dispute"))
  const disputed = await disputedOf(db, intent, publicCharge(intent), held.charged_back)
  const found = differencesOf(held, { amount: intent.amount, refunded, disputed })
  // What was captured beyond the intent's amount goes back first, and is no refund.
  const isExcess = held.captured > intent.amount && held.gone_back > refunded
  return found.refunded > 0 || found.disputed > 0 || isExcess
}

/** Whether a payment that its intent does not keep waits for nothing that sends it back, or was taken as well as sent back. */
async function differsFromReturned(
  db: Queries,
  { payment, sale, about }: Known,
  intent: IntentRow,
  reversal: AttemptRow | undefined,
): Promise<boolean> {
  if (isReversalOpen(reversal)) return false
  const left = leftOf(payment)
  if (reversal ? reversal.state === "by_hand" && left < (reversal.amount ?? left) : left > 0) return true
  const first = about.find(({ kind }) => kind === "charge") ?? about[0] ?? sale
  const total = returnedTwice(payment, madeBy(reversal))
  return total > (await disputedOf(db, intent, publicChargeOf({ id: first.id, charge: payment.charge }), total))
}

async function disputedOf(db: Queries, intent: IntentRow, charge: string | null, total: number): Promise<number> {
  const disputes = (await disputesOf(db, intent)).filter((dispute) => dispute.charge === charge)
  return compareTotal(total, disputes, "look_up").counted
}
