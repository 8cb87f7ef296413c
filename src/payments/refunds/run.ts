import { scopeOf } from "../../accounts/accounts.ts"
import type { Acquirer, RefundOutcome } from "../../acquirers/acquirer.ts"
import { keepAnswer } from "../../idempotency/claims.ts"
import type { Mode } from "../../mode.ts"
import { callAcquirer } from "../attempts/call-acquirer.ts"
import { nextAsking } from "../attempts/poll-schedule.ts"
import { type AttemptRow, moveAttempt } from "../attempts/store.ts"
import { mustFindRefund, presentRefund, type RefundRow, settleRefund } from "./store.ts"

/** Between the transactions of a refund: asks the acquirer, then books what he says. */
export async function finishRefund(mode: Mode, attempt: AttemptRow): Promise<RefundRow> {
  mode.checkpoint("refund: attempt written")
  const outcome = await callAcquirer(mode, attempt, async () => send(await acquirerFor(mode, attempt), attempt))
  mode.checkpoint("refund: acquirer answered")
  await settle(mode, attempt, outcome)
  return mustFindRefund(mode.database, attempt, attempt.refund!)
}

/**
 * Does or finishes a refund or a reversal that nobody waits for: what may have been sent before is asked for first, and sent again
 * only where that is safe.
 */
export async function runRefund(mode: Mode, attempt: AttemptRow, { neverSent = false } = {}): Promise<void> {
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

async function acquirerFor(mode: Mode, attempt: AttemptRow): Promise<Acquirer> {
  const acquirer = await mode.acquirerOf(attempt.account)
  if (!acquirer) throw new Error(`the account ${attempt.account} has no acquirer any more`)
  return acquirer
}

async function settle(mode: Mode, attempt: AttemptRow, outcome: RefundOutcome): Promise<void> {
  const unsure = outcome.result === "unknown" || outcome.result === "unavailable"
  await mode.database.transaction(async (tx) => {
    const { now } = await scopeOf(tx, mode, attempt.account)
    const asking_since = unsure ? (attempt.asking_since ?? now) : attempt.asking_since
    const state = unsure ? "unknown" : "done"
    const due_at = unsure ? (nextAsking({ asking_since, state }, now) ?? null) : null
    const moved = await tx.one(moveAttempt, {
      id: attempt.id,
      from: attempt.state,
      state,
      outcome: outcome.result,
      asking_since,
      due_at,
    })
    if (!moved) return
    if (attempt.kind === "reversal") return tellOfReversal(mode, attempt, outcome)
    if (outcome.result === "refunded") await settleRefund(tx, attempt.refund!, "succeeded")
    if (outcome.result === "refused") await settleRefund(tx, attempt.refund!, "failed")
    // Only the run that a request waits for has an answer to keep; afterwards it is kept already.
    if (attempt.idempotency_key && attempt.state === "running") {
      const refund = await mustFindRefund(tx, attempt, attempt.refund!)
      const body = JSON.stringify(presentRefund(refund, tx.livemode))
      await keepAnswer(tx, { account: attempt.account, key: attempt.idempotency_key }, { status: 201, body, sealed: false }, now)
    }
  })
}

/** Money that could not be sent back by itself is a matter for the operator. */
function tellOfReversal({ log }: Mode, attempt: AttemptRow, { result }: RefundOutcome): void {
  const what = { payment_intent: attempt.payment_intent, charge: attempt.charge, amount: attempt.amount }
  if (result === "refunded") log.warn(what, "money that came after the end of a payment intent was sent back")
  if (result === "by_hand" || result === "refused") {
    log.error(what, "money came after the end of a payment intent and cannot be sent back by the acquirer: refund it by hand")
  }
}
