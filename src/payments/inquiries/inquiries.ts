// Inquiries: what has happened to a captured charge that was not ordered here, such as a chargeback, or a refund in the acquirer's own portal.
import { scopeOf } from "../../accounts/scope.ts"
import { type Holdings, leftOf } from "../../acquirers/sale.ts"
import { withDeadline } from "../../base/deadline.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { TriedLater } from "../../jobs/work.ts"
import { closeAttempt } from "../attempts/move.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { acquirerFor } from "../attempts/send.ts"
import { findAttempt, pollNext } from "../attempts/store.ts"
import { type AttemptRow, attempts } from "../attempts/table.ts"
import { bookUntold, hasBookedCase } from "../chargebacks/booking.ts"
import type { PaymentScope, PaymentsMode } from "../intents/mode.ts"
import { publicCharge } from "../intents/present.ts"
import { orderReversal, sendDuplicatesBack } from "../intents/send-back.ts"
import { holdIntentOf, intentOf } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"
import { bookKept, bookReturned, hasOpenRefund, isReversalOpen, type Returned, returnedOf } from "./booking.ts"

/** How long a notified chargeback is looked for. After a day a person is told. */
const MAX_LOOKING_SECONDS = 30 * 24 * 3600
/** How long an acquirer is asked that does not find the charge, or does not answer. After ten minutes a person is told. */
const MAX_ASKING_SECONDS = 7 * 24 * 3600

/** Deletes an inquiry that found nothing: each notification about a paid charge makes one. */
const deleteInquiry = attempts.delete(["account", "id"], (rows) => rows.where({ state: "new" }))

/** What the acquirer says. Undefined if it has no such charge, and an error if it gives no answer. */
type Answer = Holdings | undefined | Error

/** What an inquiry is about: a charge that the intent keeps, or one that is sent back. */
type Subject = Returned & { intent: IntentRow }

/**
 * Asks the acquirer what it holds of a charge, and books what differs, whatever caused it. Waits while the outcome of the sale, of a refund
 * or of the charge's reversal is open, because the answer may be about that. Throws if the acquirer gives no answer, or does not find the
 * charge. See docs/decisions/0025-what-an-acquirer-holds.md.
 */
export async function runInquiry(scope: PaymentScope, inquiry: AttemptRow): Promise<void> {
  const { mode } = scope
  const { database } = mode
  const subject = { intent: await intentOf(database, inquiry), ...(await returnedOf(database, inquiry)) }
  if (await isTooEarly(database, subject, inquiry)) return database.transaction((tx) => askLater(tx, scope, inquiry))
  const answer = await ask(mode, inquiry)
  mode.checkpoint("inquiry: acquirer answered", inquiry)
  const trouble = await database.transaction((tx) => apply(tx, mode, inquiry, answer, subject))
  mode.checkpoint("inquiry: settled", inquiry)
  if (trouble) throw new TriedLater(trouble)
}

async function ask(mode: PaymentsMode, inquiry: AttemptRow): Promise<Answer> {
  const { account, charge } = inquiry
  try {
    const acquirer = await acquirerFor(mode, inquiry)
    return await withDeadline(mode.callDeadlineMs, async (signal) =>
      charge === null ? undefined : acquirer.holds({ account, charge }, signal),
    )
  } catch (error) {
    mode.log.warn({ err: error, attempt: inquiry.id }, "the acquirer does not say what it holds of a charge")
    return error as Error
  }
}

/** Returns what is wrong, if the acquirer could not say anything. */
async function apply(
  tx: Transaction,
  mode: PaymentsMode,
  asked: AttemptRow,
  answer: Answer,
  before: Subject,
): Promise<string | undefined> {
  const scope = await scopeOf(tx, mode, asked.account)
  const intent = await holdIntentOf(tx, asked)
  // An inquiry that found nothing is deleted, also by another process.
  const inquiry = await findAttempt(tx, asked)
  if (!inquiry || inquiry.state === "done") return undefined
  const subject = { intent, ...(await returnedOf(tx, inquiry)) }
  if (isOutdated(before, subject) || (await isTooEarly(tx, subject, inquiry))) return void (await askLater(tx, scope, inquiry))
  if (answer === undefined || answer instanceof Error) {
    const isTold = await bookUntold(tx, scope, intent, publicChargeIn(subject, inquiry), inquiry.charge)
    return isTold ? end(tx, mode, inquiry, "booked") : goUnanswered(tx, scope, inquiry, answer)
  }
  await sendOthersBack(tx, scope, inquiry, intent, answer)
  const isBooked = isKept(intent, inquiry)
    ? await bookKept(tx, scope, inquiry, intent, answer)
    : (await bookReturned(tx, scope, inquiry, intent, subject, answer)) ||
      (await sendStrayBack(tx, scope, inquiry, subject, answer))
  // Another notification has arrived while the acquirer was asked.
  if (inquiry.due_at !== asked.due_at) return undefined
  // Of acquirers that tell each dispute, one that is told is shown, also once its money has come back.
  const mayBeShown =
    answer.charged_back === 0 && answer.disputes === undefined && (answer.captured > 0 || isKept(intent, inquiry))
  const isConfirmed = await hasBookedCase(tx, intent, inquiry.charge)
  if (inquiry.state === "unconfirmed" && mayBeShown && !isConfirmed) return void (await lookOn(tx, scope, inquiry))
  if (isBooked || inquiry.state !== "new") return end(tx, mode, inquiry, isBooked ? "booked" : "nothing_new")
  await tx.run(deleteInquiry, { account: inquiry.account, id: inquiry.id })
  return undefined
}

/** Money that came for the same sale after its outcome was known: look-ups have ended with it. */
async function sendOthersBack(
  tx: Transaction,
  scope: PaymentScope,
  inquiry: AttemptRow,
  intent: IntentRow,
  { duplicates = [], ...held }: Holdings,
): Promise<void> {
  const { charge, currency } = inquiry
  if (charge === null || duplicates.length === 0) return
  const found = { ...held, charge, currency: currency ?? intent.currency, duplicates }
  await sendDuplicatesBack(tx, scope, { attempt: inquiry, intent }, found)
}

/**
 * The acquirer holds money that no payment keeps, and nothing sends it back: a sale that seemed not to be made, as a statement shows. Returns
 * whether there was any.
 */
async function sendStrayBack(
  tx: Transaction,
  scope: PaymentScope,
  inquiry: AttemptRow,
  { intent, reversal }: Subject,
  held: Holdings,
): Promise<boolean> {
  const { charge, currency } = inquiry
  if (reversal || charge === null || leftOf(held) <= 0) return false
  const { payment_intent } = inquiry
  scope.mode.log.warn({ payment_intent, charge }, "the acquirer holds money of a sale that no payment keeps: it is sent back")
  await orderReversal(tx, scope, { attempt: inquiry, intent }, { ...held, charge, currency: currency ?? intent.currency })
  return true
}

/** The acquirer may show changes late, it may no longer have the charge, or the address may be wrong. */
async function goUnanswered(
  tx: Transaction,
  { now, mode }: PaymentScope,
  inquiry: AttemptRow,
  answer: undefined | Error,
): Promise<string | undefined> {
  const { state: from, created, acquirer, charge, payment_intent } = inquiry
  const missing_since = inquiry.missing_since ?? now
  const isOver = now - missing_since >= MAX_ASKING_SECONDS && from === "new"
  if (isOver || now - created >= MAX_LOOKING_SECONDS) {
    mode.log.error(
      { payment_intent, charge },
      "a change of a charge was notified, and the acquirer never said what it holds of it",
    )
    return end(tx, mode, inquiry, "no_answer")
  }
  await askLater(tx, { now }, inquiry, missing_since)
  // An unconfirmed chargeback is on the attention list after a day.
  if (from === "unconfirmed") return undefined
  const reason = answer instanceof Error ? answer.message : "it has no such charge"
  return `the acquirer ${acquirer} does not say what it holds of the charge '${charge}' of ${payment_intent}: ${reason}`
}

/** Looks for a notified chargeback for thirty days. */
async function lookOn(tx: Transaction, { now, mode }: PaymentScope, inquiry: AttemptRow): Promise<void> {
  if (now - inquiry.created < MAX_LOOKING_SECONDS) return askLater(tx, { now }, inquiry)
  const { payment_intent, charge } = inquiry
  mode.log.warn({ payment_intent, charge }, "a chargeback was notified, and the acquirer has not shown it for thirty days")
  return end(tx, mode, inquiry, "not_shown")
}

/** Asks again later. The gaps grow. `missing_since`: since when the acquirer has said nothing. */
async function askLater(
  tx: Transaction,
  { now }: Pick<PaymentScope, "now">,
  inquiry: AttemptRow,
  missing_since: number | null = null,
): Promise<void> {
  const { account, id, state: from, created, due_at: was_due_at } = inquiry
  const due_at = nextPollAt({ ...inquiry, polling_since: inquiry.polling_since ?? created, missing_since }, now) ?? null
  await tx.run(pollNext, { account, id, from, was_due_at, due_at, missing_since })
}

async function end(tx: Transaction, { log }: PaymentsMode, inquiry: AttemptRow, outcome: string): Promise<undefined> {
  const { id, payment_intent, charge } = inquiry
  await closeAttempt(tx, inquiry, outcome)
  log.info({ attempt: id, payment_intent, charge, outcome }, "an inquiry about a charge has ended")
}

/** Whether what is to be booked depends on a person's decision about another amount, or on the outcome of the sale or of a refund. */
async function isTooEarly(db: Queries, { intent, reversal }: Subject, inquiry: AttemptRow): Promise<boolean> {
  const { status } = intent
  if (status === "processing" || status === "requires_action" || status === "requires_capture") return true
  return isKept(intent, inquiry) ? hasOpenRefund(db, intent) : isReversalOpen(reversal)
}

/** Whether the answer may be from before a refund or a reversal that was ordered and made since. */
function isOutdated(before: Subject, now: Subject): boolean {
  return before.intent.amount_refunded !== now.intent.amount_refunded || before.reversal?.state !== now.reversal?.state
}

/** The charge of an inquiry in the API. */
function publicChargeIn({ intent, publicId }: Subject, inquiry: AttemptRow): string | null {
  return isKept(intent, inquiry) ? publicCharge(intent) : publicId
}

/** Whether the money of the charge belongs to the intent. */
function isKept({ status, charge }: IntentRow, inquiry: AttemptRow): boolean {
  return status === "succeeded" && charge === inquiry.charge
}
