// Compares what Cielo holds of each charge with what is booked, once everything has come to rest.

import type { Database } from "../../src/db/database.ts"
import { type AttemptRow, attempts } from "../../src/payments/attempts/table.ts"
import { type DisputeRow, disputes } from "../../src/payments/disputes/table.ts"
import { publicCharge, publicChargeOf } from "../../src/payments/intents/present.ts"
import { type IntentRow, paymentIntents } from "../../src/payments/intents/table.ts"
import { type RefundRow, refunds } from "../../src/payments/refunds/table.ts"
import type { Entry } from "../../test/cielo/control.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { Desk } from "./desk.ts"
import { orderIn } from "./own-bank.ts"

const allAttempts = testOnly(attempts.find(["account"], (rows) => rows.orderBy("id")))
const allIntents = testOnly(paymentIntents.find(["account"], (rows) => rows.orderBy("id")))
const allRefunds = testOnly(refunds.find(["account"], (rows) => rows.orderBy("id")))

const allDisputes = testOnly(disputes.find(["account"], (rows) => rows.orderBy("id")))

/** What is booked of an account, with the sales at Cielo that it has ordered. */
export type Books = {
  sales: Entry[]
  attempts: AttemptRow[]
  intents: IntentRow[]
  refunds: RefundRow[]
  disputes: DisputeRow[]
}

/** `listed`: the payments that wait for the operator. `desk`: what the operator has done so far. */
export type Known = { listed: ReadonlySet<string | null>; desk: Pick<Desk, "accepted" | "heldOf" | "paidByHand"> }

export async function readBooks(database: Database, account: string, ledger: readonly Entry[]): Promise<Books> {
  const ordered = await database.all(allAttempts, { account })
  const references = new Set(ordered.map(({ reference }) => reference))
  return {
    sales: ledger.filter(({ order_id }) => references.has(order_id)),
    attempts: ordered,
    intents: await database.all(allIntents, { account }),
    refunds: await database.all(allRefunds, { account }),
    disputes: await database.all(allDisputes, { account }),
  }
}

/** Returns the differences that are not on the attention list, one for each line. `books` are those of all accounts. */
export function compareBooks(ledger: readonly Entry[], books: readonly Books[], known: Known): string[] {
  const ordered = new Set(books.flatMap(({ attempts }) => attempts.map(({ reference }) => reference)))
  return [
    ...ledger
      .filter(({ captured, order_id }) => captured > 0 && !ordered.has(order_id))
      .map((sale) => line("a sale without its payment intent", sale)),
    ...ledger.filter(isDoneTwice).map((sale) => line(DONE_TWICE, sale)),
    ...books.flatMap((each) => checkAccount(each, known)),
  ]
}

export const DONE_TWICE = "Cielo has done an order twice"

/** Cielo gives another order id to a sale only if it has made one of that order before. */
export function isDoneTwice({ sent_order_id, order_id }: Entry): boolean {
  return sent_order_id !== null && sent_order_id !== order_id
}

function checkAccount({ sales, attempts, intents, refunds, disputes }: Books, known: Known): string[] {
  const intentOf = new Map(attempts.map(({ reference, payment_intent }) => [reference, payment_intent]))
  // A charge by mandate that is tried again keeps its order. Its money belongs to the intent that has succeeded with it.
  const kept = intents.filter(({ status }) => status === "succeeded")
  const keptBy = new Map(kept.map(({ charge, id }) => [orderIn(charge) ?? charge, id]))
  const salesOf = Map.groupBy(
    sales,
    ({ payment_id, order_id }) => keptBy.get(payment_id) ?? keptBy.get(order_id) ?? intentOf.get(order_id),
  )
  const attemptsOf = Map.groupBy(attempts, ({ payment_intent }) => payment_intent)
  const refundsOf = Map.groupBy(refunds, ({ payment_intent }) => payment_intent)
  const disputesOf = Map.groupBy(disputes, ({ payment_intent }) => payment_intent)
  const others = attemptsOf.get(null) ?? []
  return [
    ...others.filter(isOpen).map((attempt) => line(`a ${attempt.kind} is open`, attempt)),
    ...intents.flatMap((intent) => {
      const { id } = intent
      const parts = { attempts: attemptsOf.get(id), refunds: refundsOf.get(id), disputes: disputesOf.get(id) }
      const { attempts = [], refunds = [], disputes = [] } = parts
      return checkPayment(intent, { sales: salesOf.get(id) ?? [], attempts, refunds, disputes }, known)
    }),
  ]
}

const OPEN = ["processing", "requires_action", "requires_capture"]

/** The status of a card's sale that is authorized and not captured. */
const AUTHORIZED = 1

/** Of a payment that waits for the operator, nothing may be booked that has not happened, but something may be missing. */
function checkPayment(
  intent: IntentRow,
  { sales, attempts, refunds, disputes }: Omit<Books, "intents">,
  { listed, desk }: Known,
): string[] {
  const { id, status } = intent
  const isListed = listed.has(id)
  const say = (what: string) => line(what, intent, ...sales, ...refunds, ...disputes, ...attempts)
  const own = status === "succeeded" ? ownSale(intent, sales, attempts) : undefined
  const others = sales.filter((sale) => sale !== own)
  const ofOwn = disputes.filter((dispute) => dispute.charge === publicCharge(intent))
  const booked = [
    ...(own ? checkBooked(intent, own, { refunds, disputes: ofOwn }, { desk, isListed }) : []),
    ...others.flatMap((sale) => checkReturned(sale, { attempts, disputes }, { desk, isListed })),
  ].map(say)
  if (isListed) return booked
  const held = sales.filter(({ type, status }) => type === "CreditCard" && status === AUTHORIZED)
  return [
    ...booked,
    ...held.map(() => say("Cielo holds a card for nothing")),
    ...(OPEN.includes(status) ? [say("a payment is open and not listed")] : []),
    ...(status === "succeeded" && intent.amount > 0 && !own ? [say("a payment succeeded without its sale")] : []),
    ...(own && own.captured !== intent.amount && !desk.accepted.has(id) ? [say("Cielo captured another amount")] : []),
    ...attempts.filter(isOpen).map(({ kind }) => say(`a ${kind} is open and not listed`)),
    ...refunds.filter(({ status }) => status === "pending").map(() => say("a refund is pending and not listed")),
  ]
}

/** The operator may have accepted a sale to which Cielo's API never gave an id, or a PIX before anybody knew by which payment it was paid. */
function ownSale({ charge, latest_attempt }: IntentRow, sales: Entry[], attempts: AttemptRow[]): Entry | undefined {
  const order = charge === null ? attempts.find(({ id }) => id === latest_attempt)?.reference : orderIn(charge)
  return sales.find(({ payment_id, order_id }) => (order === undefined ? payment_id === charge : order_id === order))
}

type Seen = Pick<Known, "desk"> & { isListed: boolean }

/** Everything that has gone back of a payment is booked once, and for what it is. */
function checkBooked(
  { id, amount }: IntentRow,
  sale: Entry,
  { refunds, disputes }: Pick<Books, "refunds" | "disputes">,
  { desk, isListed }: Seen,
): string[] {
  // The payer gets back first what the merchant has accepted beyond the payment.
  const excess = desk.accepted.has(id) ? Math.max(0, sale.captured - amount) : 0
  const expected = {
    refunded: backOf(sale, "call") + Math.max(0, backOf(sale, "portal") - excess) + desk.paidByHand(sale.payment_id),
    "charged back": sale.charged_back,
  }
  const made = refunds.filter(({ status }) => status === "succeeded")
  const booked = {
    refunded: sum(made.filter(({ reason }) => reason !== "dispute").map(({ amount }) => amount)),
    "charged back": sum(disputes.map(({ amount }) => amount)),
  }
  return (["refunded", "charged back"] as const)
    .filter((what) => booked[what] > expected[what] || (booked[what] < expected[what] && !isListed))
    .map((what) => `${booked[what]} of a payment is booked as ${what}, and at Cielo it is ${expected[what]}`)
}

/** The money of a sale that no payment keeps went back once. What the card network has taken beyond that is a dispute, which takes nothing. */
function checkReturned(
  sale: Entry,
  { attempts, disputes }: Pick<Books, "attempts" | "disputes">,
  { desk, isListed }: Seen,
): string[] {
  const about = attempts.filter(({ charge }) => charge === sale.payment_id)
  const first = about.find(({ kind }) => kind === "charge") ?? about[0]
  const ofSale = disputes.filter(({ charge }) => first && charge === publicChargeOf({ id: first.id, charge: sale.payment_id }))
  const disputed = sum(ofSale.map(({ amount }) => amount))
  const twice = Math.max(0, -desk.heldOf(sale))
  return [
    ...(desk.heldOf(sale) > 0 && !isListed ? [`Cielo holds ${desk.heldOf(sale)} of a sale that no payment has`] : []),
    ...(disputed > twice || (disputed < twice && !isListed)
      ? [`the payer has ${twice} of a sale twice that no payment has, and ${disputed} is disputed`]
      : []),
    ...(ofSale.some(({ refund }) => refund !== null)
      ? ["a chargeback of a sale that no payment has took money of a payment"]
      : []),
  ]
}

/** A sale that was given up is watched for days, in case it is paid after all. */
function isOpen({ kind, state }: AttemptRow): boolean {
  return state !== "done" && state !== "given_up" && kind !== "inquiry"
}

/**
 * What Cielo has taken beyond a payment that was accepted, or below 0 less than it, and has not given back. Undefined while the payment waits
 * for the operator.
 */
export function differenceIn({ sales, attempts }: Books, { listed, desk }: Known): (intent: IntentRow) => number | undefined {
  return (intent) => {
    const { id, amount } = intent
    if (listed.has(id)) return undefined
    const own = attempts.filter(({ payment_intent }) => payment_intent === id)
    const orders = own.map(({ reference }) => reference)
    const sale =
      desk.accepted.has(id) &&
      ownSale(
        intent,
        sales.filter(({ order_id }) => orders.includes(order_id)),
        own,
      )
    if (!sale) return 0
    const difference = sale.captured - amount
    return difference > 0 ? Math.max(0, difference - backOf(sale, "portal")) : difference
  }
}

/** What was given back of a sale, in cents. */
function backOf({ refunds }: Entry, wanted: "call" | "portal"): number {
  return sum(refunds.filter(({ by, state }) => by === wanted && state === "done").map(({ amount }) => amount))
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function line(what: string, ...rows: object[]): string {
  return [what, ...rows.map((row) => JSON.stringify(row, (_, value) => value ?? undefined))].join("\n    ")
}
