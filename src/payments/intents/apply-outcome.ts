import { type Scope, scopeOf } from "../../accounts/scope.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import type { Transaction } from "../../db/database.ts"
import { moveAttempt } from "../attempts/move.ts"
import { keepReferences } from "../attempts/references.ts"
import type { AttemptTrigger } from "../attempts/state.ts"
import { mustFindAttempt, pollBy } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { methodDetailsOf } from "../methods/details.ts"
import { noteMandate } from "../methods/mandates.ts"
import { refuseForGood } from "../methods/store.ts"
import { countOutcome, useToken } from "../tokens/tokens.ts"
import { askAfterRefusal } from "./after-refusal.ts"
import { isUnsentYet } from "./authenticate.ts"
import { asMeant, authorizedBy, capturedBy, endCaptures, releaseUnkept, sendUnwantedBack } from "./authorized.ts"
import { chargesMandate, decidedFrom, holdRefusal } from "./by-mandate.ts"
import { type Caller, fallbackAfter, takeOver } from "./fail-over.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"
import { mayBeRepeated, moveSale, sharingOf } from "./move-sale.ts"
import { nextAction } from "./next-action.ts"
import { chargeIn } from "./present.ts"
import { followAuthentication } from "./redirect.ts"
import { saveIntentResponse } from "./save-response.ts"
import {
  askWhatIsLeft,
  isAsOrdered,
  noteCaptured,
  orderReversal,
  type Sold,
  sendDuplicatesBack,
  withOwnFirst,
} from "./send-back.ts"
import { chargesNothing, type IntentStatus, isConfirmable } from "./state.ts"
import { holdIntentOf, noteCharge } from "./store.ts"
import type { IntentRow, PaymentError } from "./table.ts"
import { type IntentChanges, transitionIntent, unlock } from "./transition.ts"
import { UNREACHABLE, undoConfirm } from "./undo-confirm.ts"

type Refused = Extract<SaleOutcome, { result: "refused" }>

/** The intent after an outcome. `isFirst`: this outcome was the first one of its confirm, so it has saved the response. */
export type Settled = { intent: IntentRow; isFirst: boolean }

/**
 * Applies the outcome of a sale in one transaction: moves the attempt and the intent, uses up the token, writes the events and
 * saves the response. It reads the attempt again, so a final outcome counts in any open state that the attempt has by now, whichever
 * process learned it first (docs/states.md). `called` is the attempt as it was when the call began. With a `caller`, a sale that could not be
 * made may go to the fallback. Returns the intent as it is then.
 */
export async function applySaleOutcome(
  mode: PaymentsMode,
  called: AttemptRow,
  answer: SaleOutcome,
  caller?: Caller,
): Promise<Settled> {
  const settled = await mode.database.sharedTransaction(sharingOf(called), async (tx) => {
    const [scope, sold] = await holdSold(tx, mode, called)
    // `unavailable` is true of one call only. Another process has made another call since.
    const isOld = answer.result === "unavailable" && sold.attempt.sent_at_ms !== called.sent_at_ms
    const intent = isOld ? sold.intent : await settle(tx, scope, sold, answer, called, caller)
    return { intent, isFirst: isConfirmable(sold.intent) && !isConfirmable(intent) }
  })
  mode.checkpoint("charge: settled", called)
  return settled
}

/** The same in the caller's transaction, which holds the intent. `called`: what the sale was like when the answer's call began. */
export async function settle(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  answer: SaleOutcome,
  called: Pick<AttemptRow, "state" | "due_at">,
  caller?: Caller,
): Promise<IntentRow> {
  const { attempt, intent } = sold
  const meant = asMeant(sold, answer)
  const outcome = meant.result === "approved" ? withOwnFirst(sold, meant) : meant
  if (outcome.result === "approved") await sendDuplicatesBack(tx, scope, sold, outcome)
  await releaseUnkept(tx, scope, sold, answer)
  if (outcome.result === "refused") await sendUnwantedBack(tx, scope, sold, outcome)
  keepReferences(tx, attempt, intent, answer)
  // The issuer may have declined a capture. That does not say that the authorization is gone.
  if (outcome.result === "refused" && attempt.state === "authorized" && !outcome.released) return intent
  // The process that was to say so was slow, and the payer has been authenticated since.
  if (isUnsentYet(outcome) && (attempt.challenge !== null || intent.status === "requires_action")) return intent
  // The answer of a process that was slow. The payer has seen no code, so the sale goes on being looked up, and is given up.
  if (isUnseenCode(attempt, outcome)) return intent
  if (attempt.state === "done") return sendUnkeptBack(tx, scope, sold, outcome)
  if (outcome.result === "refused" && (await holdRefusal(tx, scope, sold, outcome))) return intent
  const fallback = await fallbackAfter(tx, scope, sold, outcome, caller)
  const trigger = triggerOf(sold, outcome, scope, fallback !== undefined)
  const isCaptured = outcome.result === "approved" && (trigger === "mismatch" || attempt.state === "mismatched")
  if (isCaptured) await noteCaptured(tx, attempt, outcome)
  const held = outcome.result === "authorized" ? await authorizedBy(tx, scope, attempt, intent) : undefined
  const decided = outcome.result === "pending" ? await decidedFrom(tx, scope, attempt) : undefined
  if (!(await moveSale(tx, scope, attempt, trigger, outcome, decided ?? held))) return intent
  if (fallback) return takeOver(tx, scope, sold, fallback)
  // Its card may have been kept until now.
  if (attempt.state === "unknown" && outcome.result !== "unknown") await useToken(tx, attempt)
  if (outcome.result === "refused" && attempt.state !== "authorized") await noteRefusal(tx, scope, attempt, outcome)
  const after = await applyToIntent(tx, scope, { ...sold, outcome, trigger, held })
  if (attempt.state === "authorized") await endCaptures(tx, scope, after)
  // A notification that came since the call began may tell of more than the answer shows.
  const isNotified = attempt.state === called.state && attempt.due_at !== called.due_at
  if (outcome.result === "approved" && after.charge === outcome.charge)
    await askWhatIsLeft(tx, scope, sold, { ...outcome, isNotified })
  return after
}

function isUnseenCode({ state }: AttemptRow, outcome: SaleOutcome): boolean {
  return state === "unknown" && outcome.result === "action_required" && outcome.action.type !== "redirect"
}

/** Locks the intent before its attempt is read, so that neither can change before the transaction commits. */
async function holdSold(tx: Transaction, mode: PaymentsMode, called: AttemptRow): Promise<[PaymentScope, Sold]> {
  const { account } = called
  const [scope, intent, attempt] = await tx.pipeline(
    () => scopeOf(tx, mode, account),
    () => holdIntentOf(tx, called),
    () => mustFindAttempt(tx, called),
  )
  return [scope, { intent, attempt }]
}

/** Counts the refusal of a card, and remembers that a saved card was refused for good. */
export async function noteRefusal(tx: Transaction, scope: PaymentScope, attempt: AttemptRow, { code, irreversible }: Refused) {
  await countOutcome(tx, scope, attempt, "refused")
  if (irreversible && attempt.payment_method)
    await tx.run(refuseForGood, { account: attempt.account, id: attempt.payment_method, code })
}

/** Whether the confirm of an attempt was undone, because the attempt certainly charged nothing. Its intent then does not know it. */
export function isUndone(intent: IntentRow, attempt: AttemptRow): boolean {
  return intent.latest_attempt !== attempt.id
}

/** Gives up a sale that look-ups did not find within the time limit. If the sale appears later, it is reversed. */
export async function giveUpSale(mode: PaymentsMode, lost: AttemptRow): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const [scope, { intent, attempt }] = await holdSold(tx, mode, lost)
    if (!(await moveAttempt(tx, scope, attempt, "give_up", "not_found"))) return
    await useToken(tx, attempt)
    // A sale that was sent from its payer's page leaves the intent as it was.
    if (intent.status === "processing" || (intent.status === "requires_action" && attempt.type === "card"))
      await transitionIntent(tx, scope, intent, "failed", { last_payment_error: UNREACHABLE })
  })
}

/** The trigger of an outcome. An approval of another amount or currency is not a success. What another acquirer takes over is not retried. */
function triggerOf({ attempt, intent }: Sold, outcome: SaleOutcome, { now }: Scope, isTakenOver: boolean): AttemptTrigger {
  switch (outcome.result) {
    case "approved":
      return isKept(attempt, intent) && !isAsOrdered(intent, outcome) ? "mismatch" : "settled"
    case "refused":
      // What was captured is back. Otherwise the payer may still pay.
      return isPayable(attempt, outcome) && attempt.amount === null ? "ended" : "settled"
    case "verified":
      return "settled"
    case "authorized":
      return "authorize"
    case "action_required":
      return "payer_must_act"
    case "pending":
      return isHeldThere(attempt, intent) && attempt.state !== "waiting" ? "undecided" : "accepted"
    case "unknown":
      return isHeldThere(attempt, intent) ? "undecided" : "no_answer"
    case "unavailable":
      // Look-ups decide a sale that is polled.
      if (attempt.state !== "new" && attempt.state !== "sent") return "no_answer"
      if (attempt.challenge || intent.status === "requires_action") return "undecided"
      if (outcome.watch) return "give_up"
      return !isTakenOver && attempt.retry_until !== null && now < attempt.retry_until ? "not_made" : "close"
  }
}

/** Whether the acquirer has held the sale since before its payer's challenge. Otherwise the sale is sent after it, and never twice. */
function isHeldThere({ challenge }: AttemptRow, { charge }: IntentRow): boolean {
  return challenge !== null && charge !== null
}

/** Whether the intent keeps the money of an approval. Otherwise all of the money is sent back, whatever the amount. */
function isKept(attempt: AttemptRow, intent: IntentRow): boolean {
  return attempt.state !== "given_up" && intent.status !== "canceled"
}

/**
 * Whether the acquirer has made a PIX or a boleto. It is then monitored, because it may be paid although the acquirer has ended it. A charge of a mandate
 * is paid by its payer's bank, which may be asked once more by another attempt.
 */
function isPayable(attempt: AttemptRow, { charge }: Refused): boolean {
  return attempt.type !== "card" && charge !== null && !chargesMandate(attempt)
}

/** An attempt and its intent before an outcome, and the trigger by which the outcome has moved the attempt. */
type Step = Sold & { outcome: SaleOutcome; trigger: AttemptTrigger; held?: Awaited<ReturnType<typeof authorizedBy>> | undefined }

const WAITING: readonly IntentStatus[] = ["requires_action", "requires_capture", "processing"]

/** What an outcome means for the intent depends on the intent: whether it is being confirmed, waits for this sale, or does neither. */
async function applyToIntent(tx: Transaction, scope: PaymentScope, step: Step): Promise<IntentRow> {
  const { attempt, intent, outcome, trigger } = step
  // The engine retries the same attempt later, with the same token.
  if (trigger === "not_made") return intent
  if (intent.latest_attempt === attempt.id && attempt.state !== "given_up") {
    if (isConfirmable(intent)) return applyToConfirmed(tx, scope, step)
    if (WAITING.includes(intent.status)) return applyToWaiting(tx, scope, step)
  }
  return sendUnkeptBack(tx, scope, step, outcome)
}

/** Sends money back that the intent does not keep, once. */
async function sendUnkeptBack(tx: Transaction, scope: PaymentScope, sold: Sold, outcome: SaleOutcome): Promise<IntentRow> {
  const { intent } = sold
  const isKnown = outcome.result === "approved" && intent.status === "succeeded" && outcome.charge === intent.charge
  if (outcome.result === "approved" && !isKnown) await orderReversal(tx, scope, sold, outcome)
  return intent
}

/** The first outcome of a confirm. */
async function applyToConfirmed(tx: Transaction, scope: PaymentScope, step: Step): Promise<IntentRow> {
  const { attempt, intent, outcome } = step
  if (outcome.result === "unavailable") return undoConfirm(tx, scope, step)
  const asked = await askAfterRefusal(tx, scope, step, outcome)
  if (asked) {
    saveIntentResponse(tx, scope, attempt, asked)
    return asked
  }
  const [, payment_method_details] = await tx.pipeline(
    async () => isUnsentYet(outcome) || (await mayBeRepeated(tx, scope, step)) || useToken(tx, attempt),
    () => methodDetailsOf(tx, attempt, outcome),
  )
  if (outcome.result === "verified") await countOutcome(tx, scope, attempt, "verified")
  // A trial without a charge has none, also if its card is refused.
  const charge = "charge" in outcome && !chargesNothing(intent) ? chargeIn(outcome, attempt) : null
  const answer = outcome.result === "unknown" ? { charge } : { charge, payment_method_details }
  const after = await transitionConfirmed(tx, scope, { ...step, outcome }, answer)
  saveIntentResponse(tx, scope, attempt, after)
  return after
}

async function transitionConfirmed(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent, outcome, trigger, held }: Step & { outcome: Exclude<SaleOutcome, { result: "unavailable" }> },
  answer: IntentChanges,
): Promise<IntentRow> {
  switch (outcome.result) {
    case "approved":
      if (trigger === "mismatch") return transitionIntent(tx, scope, intent, "pending", answer)
      return transitionIntent(tx, scope, intent, "approved", { ...answer, ...capturedBy(intent, outcome) })
    case "verified":
      return transitionIntent(tx, scope, intent, "approved", answer)
    case "authorized":
      return transitionIntent(tx, scope, intent, "authorized", { ...answer, ...held })
    case "refused":
      return transitionIntent(tx, scope, intent, "refused", { ...answer, last_payment_error: reasonOf(outcome) })
    case "action_required": {
      const next = await nextAction(tx, scope, attempt, intent, outcome.action)
      // The first poll must not be later than the end of the payer's time.
      await tx.run(pollBy, { account: attempt.account, id: attempt.id, latest: next.due_at })
      if (outcome.mandate && attempt.payment_method) await noteMandate(tx, scope, attempt.payment_method, outcome.mandate)
      return transitionIntent(tx, scope, intent, "action_required", { ...answer, ...next })
    }
    case "pending":
    case "unknown":
      return transitionIntent(tx, scope, intent, "pending", answer)
  }
}

/** A later outcome: the payer has paid or answered the challenge, the acquirer has decided, or a lost sale has appeared. */
async function applyToWaiting(tx: Transaction, scope: PaymentScope, step: Step): Promise<IntentRow> {
  const { attempt, intent, outcome, trigger, held } = step
  const asked = await askAfterRefusal(tx, scope, step, outcome)
  if (asked) return asked
  await followAuthentication(tx, scope, step)
  if (outcome.result !== "action_required" && "charge" in outcome) {
    const payment_method_details = await methodDetailsOf(tx, attempt, outcome, intent.payment_method_details)
    const charge = outcome.charge ?? intent.charge ?? chargeIn(outcome, attempt)
    const answer = { charge, payment_method_details }
    if (outcome.result === "refused") {
      const end = attempt.state === "authorized" ? "released" : "failed"
      return transitionIntent(tx, scope, intent, end, { ...answer, last_payment_error: reasonOf(outcome) })
    }
    if (outcome.result === "authorized") return transitionIntent(tx, scope, intent, "authorized", { ...answer, ...held })
    if (trigger === "settled" && outcome.result === "approved")
      return transitionIntent(tx, scope, intent, "paid", { ...answer, ...capturedBy(intent, outcome) })
    if (trigger === "mismatch" && intent.status !== "processing") return transitionIntent(tx, scope, intent, "mismatched", answer)
    // The intent keeps its status, and learns which charge it waits for.
    await tx.run(noteCharge, { account: intent.account, id: intent.id, ...answer })
  }
  // The payer has agreed to the mandate of a trial that charges nothing.
  if (outcome.result === "verified") return transitionIntent(tx, scope, intent, "paid")
  if (intent.running_attempt !== attempt.id) return intent
  // The outcome of the payer's challenge is not decided. The payer can try again until their time has run out.
  if (intent.due_at !== null) await tx.run(pollBy, { account: intent.account, id: attempt.id, latest: intent.due_at })
  return (await unlock(tx, intent, attempt.id)) ?? intent
}

/** The error of a refusal, for its payment intent. */
export function reasonOf({ code, message }: Refused): PaymentError {
  return { code, message }
}
