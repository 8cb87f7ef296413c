import { mustBeIn } from "../accounts/accounts.ts"
import { scopeOf } from "../accounts/scope.ts"
import type { Notification } from "../acquirers/kind.ts"
import { accountTime } from "../base/clock.ts"
import type { Queries, Transaction } from "../db/database.ts"
import {
  attemptOfReference,
  attemptsAbout,
  attemptsOfCharge,
  makeDue,
  type OfCharge,
  orderChargebackInquiry,
  orderInquiry,
} from "./attempts/charges.ts"
import type { AttemptState } from "./attempts/state.ts"
import { mustFindAttempt } from "./attempts/store.ts"
import type { AttemptRow } from "./attempts/table.ts"
import type { PaymentsMode } from "./intents/mode.ts"
import { holdIntentOf } from "./intents/store.ts"
import type { IntentRow } from "./intents/table.ts"
import { askMandateSoon } from "./mandates/store.ts"
import { sumOf } from "./refunds/left.ts"
import { activeRefundsOf } from "./refunds/store.ts"

/** The states in which a look-up can decide an attempt. */
const POLLED: readonly AttemptState[] = ["unknown", "pending", "waiting", "authorized", "given_up", "mismatched"]

/** A notification, and the account that its address names. `gives_back`: money of a dispute that was taken has come back. */
type Received = Notification & Origin & { gives_back?: boolean }
type Origin = { acquirer: string; account?: string }

/**
 * Handles an acquirer's notification about a charge. Notifications are not signed, so a notification only causes questions: open attempts
 * of the charge are looked up in the next second, and the acquirer is asked about a chargeback or a refund made there. These questions are
 * stored before this returns. A notification that changes nothing, such as one about an unknown charge, costs one read of an index.
 * Returns whether what it is about is known in this database.
 */
export async function noteNotification(mode: PaymentsMode, received: Received): Promise<boolean> {
  if ("mandate" in received) return askAboutMandate(mode, received)
  const { acquirer, account, chargeback, gives_back = false } = received
  const sale = "reference" in received ? await saleOf(mode.database, received) : undefined
  const charge = "charge" in received ? received.charge : (sale?.charge ?? null)
  if (charge === null) {
    if (sale) await askSoon(mode, [sale])
    return sale !== undefined
  }
  const all = ofThisDatabase(mode, await mode.database.all(attemptsOfCharge, { acquirer, charge }))
  const about = account === undefined ? all : all.filter((attempt) => attempt.account === account)
  const isCurrent = await askSoon(mode, about)
  // A look-up has moved an attempt meanwhile, perhaps without having seen this change. The sale may have another charge now: its payment's.
  if (!isCurrent || ("reference" in received && about.length === 0)) return noteNotification(mode, received)
  // The second charge of a sale has no sale of its own, only what sends it back.
  const first = about.find(({ kind }) => kind === "charge") ?? about[0]
  if (first) await orderQuestion(mode, first, { charge, chargeback, gives_back })
  return first !== undefined
}

/** Leaves out what a move has left behind. Throws NotAnswering if there is nothing else: the other database may not have it yet. */
function ofThisDatabase({ database }: PaymentsMode, all: readonly OfCharge[]): readonly OfCharge[] {
  const own = all.filter((attempt) => attempt.database === database.name)
  if (own.length === 0 && all[0]) mustBeIn(database, { id: all[0].account, database: all[0].database })
  return own
}

/** Makes a mandate due at once, so any number of notifications cause one question at most. A notification without an account names none. */
async function askAboutMandate(
  mode: PaymentsMode,
  { acquirer, account, mandate }: { mandate: string } & Origin,
): Promise<boolean> {
  if (account === undefined) return false
  return mode.database.transaction(async (tx) => {
    const { now } = await scopeOf(tx, mode, account)
    return (await tx.run(askMandateSoon, { account, acquirer, mandate, soon: now + 1 })) > 0
  })
}

/** The sale that a notification names. Undefined if it is not known. Its charge may not be known yet. */
function saleOf(db: Queries, { acquirer, account, reference }: Origin & { reference: string }): Promise<OfCharge | undefined> {
  return account === undefined ? Promise.resolve(undefined) : db.one(attemptOfReference, { account, acquirer, reference })
}

/**
 * Makes open attempts due in the next second, so any number of notifications cause at most one look-up a second. A look-up that is under
 * way may have read the earlier state, so another one follows it. Returns false if an attempt has changed since it was read.
 */
async function askSoon({ database, clock }: PaymentsMode, about: readonly OfCharge[]): Promise<boolean> {
  const early = about.flatMap((attempt) => {
    const { account, id, state, due_at: was_due_at, is_held } = attempt
    const due_at = accountTime(clock, attempt) + 1
    const isLater = was_due_at !== null && (was_due_at > due_at || (is_held && was_due_at < due_at))
    // A sale that counted as not made and is no longer watched may have been paid since.
    const isOver = was_due_at === null && state === "given_up"
    return POLLED.includes(state) && (isLater || isOver) ? [{ account, id, was_due_at, due_at }] : []
  })
  if (early.length === 0) return true
  return database.transaction(async (tx) => {
    let changed = 0
    for (const attempt of early) changed += await tx.run(makeDue, attempt)
    return changed === early.length
  })
}

/** Orders an inquiry about a charge, given its sale or another attempt that concerns it, if its answer may lead to something to book. */
async function orderQuestion(
  mode: PaymentsMode,
  { account, id, payment_intent, kind, state }: OfCharge,
  { charge, chargeback, gives_back }: { charge: string; chargeback: boolean; gives_back: boolean },
): Promise<void> {
  const isOpen = kind === "charge" && state !== "done" && state !== "mismatched"
  if (isOpen && !chargeback) return
  await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, account)
    // Two processes may receive the same notification at once.
    const intent = await holdIntentOf(tx, { id, account, payment_intent })
    const first = await mustFindAttempt(tx, { account, id })
    const mayBeKept = intent.status !== "canceled" && (isOpen || intent.charge === charge)
    // Only a chargeback can take what has gone back, and only its end can bring it back.
    const isAboutDispute = chargeback || gives_back
    if (!isAboutDispute && (mayBeKept ? await isRefundedInFull(tx, intent) : await isSentBack(tx, first))) return
    const order = chargeback ? orderChargebackInquiry : orderInquiry
    await order(tx, scope, first, { ...intent, charge })
  })
}

async function isRefundedInFull(tx: Transaction, intent: IntentRow): Promise<boolean> {
  const refunds = await activeRefundsOf(tx, intent)
  return sumOf(refunds.filter(({ status }) => status === "succeeded")) >= intent.amount
}

/** Whether no reversal of the charge waits, neither for the acquirer nor for a person. */
async function isSentBack(tx: Transaction, attempt: AttemptRow): Promise<boolean> {
  return (await attemptsAbout(tx, attempt)).every(({ kind, state }) => kind !== "reversal" || state === "done")
}
