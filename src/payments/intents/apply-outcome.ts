import { type Scope, scopeOf } from "../../accounts/scope.ts"
import type { SaleOutcome } from "../../acquirers/acquirer.ts"
import type { Transaction } from "../../db/database.ts"
import { releaseClaim, saveResponse } from "../../idempotency/claims.ts"
import { nextPollAt, nextTryAt } from "../attempts/poll-schedule.ts"
import { type AttemptState, type AttemptTrigger, nextAttemptState } from "../attempts/state.ts"
import { intentIdOf, mustFindAttempt, pollBy, transitionSale } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type MethodDetails, methodDetailsOf } from "../methods/details.ts"
import { refuseForGood } from "../methods/store.ts"
import { countOutcome, freeToken, useToken } from "../tokens/tokens.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"
import { nextAction } from "./next-action.ts"
import { presentIntent } from "./present.ts"
import { chargeIn } from "./public-charge.ts"
import { holdIntentOf } from "./retrieve.ts"
import { recreateAttempt, resumeWithdrawn } from "./retrying-charges.ts"
import { orderRefundCheck, sendDuplicatesBack, sendLateBack } from "./send-back.ts"
import { isAsOrdered, noteMismatch, withOwnFirst } from "./settle-mismatch.ts"
import type { Sold } from "./sold.ts"
import { noteCharge } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { transitionIntent, unlock } from "./transition.ts"

const UNREACHABLE = { code: "processing_error", message: "The acquirer could not process the charge." } as const

/** The shortest time until another PIX or boleto is made. Each one that may have been made is watched for days, so they must be few. */
const MIN_REMAKE_SECONDS = 60

type Refused = Extract<SaleOutcome, { result: "refused" }>

/**
 * Applies the outcome of a sale in one transaction: moves the attempt and the intent, uses up the token, writes the events and
 * saves the response. It reads the attempt again, so a final outcome counts in any open state that the attempt has by now, whichever
 * process learned it first (docs/states.md). `called` is the attempt as it was when the call began.
 *
 * Returns the intent. Returns undefined if the sale was certainly not made, whichever process found that out. The confirm is then undone
 * (`undoConfirm`).
 */
export async function applySaleOutcome(
  mode: PaymentsMode,
  called: AttemptRow,
  answer: SaleOutcome,
): Promise<IntentRow | undefined> {
  const { sent_at_ms } = called
  const settled = await mode.database.transaction(async (tx) => {
    const [scope, sold] = await holdSold(tx, mode, called)
    const outcome = answer.result === "approved" ? withOwnFirst(sold, answer) : answer
    const unchanged = isUndone(sold.attempt) ? undefined : sold.intent
    // `unavailable` is true of one call only. Another process has made another call since.
    if (outcome.result === "unavailable" && sold.attempt.sent_at_ms !== sent_at_ms) return unchanged
    if (outcome.result === "approved") await sendDuplicatesBack(tx, scope, sold, outcome)
    if (sold.attempt.state === "done") {
      await applyAfterEnd(tx, scope, sold, outcome)
      return unchanged
    }
    const trigger = triggerOf(sold, outcome, scope)
    if (trigger === "mismatch" && outcome.result === "approved") await noteMismatch(tx, sold.attempt, outcome)
    if (!(await transition(tx, scope, sold.attempt, trigger, outcome))) return unchanged
    if (outcome.result === "refused") await noteRefusal(tx, scope, sold.attempt, outcome)
    const after = await apply(tx, scope, sold, outcome, trigger)
    if (outcome.result === "approved" && after?.charge === outcome.charge) await orderRefundCheck(tx, scope, sold, outcome)
    return after
  })
  mode.checkpoint("charge: settled", called)
  return settled
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

async function noteRefusal(tx: Transaction, scope: PaymentScope, attempt: AttemptRow, { code, irreversible }: Refused) {
  await countOutcome(tx, scope, attempt, "refused")
  if (irreversible && attempt.payment_method)
    await tx.run(refuseForGood, { account: attempt.account, id: attempt.payment_method, code })
}

/** Applies an outcome to the intent. Returns undefined if the confirm was undone. */
function apply(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  outcome: SaleOutcome,
  trigger: AttemptTrigger,
): Promise<IntentRow | undefined> {
  if (sold.intent.running_attempt !== sold.attempt.id) return applyLateOutcome(tx, scope, sold, outcome, trigger)
  if (sold.attempt.challenge) return applyChallengeOutcome(tx, scope, sold, outcome, trigger)
  return applyConfirmOutcome(tx, scope, sold, outcome, trigger)
}

/** Handles an outcome of an attempt that has ended. Money that arrives nevertheless is sent back, once. */
async function applyAfterEnd(tx: Transaction, scope: PaymentScope, sold: Sold, outcome: SaleOutcome): Promise<void> {
  if (outcome.result === "approved" && outcome.charge !== sold.intent.charge) await sendLateBack(tx, scope, sold, outcome)
}

/** Whether an attempt has ended because its sale was certainly not made. */
export function isUndone({ state, outcome }: AttemptRow): boolean {
  return outcome === "unavailable" && (state === "done" || state === "given_up")
}

/** Gives up a sale that look-ups did not find within the time limit. If the sale appears later, it is reversed. */
export async function giveUpSale(mode: PaymentsMode, lost: AttemptRow): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const [scope, { intent, attempt }] = await holdSold(tx, mode, lost)
    if (!(await transition(tx, scope, attempt, "give_up", { result: "not_found" }))) return
    if (intent.status === "processing") await transitionIntent(tx, scope, intent, "failed", { last_payment_error: UNREACHABLE })
  })
}

/** The trigger of an outcome. An approval of another amount or currency is not a success. */
function triggerOf({ attempt, intent }: Sold, outcome: SaleOutcome, { now }: Scope): AttemptTrigger {
  switch (outcome.result) {
    case "approved":
      return isKept(attempt, intent) && !isAsOrdered(intent, outcome) ? "mismatch" : "settled"
    case "refused":
      // What was captured is back. Otherwise the payer may still pay.
      return isPayable(attempt) && attempt.amount === null ? "ended" : "settled"
    case "action_required":
      return "payer_must_act"
    case "pending":
      return attempt.challenge && attempt.state !== "waiting" ? "undecided" : "accepted"
    case "unknown":
      return attempt.challenge ? "undecided" : "no_answer"
    case "unavailable":
      // Look-ups decide a sale that is polled.
      if (attempt.state !== "new" && attempt.state !== "sent") return "no_answer"
      if (attempt.challenge) return "undecided"
      if (outcome.watch) return "give_up"
      return attempt.retry_until !== null && now < attempt.retry_until ? "not_made" : "close"
  }
}

/** Whether the intent keeps the money of an approval. Otherwise all of the money is sent back, whatever the amount. */
function isKept(attempt: AttemptRow, intent: IntentRow): boolean {
  return attempt.state !== "given_up" && intent.status !== "canceled"
}

/** Whether the payer may have seen a PIX or a boleto. It is then watched, because it may be paid although the acquirer has ended it. */
function isPayable({ state, type }: AttemptRow): boolean {
  return type !== "card" && (state === "waiting" || state === "pending" || state === "given_up")
}

/** Moves an attempt by the table of its states. Returns undefined if the table has no such transition. */
async function transition(
  tx: Transaction,
  { now }: Scope,
  attempt: AttemptRow,
  trigger: AttemptTrigger,
  { result: outcome, ...answer }: SaleOutcome | { result: "not_found" },
): Promise<AttemptRow | undefined> {
  const { account, id, state: from } = attempt
  const state = nextAttemptState(from, trigger)
  const charge = "charge" in answer ? answer.charge : null
  return state && tx.one(transitionSale, { account, id, from, state, outcome, charge, ...dueAfter(attempt, state, now) })
}

/** When polling began, and when work on the attempt is due next, for an attempt that enters `state`. */
function dueAfter(attempt: AttemptRow, state: AttemptState, now: number): Pick<AttemptRow, "polling_since" | "due_at"> {
  if (state === "done" || state === "by_hand") return { polling_since: attempt.polling_since, due_at: null }
  if (state === "new") return { polling_since: null, due_at: nextTryAt(attempt, now) }
  // A sale that was polled before goes on from there. The polling of all others begins now.
  const polling_since = state === "given_up" ? (attempt.polling_since ?? now) : now
  return { polling_since, due_at: nextPollAt({ polling_since, state, type: attempt.type }, now) ?? null }
}

/** Applies the outcome of the confirm itself. Returns undefined if the confirm was undone. */
async function applyConfirmOutcome(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  outcome: SaleOutcome,
  trigger: AttemptTrigger,
): Promise<IntentRow | undefined> {
  const { attempt } = sold
  // The engine retries the same attempt later, with the same token.
  if (trigger === "not_made") return sold.intent
  if (outcome.result === "unavailable") return undoConfirm(tx, scope, attempt)
  const [, details] = await tx.pipeline(
    () => useToken(tx, attempt),
    () => methodDetailsOf(tx, attempt),
  )
  const after = await transitionByOutcome(tx, scope, sold, outcome, trigger, details)
  if (attempt.idempotency_key) {
    const claim = { account: attempt.account, key: attempt.idempotency_key }
    const body = JSON.stringify(presentIntent(after, tx.livemode))
    saveResponse(tx, claim, { status: 200, body, sealed: false }, scope.now)
  }
  return after
}

async function transitionByOutcome(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  outcome: Exclude<SaleOutcome, { result: "unavailable" }>,
  trigger: AttemptTrigger,
  payment_method_details: MethodDetails,
): Promise<IntentRow> {
  if (outcome.result === "unknown") return transitionIntent(tx, scope, intent, "pending", { charge: null })
  const answer = { charge: chargeIn(outcome, attempt), payment_method_details }
  switch (outcome.result) {
    case "approved":
      return transitionIntent(tx, scope, intent, trigger === "mismatch" ? "pending" : "approved", answer)
    case "refused": {
      const { code, message } = outcome
      return transitionIntent(tx, scope, intent, "refused", { ...answer, last_payment_error: { code, message } })
    }
    case "action_required": {
      const next = await nextAction(tx, scope, attempt, intent, outcome.action)
      // The first poll must not be later than the end of the payer's time.
      await tx.run(pollBy, { account: attempt.account, id: attempt.id, latest: next.due_at })
      return transitionIntent(tx, scope, intent, "action_required", { ...answer, ...next })
    }
    case "pending":
      return transitionIntent(tx, scope, intent, "pending", answer)
  }
}

/** Applies the outcome of the payer's challenge. An undecided outcome leaves the intent unchanged, so the payer can try again. */
async function applyChallengeOutcome(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  outcome: SaleOutcome,
  trigger: AttemptTrigger,
): Promise<IntentRow> {
  const { attempt, intent } = sold
  const moved = await transitionByLateOutcome(tx, scope, sold, outcome, trigger)
  if (moved) return moved
  // The payer can try again until their time has run out.
  if (intent.due_at !== null) await tx.run(pollBy, { account: intent.account, id: attempt.id, latest: intent.due_at })
  return (await unlock(tx, intent, attempt.id)) ?? intent
}

/** Applies a later outcome: the payer has paid, the acquirer has decided, or a lost sale has appeared. */
async function applyLateOutcome(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  outcome: SaleOutcome,
  trigger: AttemptTrigger,
): Promise<IntentRow> {
  const { attempt, intent } = sold
  const waits = (intent.status === "requires_action" || intent.status === "processing") && attempt.state !== "given_up"
  if (waits) return (await transitionByLateOutcome(tx, scope, sold, outcome, trigger)) ?? intent
  if (outcome.result !== "approved") return intent
  const isKnown = intent.status === "succeeded" && outcome.charge === intent.charge
  if (!isKnown) await sendLateBack(tx, scope, sold, outcome)
  return intent
}

async function transitionByLateOutcome(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  outcome: SaleOutcome,
  trigger: AttemptTrigger,
): Promise<IntentRow | undefined> {
  if (outcome.result !== "approved" && outcome.result !== "refused" && outcome.result !== "pending") return undefined
  const details = await methodDetailsOf(tx, attempt)
  const answer = { charge: outcome.charge ?? intent.charge ?? chargeIn(outcome, attempt), payment_method_details: details }
  if (trigger === "settled" && outcome.result === "approved") return transitionIntent(tx, scope, intent, "paid", answer)
  if (outcome.result === "refused") {
    const { code, message } = outcome
    return transitionIntent(tx, scope, intent, "failed", { ...answer, last_payment_error: { code, message } })
  }
  if (trigger === "mismatch" && intent.status === "requires_action")
    return transitionIntent(tx, scope, intent, "mismatched", answer)
  // The intent keeps its status, and learns which charge it waits for.
  const { account, id } = intent
  await tx.run(noteCharge, { account, id, charge: outcome.charge, payment_method_details: details })
  return undefined
}

/** Restores the intent, the token and the idempotency key to their state before the confirm. */
async function undoConfirm(tx: Transaction, scope: PaymentScope, attempt: AttemptRow): Promise<IntentRow | undefined> {
  const { account } = attempt
  await freeToken(tx, attempt)
  const intent = await unlock(tx, { account, id: intentIdOf(attempt) }, attempt.id)
  if (attempt.idempotency_key) await releaseClaim(tx, { account, key: attempt.idempotency_key })
  if (!intent) return undefined
  for (const listener of scope.mode.intentListeners) listener.confirmUndone(tx, intent)
  if (attempt.retry_until === null) {
    await resumeWithdrawn(tx, scope, intent)
    return undefined
  }
  // A PIX or a boleto that may have been made is watched. The payer has not seen it, so the payer gets another one.
  if (scope.now < attempt.retry_until) {
    await recreateAttempt(tx, scope, intent, attempt, Math.max(nextTryAt(attempt, scope.now), scope.now + MIN_REMAKE_SECONDS))
    return intent
  }
  // No request waits for this charge, and the time for its retries is over. It counts as refused.
  return transitionIntent(tx, scope, intent, "refused", { last_payment_error: UNREACHABLE })
}
