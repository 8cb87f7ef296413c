// Compares what Cielo holds of each charge with what is booked, once everything has come to rest.

import type { Database } from "../../../src/db/database.ts"
import { type AttemptRow, attempts } from "../../../src/payments/attempts/table.ts"
import { type DisputeRow, disputes } from "../../../src/payments/disputes/table.ts"
import { publicCharge, publicChargeOf } from "../../../src/payments/intents/public-charge.ts"
import { type IntentRow, paymentIntents } from "../../../src/payments/intents/table.ts"
import { type RefundRow, refunds } from "../../../src/payments/refunds/table.ts"
import type { Entry } from "../../../test/cielo/control.ts"
import { testOnly } from "../../../test/support/databases/statement.ts"
import { checkAnswers } from "../../invariants/answers.ts"
import type { Shop } from "../../merchants/shop.ts"
import type { Desk } from "./operator.ts"

const allAttempts = testOnly(attempts.find(["account"], (rows) => rows.orderBy("id")))
const allIntents = testOnly(paymentIntents.find(["account"], (rows) => rows.orderBy("id")))
const allRefunds = testOnly(refunds.find(["account"], (rows) => rows.orderBy("id")))

const allDisputes = testOnly(disputes.find(["account"], (rows) => rows.orderBy("id")))

type Books = { sales: Entry[]; attempts: AttemptRow[]; intents: IntentRow[]; refunds: RefundRow[]; disputes: DisputeRow[] }

/** Reads what is booked of an account, with the sales at Cielo that it has ordered. */
async function readBooks(database: Database, account: string, ledger: Entry[]): Promise<Books> {
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

/** What an account has available, in cents, as its payments and refunds say. */
export function availableOf({ intents, refunds }: Pick<Books, "intents" | "refunds">): number {
  const paid = intents.filter(({ status }) => status === "succeeded")
  return (
    sum(paid.map(({ amount }) => amount)) - sum(refunds.filter(({ status }) => status !== "failed").map(({ amount }) => amount))
  )
}

/** Returns the differences that are not on the attention list, one for each line. */
export async function compareBooks(
  database: Database,
  { account, answers }: Pick<Shop, "account" | "answers">,
  ledger: Entry[],
  desk: Desk,
): Promise<string[]> {
  const books = await readBooks(database, account, ledger)
  const salesOf = Map.groupBy(books.sales, ({ order_id }) => intentOf(books, order_id))
  const listed = new Set((await desk.list()).map(({ payment_intent }) => payment_intent))
  return [
    ...books.intents.flatMap((intent) =>
      checkPayment(intent, { ...books, sales: salesOf.get(intent.id) ?? [] }, desk, listed.has(intent.id)),
    ),
    ...(await checkAnswers(database, account, answers, books.intents)),
  ]
}

/** `isListed`: the payment waits for the operator. Nothing may be booked then that has not happened, but something may be missing. */
function checkPayment(intent: IntentRow, { sales, ...books }: Books, desk: Desk, isListed: boolean): string[] {
  const { id, status, charge } = intent
  const refunds = books.refunds.filter(({ payment_intent }) => payment_intent === id)
  const disputes = books.disputes.filter(({ payment_intent }) => payment_intent === id)
  const attempts = books.attempts.filter(({ payment_intent }) => payment_intent === id)
  const say = (what: string) => line(what, intent, ...sales, ...refunds, ...attempts)
  const own = status === "succeeded" ? sales.find(({ payment_id }) => payment_id === charge) : undefined
  const others = sales.filter((sale) => sale !== own)
  const ofOwn = disputes.filter((dispute) => dispute.charge === publicCharge(intent))
  const booked = [
    ...(own ? checkBooked(intent, own, { refunds, disputes: ofOwn }, { desk, isListed }) : []),
    ...others.flatMap((sale) => checkReturned(sale, { attempts, disputes }, { desk, isListed })),
  ].map(say)
  if (isListed) return booked
  return [
    ...booked,
    ...(status === "processing" || status === "requires_action" ? [say("a payment is open and not listed")] : []),
    ...(status === "succeeded" && !own ? [say("a payment succeeded without its sale")] : []),
    ...(own && own.captured !== intent.amount && !desk.accepted.has(id) ? [say("Cielo captured another amount")] : []),
    ...attempts.filter(isOpen).map(({ kind }) => say(`a ${kind} is open and not listed`)),
    ...refunds.filter(({ status }) => status === "pending").map(() => say("a refund is pending and not listed")),
  ]
}

/** Everything that has gone back of a payment is booked once, and for what it is. */
function checkBooked(
  { id, amount }: IntentRow,
  sale: Entry,
  { refunds, disputes }: Pick<Books, "refunds" | "disputes">,
  { desk, isListed }: { desk: Desk; isListed: boolean },
): string[] {
  const back = (by: "call" | "portal") =>
    sum(sale.refunds.filter((each) => each.by === by && each.state === "done").map(({ amount }) => amount))
  // The payer gets back first what the merchant has accepted beyond the payment.
  const excess = desk.accepted.has(id) ? Math.max(0, sale.captured - amount) : 0
  const expected = {
    refunded: back("call") + Math.max(0, back("portal") - excess) + desk.paidByHand(sale.payment_id),
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
  { desk, isListed }: { desk: Desk; isListed: boolean },
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

/** The balance of the API is what is booked. */
export async function checkBalance(
  database: Database,
  account: string,
  balance: Record<"available" | "pending", { amount: number }[]>,
): Promise<string[]> {
  const books = await readBooks(database, account, [])
  const expected = {
    available: availableOf(books),
    pending: sum(books.intents.filter(({ status }) => status === "processing").map(({ amount }) => amount)),
  }
  return (["available", "pending"] as const).flatMap((which) => {
    const shown = sum(balance[which].map(({ amount }) => amount))
    return shown === expected[which] ? [] : [`the balance has ${shown} ${which}, and the payments have ${expected[which]}`]
  })
}

function intentOf({ attempts }: Books, order: string): string | null | undefined {
  return attempts.find(({ reference }) => reference === order)?.payment_intent
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function line(what: string, ...rows: object[]): string {
  return [what, ...rows.map((row) => JSON.stringify(row, (_, value) => value ?? undefined))].join("\n    ")
}
