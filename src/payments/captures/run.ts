import { scopeOf } from "../../accounts/scope.ts"
import { REFUSAL_MESSAGES } from "../../acquirers/refusal-messages.ts"
import type { CaptureOutcome, SaleOutcome } from "../../acquirers/sale.ts"
import { withDeadline } from "../../base/deadline.ts"
import { ApiError, type CardErrorCode } from "../../base/errors.ts"
import { must, mustHave } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import { moveAttempt } from "../attempts/move.ts"
import { GIVE_UP_AFTER_SECONDS, nextPollAt } from "../attempts/poll-schedule.ts"
import { type Answer, acquirerFor, sendAttempt } from "../attempts/send.ts"
import { findAttempt, latestAttemptOf, mustFindAttempt, pollBy, pollNext } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { applySaleOutcome, settle } from "../intents/apply-outcome.ts"
import type { PaymentScope, PaymentsMode } from "../intents/mode.ts"
import { saveIntentResponse } from "../intents/save-response.ts"
import { holdIntentOf, intentOf } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"
import { lockedError, transitionIntent } from "../intents/transition.ts"
import { endUncaptured, type RenderRefusal } from "./end.ts"

/**
 * Sends the capture, then applies its outcome in the second transaction. Throws the issuer's refusal, after which the intent is as before,
 * processing_error if the acquirer certainly did not make it, and payment_intent_locked while another process sends it.
 */
export async function finishCapture(mode: PaymentsMode, attempt: AttemptRow, render: RenderRefusal): Promise<IntentRow> {
  mode.checkpoint("capture: attempt written")
  return mode.underWay.during(attempt, async () => {
    const answer = await sendCapture(mode, attempt, render)
    mode.checkpoint("capture: acquirer answered")
    if (answer) await applyCaptureOutcome(mode, answer, render)
    return resultOf(mode, attempt)
  })
}

/** How a capture ends that was certainly not made, and that no issuer has declined (`endUncaptured`). */
const NOT_MADE: readonly string[] = ["refused", "unavailable", "not_made"]

/**
 * What has become of a capture, whichever process has learned it. One that was not made has released its key, so the request must be
 * repeated, even if the intent has ended since: the repeat's answer is kept.
 */
async function resultOf({ database }: PaymentsMode, { account, id }: AttemptRow): Promise<IntentRow> {
  const attempt = must(await findAttempt(database, { account, id }), id)
  const intent = await intentOf(database, attempt)
  if (intent.running_attempt === id) throw lockedError(intent.id)
  const { state, outcome } = attempt
  if (state !== "done" || outcome === null) return intent
  if (outcome in REFUSAL_MESSAGES) throw declined(outcome as CardErrorCode)
  if (NOT_MADE.includes(outcome))
    throw new ApiError(
      "processing_error",
      "The acquirer could not make the capture. Nothing was taken. Retry with the same Idempotency-Key.",
    )
  return intent
}

function declined(code: CardErrorCode): ApiError {
  return new ApiError(code, `${REFUSAL_MESSAGES[code]} Nothing was captured, and the payment intent is as before.`)
}

/** A capture is sent once. What was sent is looked up. */
function sendCapture(mode: PaymentsMode, attempt: AttemptRow, render?: RenderRefusal) {
  const { account, amount } = mustHave(attempt, "amount")
  return sendAttempt<CaptureOutcome>(mode, attempt, {
    prepare: async ({ name, capture }) => {
      if (!capture) throw new Error(`the acquirer ${name} cannot capture later`)
      const { charge } = mustHave(await intentOf(mode.database, attempt), "charge")
      return { call: (signal) => capture({ account, charge, amount }, signal) }
    },
    late: (answer) => applyCaptureOutcome(mode, answer, render),
  })
}

/** Applies an outcome to the capture and its intent as they are now. A look-up may have decided first. */
async function applyCaptureOutcome(
  mode: PaymentsMode,
  { attempt: called, outcome }: Answer<CaptureOutcome>,
  render?: RenderRefusal,
): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, called.account)
    const intent = await holdIntentOf(tx, called)
    const capture = await mustFindAttempt(tx, called)
    switch (outcome.result) {
      case "approved": {
        // It ends the capture too. What was captured after a cancel goes back. Without a notification, a sale is due when its time to capture ends.
        const attempt = await saleOf(tx, intent)
        return void (await settle(tx, scope, { attempt, intent }, outcome, { ...attempt, due_at: intent.due_at }))
      }
      case "refused": {
        if (outcome.code === "processing_error") return endImpossible(tx, scope, { capture, intent })
        const refusal = render?.(declined(outcome.code))
        return endUncaptured(tx, scope, { capture, intent, outcome: outcome.code, refusal })
      }
      case "unavailable":
        // It is true of one call only. Another process has made the call.
        if (capture.sent_at_ms !== called.sent_at_ms) return
        return endUncaptured(tx, scope, { capture, intent, outcome: "unavailable" })
      case "pending":
      case "unknown":
        return leaveOpen(tx, scope, { capture, intent, result: outcome.result })
    }
  })
  mode.checkpoint("capture: settled", called)
}

/** There may be nothing left to capture, because of a void in the acquirer's portal. The look-up that follows shows it. */
async function endImpossible(
  tx: Transaction,
  scope: PaymentScope,
  { capture, intent }: { capture: AttemptRow; intent: IntentRow },
): Promise<void> {
  const { account, latest_attempt: id } = mustHave(intent, "latest_attempt")
  await tx.run(pollBy, { account, id, latest: scope.now })
  return endUncaptured(tx, scope, { capture, intent, outcome: "refused" })
}

/** The outcome is open. The amount that was asked for is pending until a look-up decides. */
async function leaveOpen(
  tx: Transaction,
  scope: PaymentScope,
  { capture, intent, result }: { capture: AttemptRow; intent: IntentRow; result: "pending" | "unknown" },
): Promise<void> {
  const moved = await moveAttempt(tx, scope, capture, result === "pending" ? "accepted" : "no_answer", result)
  if (!moved || intent.running_attempt !== capture.id) return
  const { amount } = mustHave(capture, "amount")
  saveIntentResponse(
    tx,
    scope,
    capture,
    await transitionIntent(tx, scope, intent, "capturing", { amount, due_at: intent.due_at }),
  )
}

/**
 * Makes or finishes a capture for which no request waits. What was sent is never sent again: the sale is looked up, and what it shows is
 * applied. A capture that look-ups do not show for 15 minutes was certainly not made.
 */
export async function runCapture(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode, now } = scope
  if (attempt.state === "new") {
    const answer = await sendCapture(mode, attempt)
    if (answer) await applyCaptureOutcome(mode, answer)
    return
  }
  const told = await toldOf(mode, attempt)
  if (told && told.result !== "approved") return followTold(scope, attempt, told)
  const intent = await intentOf(mode.database, attempt)
  const sale = await saleOf(mode.database, intent)
  const found = await lookUp(mode, sale)
  const result = found instanceof Error ? undefined : found.result
  const isUncaptured = result === "authorized" || result === "refused"
  const missing_since = isUncaptured ? (attempt.missing_since ?? now) : null
  if (!(found instanceof Error)) await applySaleOutcome(mode, sale, found)
  const isOver = missing_since !== null && now - missing_since >= GIVE_UP_AFTER_SECONDS && attempt.state === "unknown"
  const { account, id, state: from, due_at: was_due_at } = attempt
  await mode.database.transaction(async (tx) => {
    const held = { intent: await holdIntentOf(tx, attempt), capture: await mustFindAttempt(tx, attempt) }
    const current = await scopeOf(tx, mode, account)
    if (result === "refused" || (isOver && isUncaptured)) await endUncaptured(tx, current, { ...held, outcome: "not_made" })
    else if (from === "sent") await leaveOpen(tx, current, { ...held, result: "unknown" })
    const due_at = nextPollAt({ ...attempt, missing_since }, now) ?? null
    await tx.run(pollNext, { account, id, from, was_due_at, due_at, missing_since })
  })
  mode.checkpoint("capture: looked up", attempt)
  // An open capture is on the attention list anyway.
  if (found instanceof Error) mode.log.warn({ err: found, attempt: id }, "could not look up a capture at the acquirer")
}

/** What the acquirer says of a capture itself, if it makes captures later. An acquirer that gives no answer says nothing. */
async function toldOf(mode: PaymentsMode, attempt: AttemptRow): Promise<CaptureOutcome | undefined> {
  const { lookUpCapture } = await acquirerFor(mode, attempt)
  if (!lookUpCapture) return undefined
  const { account, amount } = mustHave(attempt, "amount")
  const { charge } = mustHave(await intentOf(mode.database, attempt), "charge")
  return withDeadline(mode.callDeadlineMs, (signal) => lookUpCapture({ account, charge, amount }, signal)).catch((error) => {
    mode.log.warn({ err: error, attempt: attempt.id }, "could not look up a capture at the acquirer")
    return { result: "unknown" }
  })
}

/** Such an acquirer tells of a capture some time, so it is waited for. */
async function followTold({ mode, now }: PaymentScope, attempt: AttemptRow, outcome: CaptureOutcome): Promise<void> {
  await applyCaptureOutcome(mode, { attempt, outcome })
  const { account, id, state: from, due_at: was_due_at } = attempt
  const due_at = nextPollAt({ ...attempt, missing_since: null }, now) ?? null
  await mode.database.transaction((tx) => tx.run(pollNext, { account, id, from, was_due_at, due_at, missing_since: null }))
}

/** What a look-up shows of the sale. Anything undecided says nothing about the capture. */
async function lookUp(mode: PaymentsMode, sale: AttemptRow): Promise<SaleOutcome | Error> {
  const { account, reference } = sale
  try {
    const acquirer = await acquirerFor(mode, sale)
    const found = await withDeadline(mode.callDeadlineMs, (signal) => acquirer.lookUp(account, reference, signal))
    const isShown = found?.result === "approved" || found?.result === "authorized" || found?.result === "refused"
    return isShown ? found : new Error(`it shows the sale '${reference}' as ${found?.result ?? "missing"}`)
  } catch (error) {
    return error as Error
  }
}

async function saleOf(db: Parameters<typeof latestAttemptOf>[0], intent: IntentRow): Promise<AttemptRow> {
  return must(await latestAttemptOf(db, intent), `the sale of ${intent.id}`)
}
