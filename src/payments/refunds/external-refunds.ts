// Refunds that were not ordered here: the merchant made them in the acquirer's own portal, or the acquirer made them by itself.

import { scopeOf } from "../../accounts/scope.ts"
import { mustHave } from "../../base/must.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { TriedLater } from "../../jobs/work.ts"
import { attemptsOfCharge, makeDue, type OfCharge } from "../attempts/charges.ts"
import { CHECKED_AFTER_SECONDS, orderCheckOf } from "../attempts/order.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { acquirerFor, callAcquirer } from "../attempts/send.ts"
import { findAttempt, mustFindAttempt, pollNext, transitionAttempt } from "../attempts/store.ts"
import { type AttemptRow, attempts } from "../attempts/table.ts"
import type { PaymentScope, PaymentsMode } from "../intents/mode.ts"
import { holdIntentOf, intentOf } from "../intents/retrieve.ts"
import type { IntentRow } from "../intents/table.ts"
import { hasPendingRefund, insertRefund } from "./store.ts"

/** How long to ask an acquirer that does not find the charge. After ten minutes a person is alerted. */
const MAX_ASKING_SECONDS = 7 * 24 * 3600

const deleteCheck = attempts.delete(["account", "id"], (rows) => rows.where({ kind: "check", state: "new" }))

/**
 * Orders a check of whether the money of a paid charge has gone back, because the acquirer has notified a change of the charge. The order
 * is stored so that it survives the process.
 */
export async function orderCheck(
  mode: PaymentsMode,
  { account, id, payment_intent }: OfCharge,
  what: { acquirer: string; charge: string },
): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const { now } = await scopeOf(tx, mode, account)
    // Two processes may receive the same notification at once.
    const intent = await holdIntentOf(tx, { id, account, payment_intent })
    if (!isPaidBy(intent, what.charge)) return
    if (intent.amount_refunded === intent.amount && !(await hasPendingRefund(tx, intent))) return
    const open = (await tx.all(attemptsOfCharge, what)).find(isOpenCheck)
    if (open) {
      // The running check may read the state before this notification, so the acquirer is asked once more after it.
      const { id, is_held, due_at: was_due_at } = open
      const due_at = now + CHECKED_AFTER_SECONDS
      if (is_held && was_due_at !== null && was_due_at <= now) await tx.run(makeDue, { account, id, was_due_at, due_at })
      return
    }
    await orderCheckOf(tx, { now }, await mustFindAttempt(tx, { account, id }), intent)
  })
}

/**
 * Asks the acquirer how much of a charge has gone back, and books that as a refund. Waits while a refund is pending, because the acquirer
 * may be reporting that refund, and while a person decides about a payment of another amount. A check that finds nothing is deleted,
 * because each notification of a payment makes one. Throws if the acquirer gives no answer, or does not find the charge.
 */
export async function runCheck(scope: PaymentScope, check: AttemptRow): Promise<void> {
  const { account, charge } = mustHave(check, "charge")
  const { mode } = scope
  const { database } = mode
  const intent = await intentOf(database, check)
  if (await isTooEarly(database, intent)) return database.transaction((tx) => wait(tx, mode, check))
  const acquirer = await acquirerFor(mode, check)
  const ask = async (signal: AbortSignal) => (acquirer.sentBack ? acquirer.sentBack({ account, charge }, signal) : 0)
  const answer = await callAcquirer(mode, check, ask, async () => {})
  if (typeof answer === "object") throw new Error(`the acquirer ${check.acquirer} did not say whether a charge was sent back`)
  if (answer === undefined) return notFound(scope, check)
  mode.checkpoint("check: acquirer answered", check)
  await database.transaction((tx) => apply(tx, mode, check, answer, intent))
  mode.checkpoint("check: settled", check)
}

/**
 * If an acquirer does not find a paid charge, its money may still have gone back. The acquirer may show changes late, it may no longer
 * have the charge, or the address may be wrong.
 */
async function notFound({ mode, now }: PaymentScope, check: AttemptRow): Promise<void> {
  const { account, id, acquirer, charge, payment_intent, missing_since } = check
  if (missing_since !== null && now - missing_since >= MAX_ASKING_SECONDS) {
    await mode.database.transaction((tx) => tx.run(deleteCheck, { account, id }))
    mode.log.error({ payment_intent, charge }, "a change of a charge was notified, and the acquirer never found the charge")
    return
  }
  const trouble = new TriedLater(
    `the acquirer ${acquirer} does not find the charge '${charge}', of which money may have gone back. See in its portal whether the payment was refunded`,
  )
  mode.log.warn({ err: trouble, attempt: id }, "could not look up a sale at the acquirer")
  await mode.database.transaction((tx) => wait(tx, mode, check, missing_since ?? now))
  throw trouble
}

/** `before`: the intent as it was when the acquirer was asked. */
async function apply(tx: Transaction, mode: PaymentsMode, asked: AttemptRow, back: number, before: IntentRow): Promise<void> {
  const { id, account, payment_intent } = asked
  const intent = await holdIntentOf(tx, { id, account, payment_intent })
  const check = await findAttempt(tx, asked)
  if (check?.state !== "new") return
  // The answer may be from before a refund that was ordered and made since.
  const isOutdated = intent.amount_refunded !== before.amount_refunded
  if (isOutdated || (await isTooEarly(tx, intent))) return wait(tx, mode, asked)
  const outcome = (await book(tx, mode, asked, intent, back)) ? "sent_back" : check.outcome
  const isNotifiedAgain = check.due_at !== asked.due_at
  if (outcome === null && !isNotifiedAgain) return void (await tx.run(deleteCheck, { account, id }))
  const after = isNotifiedAgain ? { state: "new" as const, due_at: check.due_at } : { state: "done" as const, due_at: null }
  await tx.one(transitionAttempt, { account, id, from: "new", outcome, polling_since: null, ...after })
}

/** Books what has gone back beyond the payment's refunds. Returns whether there was anything to book. */
async function book(
  tx: Transaction,
  mode: PaymentsMode,
  { account, charge }: AttemptRow,
  intent: IntentRow,
  back: number,
): Promise<boolean> {
  const amount = Math.min(back, intent.amount) - intent.amount_refunded
  if (amount <= 0 || !isPaidBy(intent, charge)) return false
  const found = { amount, reason: null, status: "succeeded", metadata: {}, reported: true } as const
  const { id: refund } = await insertRefund(tx, await scopeOf(tx, mode, account), intent, found)
  mode.log.warn(
    { payment_intent: intent.id, charge, sent_back: back, refund },
    "a payment was sent back at the acquirer: its refund was booked",
  )
  return true
}

/** Puts a check off. The gaps grow. */
async function wait(tx: Transaction, mode: PaymentsMode, check: AttemptRow, missing_since: number | null = null): Promise<void> {
  const { account, id, created, due_at: was_due_at } = check
  const { now } = await scopeOf(tx, mode, account)
  const due_at = nextPollAt({ ...check, state: "new", polling_since: created }, now)
  await tx.run(pollNext, { account, id, from: "new", was_due_at, due_at, missing_since })
}

/** Whether what is to be booked depends on a decision about another amount, or on the outcome of a refund. */
async function isTooEarly(db: Queries, intent: IntentRow): Promise<boolean> {
  return intent.status === "processing" || hasPendingRefund(db, intent)
}

function isPaidBy({ status, charge: own }: IntentRow, charge: string | null): boolean {
  return (status === "succeeded" || status === "processing") && own === charge
}

function isOpenCheck({ kind, state }: OfCharge): boolean {
  return kind === "check" && state !== "done"
}
