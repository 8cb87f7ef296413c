import { scopeOf } from "../../accounts/scope.ts"
import type { Acquirer, RefundOutcome } from "../../acquirers/acquirer.ts"
import { saveResponse } from "../../idempotency/claims.ts"
import { acquirerFor } from "../attempts/acquirer-for.ts"
import { callAcquirer } from "../attempts/call-acquirer.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { type AttemptRow, moveAttempt } from "../attempts/store.ts"
import type { PaymentsMode } from "../mode.ts"
import { completeRefund, mustFindRefund, presentRefund, type RefundRow } from "./store.ts"

/** Calls the acquirer, then applies the outcome in the second transaction of a refund. */
export async function finishRefund(mode: PaymentsMode, attempt: AttemptRow): Promise<RefundRow> {
  mode.checkpoint("refund: attempt written")
  const outcome = await callAcquirer(mode, attempt, async () => send(await acquirerFor(mode, attempt), attempt))
  mode.checkpoint("refund: acquirer answered")
  await applyRefundOutcome(mode, attempt, outcome)
  return mustFindRefund(mode.database, attempt, attempt.refund!)
}

/**
 * Runs or finishes a refund or a reversal that no request is waiting for. Looks it up first, because it may have been sent
 * before. Sends it only to an idempotent acquirer, or where it was never sent.
 */
export async function runRefund(mode: PaymentsMode, attempt: AttemptRow, { neverSent = false } = {}): Promise<void> {
  const outcome = await callAcquirer(mode, attempt, async () => {
    const acquirer = await acquirerFor(mode, attempt)
    const found = await acquirer.lookUpRefund(attempt.account, attempt.reference)
    if (found) return found
    return acquirer.idempotent || neverSent ? send(acquirer, attempt) : ({ result: "unknown" } as const)
  })
  await applyRefundOutcome(mode, attempt, outcome)
}

function send(acquirer: Acquirer, { account, reference, charge, amount }: AttemptRow): Promise<RefundOutcome> {
  return acquirer.refund({ account, reference, charge: charge!, amount: amount! })
}

async function applyRefundOutcome(mode: PaymentsMode, attempt: AttemptRow, outcome: RefundOutcome): Promise<void> {
  const unsure = outcome.result === "unknown" || outcome.result === "unavailable"
  await mode.database.transaction(async (tx) => {
    const { now } = await scopeOf(tx, mode, attempt.account)
    const asking_since = unsure ? (attempt.asking_since ?? now) : attempt.asking_since
    const state = unsure ? "unknown" : "done"
    const due_at = unsure ? (nextPollAt({ asking_since, state }, now) ?? null) : null
    const moved = await tx.one(moveAttempt, {
      id: attempt.id,
      from: attempt.state,
      state,
      outcome: outcome.result,
      asking_since,
      due_at,
    })
    if (!moved) return
    if (attempt.kind === "reversal") return logReversal(mode, attempt, outcome)
    if (outcome.result === "refunded") await completeRefund(tx, attempt.refund!, "succeeded")
    if (outcome.result === "refused") await completeRefund(tx, attempt.refund!, "failed")
    // Only the first run has a request waiting for it. Later runs find its response already saved.
    if (attempt.idempotency_key && attempt.state === "running") {
      const refund = await mustFindRefund(tx, attempt, attempt.refund!)
      const body = JSON.stringify(presentRefund(refund, tx.livemode))
      await saveResponse(
        tx,
        { account: attempt.account, key: attempt.idempotency_key },
        { status: 201, body, sealed: false },
        now,
      )
    }
  })
}

/** Logs the outcome of a reversal. An error means that the operator must send the money back. */
function logReversal({ log }: PaymentsMode, attempt: AttemptRow, { result }: RefundOutcome): void {
  const fields = { payment_intent: attempt.payment_intent, charge: attempt.charge, amount: attempt.amount }
  if (result === "refunded") log.warn(fields, "money that arrived after a payment intent ended was sent back")
  if (result === "by_hand" || result === "refused") {
    log.error(fields, "money arrived after a payment intent ended, and the acquirer cannot send it back: refund it by hand")
  }
}
