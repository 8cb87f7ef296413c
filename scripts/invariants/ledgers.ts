// Compares the bank's ledger with ours, once everything has settled.
import {
  type Subscription,
  type SubscriptionChargeRow,
  subscriptionCharges,
  subscriptions,
} from "../../src/billing/subscriptions/tables.ts"
import { id } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import { idempotencyKeys } from "../../src/idempotency/table.ts"
import { failingWork } from "../../src/jobs/table.ts"
import { type AttemptRow, attempts } from "../../src/payments/attempts/table.ts"
import { type IntentRow, paymentIntents } from "../../src/payments/intents/table.ts"
import { type RefundRow, refunds } from "../../src/payments/refunds/table.ts"
import { tokens } from "../../src/payments/tokens/table.ts"
import type { Bank, BankCapture, BankRefund, BankSale } from "../../test/support/banks/bank.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { Answered } from "../merchants/shop.ts"
import { checkAnswers } from "./answers.ts"
import { checkCaptures, readTold, type Told } from "./captures.ts"
import { checkChosen } from "./chosen.ts"
import { line } from "./line.ts"
import { checkPeriods } from "./periods.ts"
import { checkTrials } from "./trials.ts"

type Cycle = Pick<SubscriptionChargeRow, "subscription" | "period" | "attempt" | "payment_intent"> & Pick<IntentRow, "status">
type Ours = {
  attempts: AttemptRow[]
  intents: IntentRow[]
  refunds: RefundRow[]
  cycles: Cycle[]
  subscriptions: Subscription[]
}
type Theirs = { sales: BankSale[]; refunds: BankRefund[]; captures: BankCapture[] }

const attemptsOf = testOnly(attempts.find(["account"], (rows) => rows.orderBy("id")))
const intentsOf = testOnly(paymentIntents.find(["account"], (rows) => rows.orderBy("id")))
const refundsOf = testOnly(refunds.find(["account"], (rows) => rows.orderBy("id")))
const subscriptionsOf = testOnly(subscriptions.find(["account"], (rows) => rows.orderBy("id")))
const cycles = testOnly(
  subscriptionCharges.statement([{ account: id() }], (rows, p) =>
    rows
      .join("payment_intents", "payment_intents.id", "subscription_charges.payment_intent")
      .where({ "payment_intents.account": p.account })
      .orderBy("subscription_charges.subscription")
      .orderBy("period")
      .orderBy("attempt")
      .select<Cycle>("subscription_charges.subscription", "period", "attempt", "payment_intent", "payment_intents.status"),
  ),
)
const unanswered = testOnly(idempotencyKeys.find(["account"], (rows) => rows.whereNull("status")))
const reserved = testOnly(tokens.find(["account"], (rows) => rows.where({ used: false }).whereNotNull("reserved_by")))
const failing = testOnly(failingWork.find(["account"]))

type Known = { answers: readonly Answered[]; now?: number | undefined }

/** Returns the differences, one line for each row. If empty, the ledgers agree, and nothing is open. */
export async function compareLedgers(
  database: Database,
  bank: Bank,
  account: string,
  { answers, now }: Known,
): Promise<string[]> {
  const ours = await readOurs(database, account)
  const told = await readTold(database, account)
  const theirs = { sales: bank.sales(account), refunds: bank.refunds(account), captures: bank.captures(account) }
  return [
    ...theirs.sales.filter(({ status }) => status === "approved").flatMap((sale) => checkSale(sale, ours, theirs)),
    ...ours.intents.flatMap((intent) => checkIntent(intent, ours, theirs)),
    ...ours.refunds.flatMap((refund) => checkRefund(refund, ours, theirs)),
    ...theirs.refunds.flatMap((refund) => checkPaidBack(refund, ours, theirs)),
    ...checkCycles(ours),
    ...checkPeriods(ours),
    ...checkChosen(theirs.sales, { ...ours, answers }),
    ...checkTrials(ours, { sales: theirs.sales, answers, now }),
    ...checkEvents(told, ours),
    ...checkCaptures({ intents: ours.intents, attempts: ours.attempts, told, answers }, theirs),
    ...ours.refunds.flatMap((refund) => checkEventsOfRefund(told, refund)),
    ...(await checkAnswers(database, account, answers, ours.intents)),
    ...ours.attempts.filter(isOpen).map((row) => line("an attempt is still open", row)),
    ...(await database.all(failing, { account })).map((row) => line("due work still fails", row)),
  ]
}

async function readOurs(database: Database, account: string): Promise<Ours> {
  return {
    attempts: await database.all(attemptsOf, { account }),
    intents: await database.all(intentsOf, { account }),
    refunds: await database.all(refundsOf, { account }),
    cycles: await database.all(cycles, { account }),
    subscriptions: await database.all(subscriptionsOf, { account }),
  }
}

/** Returns what is wrong with the periods of subscriptions, whatever the acquirer is. */
export async function checkSubscriptions(database: Database, account: string): Promise<string[]> {
  const ours = await readOurs(database, account)
  return [...checkCycles(ours), ...checkPeriods(ours)]
}

/** Returns what no request has finished, whatever the acquirer is. */
export async function checkUnfinished(database: Database, account: string): Promise<string[]> {
  return [
    ...(await database.all(unanswered, { account })).map((row) => line("an idempotency key was never answered", row)),
    ...(await database.all(reserved, { account })).map((row) => line("a token is reserved and was not used", row)),
  ]
}

/** Every sale is one payment that succeeded, or was refunded once and in full. */
function checkSale(sale: BankSale, ours: Ours, theirs: Theirs): string[] {
  const attempt = ours.attempts.find(({ kind, reference }) => kind === "charge" && reference === sale.reference)
  if (!attempt) return [line("the bank has a sale that was never ordered", sale)]
  if (theirs.sales.filter(({ reference }) => reference === sale.reference).length > 1)
    return [line("a sale was made twice", sale, attempt)]
  const intent = ours.intents.find(({ id }) => id === attempt.payment_intent)!
  const reversals = theirs.refunds.filter(
    ({ charge, reference }) => charge === sale.charge && kindOf(ours, reference) === "reversal",
  )
  const isKept = intent.status === "succeeded" && intent.charge === sale.charge
  if (isKept)
    return reversals.length === 0 ? [] : [line("a payment succeeded and its money was sent back", sale, ...reversals, intent)]
  if (reversals.length === 1 && reversals[0]!.amount === sale.amount) return []
  return [line(`the money of a sale was kept, or sent back ${reversals.length} times`, sale, attempt, intent, ...reversals)]
}

const OPEN = ["processing", "requires_action", "requires_capture"]

function checkIntent(intent: IntentRow, _ours: Ours, { sales }: Theirs): string[] {
  if (intent.running_attempt !== null) return [line("a payment intent is still locked", intent)]
  if (OPEN.includes(intent.status)) return [line("a payment is still open", intent)]
  if (intent.status !== "succeeded" || intent.amount === 0) return []
  const [sale, ...more] = sales.filter(({ charge, status }) => charge === intent.charge && status === "approved")
  if (sale && more.length === 0 && sale.amount === intent.amount) return []
  return [line("a payment succeeded without its sale", intent, ...sales.filter(({ charge }) => charge === intent.charge))]
}

function checkRefund(refund: RefundRow, { attempts }: Ours, theirs: Theirs): string[] {
  const attempt = attempts.find((each) => each.refund === refund.id)
  const paid = theirs.refunds.filter(({ reference }) => reference === attempt?.reference)
  const isRight =
    refund.status === "succeeded"
      ? paid.length === 1 && paid[0]!.amount === refund.amount
      : refund.status === "failed" && paid.length === 0
  return isRight ? [] : [line(`a refund is ${refund.status} and the bank paid it ${paid.length} times`, refund, ...paid)]
}

/** A charge is paid back once for each order, in parts that are never more than its sale. */
function checkPaidBack(refund: BankRefund, ours: Ours, theirs: Theirs): string[] {
  if (kindOf(ours, refund.reference) === undefined) return [line("the bank paid back what was never ordered", refund)]
  const ofCharge = theirs.refunds.filter(({ charge }) => charge === refund.charge)
  const taken = theirs.sales.find(({ charge }) => charge === refund.charge)?.amount ?? 0
  const isMore = ofCharge.reduce((sum, { amount }) => sum + amount, 0) > taken
  return isMore ? [line("the bank paid back more than it had taken", ...ofCharge)] : []
}

/** Each payment of a subscription belongs to one period. A period is charged until it is paid, and never twice. No period is omitted. */
function checkCycles({ intents, cycles }: Ours): string[] {
  const known = new Set(cycles.map(({ payment_intent }) => payment_intent))
  const stray = intents.filter(({ id, subscription }) => subscription !== null && !known.has(id))
  const wrong = cycles.flatMap((cycle, i) => {
    const before = cycles[i - 1]
    const isFirst = before?.subscription !== cycle.subscription
    if (!isFirst && before.status === "succeeded" && before.period === cycle.period)
      return [line("a period was charged twice", before, cycle)]
    const expected = isFirst ? 1 : before.status === "succeeded" ? before.period + 1 : before.period
    return cycle.period === expected ? [] : [line(`period ${expected} was expected`, cycle)]
  })
  return [...stray.map((intent) => line("a subscription was charged for no period", intent)), ...wrong]
}

/** What became of a payment. Other events say what it waits for. */
const OUTCOMES = new Set<string>(["payment_intent.succeeded", "payment_intent.payment_failed", "payment_intent.canceled"])

/** A payment that succeeded has that event once. A canceled payment has other events, each once. */
function checkEvents(told: Told, { intents }: Ours): string[] {
  return intents.flatMap((intent) => {
    const all = (told.get(intent.id) ?? []).map(({ type }) => type)
    const types = all.filter((type) => OUTCOMES.has(type))
    const succeeded = types.includes("payment_intent.succeeded")
    const isRight =
      new Set(types).size === types.length &&
      succeeded === (intent.status === "succeeded") &&
      (succeeded ? types.length === 1 : types.length > 0 === (intent.status === "canceled"))
    return isRight ? [] : [line(`the events of a payment are wrong: ${types.join(", ")}`, intent)]
  })
}

/** A refund has one event when it is stored, and one when it is made or fails later. */
function checkEventsOfRefund(told: Told, refund: RefundRow): string[] {
  const types = (told.get(refund.id) ?? []).map(({ type }) => type).join(", ")
  const isRight = {
    pending: types === "refund.created",
    succeeded: types === (refund.reported || refund.reason === "dispute" ? "refund.created" : "refund.created, refund.updated"),
    failed: types === "refund.created, refund.failed",
  }[refund.status]
  return isRight ? [] : [line(`the events of a refund are wrong: ${types}`, refund)]
}

/** A sale that was given up is watched for days, in case it is paid after all. */
function isOpen({ state }: AttemptRow): boolean {
  return state !== "done" && state !== "given_up"
}

function kindOf({ attempts }: Ours, wanted: string): AttemptRow["kind"] | undefined {
  return attempts.find(({ reference }) => reference === wanted)?.kind
}
