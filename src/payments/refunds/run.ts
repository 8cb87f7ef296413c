import { scopeOf } from "../../accounts/scope.ts"
import type { Acquirer, RefundOutcome } from "../../acquirers/acquirer.ts"
import { saveResponse } from "../../idempotency/claims.ts"
import { acquirerFor } from "../attempts/acquirer-for.ts"
import { callAcquirer } from "../attempts/call-acquirer.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { type AttemptRow, moveAttempt } from "../attempts/store.ts"
import type { PaymentsMode } from "../mode.ts"
import { completeRefund, mustFindRefund, presentRefund, type RefundRow } from "./store.ts"

/** Between the transactions of a refund: asks the acquirer, then books what he says. */
export async function finishRefund(mode: PaymentsMode, attempt: AttemptRow): Promise<RefundRow> {
  mode.checkpoint("refund: attempt written")
  const outcome = await callAcquirer(mode, attempt, async () => send(await acquirerFor(mode, attempt), attempt))
  mode.checkpoint("refund: acquirer answered")
  await settle(mode, attempt, outcome)
  return mustFindRefund(mode.database, attempt, attempt.refund!)
}

/**
 * Does or finishes a refund or a reversal that nobody waits for. What may have been sent before is asked for first, and sent again
 * only where that is safe.
 */
export async function runRefund(mode: PaymentsMode, attempt: AttemptRow, { neverSent = false } = {}): Promise<void> {
  const outcome = await callAcquirer(mode, attempt, async () => {
    const acquirer = await acquirerFor(mode, attempt)
    const found = await acquirer.lookUpRefund(attempt.account, attempt.reference)
    if (found) return found
    return acquirer.idempotent || neverSent ? send(acquirer, attempt) : ({ result: "unknown" } as const)
  })
  await settle(mode, attempt, outcome)
}

function send(acquirer: Acquirer, { account, reference, charge, amount }: AttemptRow): Promise<RefundOutcome> {
  return acquirer.refund({ account, reference, charge: charge!, amount: amount! })
}

async function settle(mode: PaymentsMode, attempt: AttemptRow, outcome: RefundOutcome): Promise<void> {
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
    // Only the run that a request waits for has an answer to keep; afterwards it is kept already.
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

/** Money that could not be sent back by itself is a matter for the operator. */
function logReversal({ log }: PaymentsMode, attempt: AttemptRow, { result }: RefundOutcome): void {
  const what = { payment_intent: attempt.payment_intent, charge: attempt.charge, amount: attempt.amount }
  if (result === "refunded") log.warn(what, "money that came after the end of a payment intent was sent back")
  if (result === "by_hand" || result === "refused") {
    log.error(what, "money came after the end of a payment intent and cannot be sent back by the acquirer: refund it by hand")
  }
}
