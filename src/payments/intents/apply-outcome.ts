import { scopeOf } from "../../accounts/scope.ts"
import type { SaleOutcome } from "../../acquirers/acquirer.ts"
import type { Transaction } from "../../db/database.ts"
import { ApiError } from "../../errors.ts"
import { releaseClaim, saveResponse } from "../../idempotency/claims.ts"
import { newId, randomBase62 } from "../../ids.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { type AttemptRow, type AttemptState, insertAttempt, moveAttempt } from "../attempts/store.ts"
import { methodDetailsOf } from "../methods/details.ts"
import type { PaymentScope, PaymentsMode } from "../mode.ts"
import { freeToken, useToken } from "../tokens/tokens.ts"
import { moveIntent } from "./move.ts"
import { nextAction } from "./next-action.ts"
import { presentIntent } from "./present.ts"
import { holdIntent, type IntentRow, unlockIntent } from "./store.ts"

const UNREACHABLE = { code: "processing_error", message: "The acquirer could not process the charge." } as const

/**
 * Applies the outcome of a sale in one transaction: moves the attempt and the intent, uses up the token, writes the events and
 * saves the response. `attempt` is the row that the caller read. If another process has moved it since, this outcome is ignored.
 *
 * Throws processing_error where the sale was certainly not made. Intent, token and idempotency key are then unchanged.
 */
export async function applySaleOutcome(mode: PaymentsMode, attempt: AttemptRow, outcome: SaleOutcome): Promise<IntentRow> {
  const intent = await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, attempt.account)
    // Locks the intent, so that its state cannot change before this transaction commits.
    const before = (await tx.one(holdIntent, { account: attempt.account, id: attempt.payment_intent! }))!
    if (attempt.state === "done") return before
    if (!(await tx.one(moveAttempt, { id: attempt.id, from: attempt.state, ...attemptAfter(attempt, outcome, scope.now) })))
      return before
    if (before.running_attempt !== attempt.id) return applyLateOutcome(tx, scope, attempt, before, outcome)
    if (attempt.challenge) return applyChallengeOutcome(tx, scope, attempt, before, outcome)
    return applyConfirmOutcome(tx, scope, attempt, before, outcome)
  })
  if (intent) return intent
  throw new ApiError(
    "processing_error",
    "The acquirer could not be reached. Nothing was charged. Retry with the same Idempotency-Key.",
  )
}

/** Gives up a sale that look-ups did not find within the time limit. If the sale appears later, it is reversed. */
export async function giveUpSale(mode: PaymentsMode, attempt: AttemptRow): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, attempt.account)
    const watched = { ...attempt, state: "given_up" } as const
    const due_at = nextPollAt(watched, scope.now) ?? null
    const { id, asking_since } = attempt
    if (!(await tx.one(moveAttempt, { id, from: attempt.state, state: "given_up", outcome: "not_found", asking_since, due_at })))
      return
    const intent = (await tx.one(holdIntent, { account: attempt.account, id: attempt.payment_intent! }))!
    if (intent.status === "processing") await moveIntent(tx, scope, intent, "failed", { last_payment_error: UNREACHABLE })
  })
}

/** The attempt's columns after an outcome. */
function attemptAfter(attempt: AttemptRow, outcome: SaleOutcome, now: number) {
  const state = stateAfter(attempt, outcome)
  const polled = state === "unknown" || state === "pending" || state === "given_up"
  const unsure = state === "waiting" && outcome.result !== "action_required"
  const asking_since = polled || unsure ? (attempt.asking_since ?? now) : attempt.asking_since
  const due_at = polled || unsure ? (nextPollAt({ asking_since, state }, now) ?? null) : null
  return { state, outcome: outcome.result, asking_since, due_at }
}

function stateAfter({ state, challenge }: AttemptRow, outcome: SaleOutcome): AttemptState {
  switch (outcome.result) {
    case "approved":
    case "refused":
      return "done"
    case "unavailable":
      return challenge ? "waiting" : outcome.watch ? "given_up" : "done"
    // A look-up that still finds the sale waiting for the payer changes nothing.
    case "action_required":
      return state === "unknown" || state === "given_up" ? state : "waiting"
    case "pending":
    case "unknown":
      if (state !== "running") return state
      return challenge ? "waiting" : outcome.result
  }
}

/** Applies the outcome of the confirm itself. Returns undefined where the confirm was undone. */
async function applyConfirmOutcome(
  tx: Transaction,
  scope: PaymentScope,
  attempt: AttemptRow,
  before: IntentRow,
  outcome: SaleOutcome,
): Promise<IntentRow | undefined> {
  if (outcome.result === "unavailable") return undoConfirm(tx, scope, attempt)
  if (attempt.token) await useToken(tx, attempt.token, attempt.id)
  const after = await moveByOutcome(tx, scope, attempt, before, outcome)
  if (attempt.idempotency_key) {
    const claim = { account: attempt.account, key: attempt.idempotency_key }
    const body = JSON.stringify(presentIntent(after, tx.livemode))
    await saveResponse(tx, claim, { status: 200, body, sealed: false }, scope.now)
  }
  return after
}

async function moveByOutcome(
  tx: Transaction,
  scope: PaymentScope,
  attempt: AttemptRow,
  intent: IntentRow,
  outcome: Exclude<SaleOutcome, { result: "unavailable" }>,
): Promise<IntentRow> {
  if (outcome.result === "unknown") return moveIntent(tx, scope, intent, "pending", { charge: null })
  const answer = { charge: outcome.charge, payment_method_details: await methodDetailsOf(tx, attempt) }
  switch (outcome.result) {
    case "approved":
      return moveIntent(tx, scope, intent, "approved", answer)
    case "refused": {
      const { code, message, irreversible } = outcome
      return moveIntent(tx, scope, intent, "refused", { ...answer, last_payment_error: { code, message }, irreversible })
    }
    case "action_required": {
      const next = await nextAction(tx, scope, attempt, intent, outcome.action)
      return moveIntent(tx, scope, intent, "action_required", { ...answer, ...next })
    }
    case "pending":
      return moveIntent(tx, scope, intent, "pending", answer)
  }
}

/** Applies the outcome of the payer's challenge. An undecided outcome leaves the intent unchanged, so the payer can try again. */
async function applyChallengeOutcome(
  tx: Transaction,
  scope: PaymentScope,
  attempt: AttemptRow,
  before: IntentRow,
  outcome: SaleOutcome,
): Promise<IntentRow> {
  const moved = await moveByLateOutcome(tx, scope, attempt, before, outcome)
  return moved ?? (await tx.one(unlockIntent, { id: before.id, attempt: attempt.id })) ?? before
}

/** Applies a later outcome: the payer has paid, the acquirer has decided, or a lost sale has appeared. */
async function applyLateOutcome(
  tx: Transaction,
  scope: PaymentScope,
  attempt: AttemptRow,
  before: IntentRow,
  outcome: SaleOutcome,
): Promise<IntentRow> {
  const waits = (before.status === "requires_action" || before.status === "processing") && attempt.state !== "given_up"
  if (waits) return (await moveByLateOutcome(tx, scope, attempt, before, outcome)) ?? before
  const isKnown = before.status === "succeeded" && outcome.result === "approved" && outcome.charge === before.charge
  if (outcome.result === "approved" && !isKnown) await orderReversal(tx, scope, attempt, before, outcome.charge)
  return before
}

async function moveByLateOutcome(
  tx: Transaction,
  scope: PaymentScope,
  attempt: AttemptRow,
  intent: IntentRow,
  outcome: SaleOutcome,
): Promise<IntentRow | undefined> {
  if (outcome.result !== "approved" && outcome.result !== "refused") return undefined
  const answer = { charge: outcome.charge ?? intent.charge, payment_method_details: await methodDetailsOf(tx, attempt) }
  if (outcome.result === "approved") return moveIntent(tx, scope, intent, "paid", answer)
  const { code, message, irreversible } = outcome
  return moveIntent(tx, scope, intent, "failed", { ...answer, last_payment_error: { code, message }, irreversible })
}

/** Orders the reversal of money that arrived after the intent ended. The next tick sends it. The intent keeps its status. */
async function orderReversal(
  tx: Transaction,
  scope: PaymentScope,
  attempt: AttemptRow,
  intent: IntentRow,
  charge: string,
): Promise<void> {
  await insertAttempt(tx, {
    id: newId("att"),
    account: intent.account,
    created: scope.now,
    kind: "reversal",
    reference: randomBase62(20),
    payment_intent: intent.id,
    customer: intent.customer,
    type: attempt.type,
    charge,
    amount: intent.amount,
    lease_until_ms: 0,
  })
}

/** Restores the intent, the token and the idempotency key to their state before the confirm. */
async function undoConfirm(tx: Transaction, scope: PaymentScope, attempt: AttemptRow): Promise<IntentRow | undefined> {
  if (attempt.token) await freeToken(tx, attempt.token, attempt.id)
  const intent = await tx.one(unlockIntent, { id: attempt.payment_intent!, attempt: attempt.id })
  if (attempt.idempotency_key) await releaseClaim(tx, { account: attempt.account, key: attempt.idempotency_key })
  // A listener limits the retries of a charge that no request is waiting for.
  if (!intent || !(await shouldGiveUp(tx, scope, intent))) return undefined
  return moveIntent(tx, scope, intent, "refused", { last_payment_error: UNREACHABLE })
}

async function shouldGiveUp(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<boolean> {
  for (const listener of scope.mode.intentListeners) {
    if (await listener.unreachable(tx, scope, intent)) return true
  }
  return false
}
