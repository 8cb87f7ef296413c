import { scopeOf } from "../../accounts/scope.ts"
import type { RefundOrder, RefundOutcome } from "../../acquirers/acquirer.ts"
import { mustHave } from "../../base/must.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { saveResponse } from "../../idempotency/claims.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { type Answer, acquirerFor, type Call, callAcquirer, sendAttempt } from "../attempts/send.ts"
import { type AttemptTrigger, nextAttemptState } from "../attempts/state.ts"
import { LEASE_MS, markSentAgain, mustFindAttempt, pollNext, transitionAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope, PaymentsMode } from "../intents/mode.ts"
import { whenItMayStart } from "../intents/refund-gap.ts"
import { holdIntentOf } from "../intents/retrieve.ts"
import { completeRefund, mustFindRefund, presentRefund } from "./store.ts"
import type { RefundRow } from "./table.ts"

/** Calls the acquirer, then applies the outcome in the second transaction of a refund. */
export async function finishRefund(mode: PaymentsMode, attempt: AttemptRow): Promise<RefundRow> {
  mode.checkpoint("refund: attempt written")
  await mode.underWay.during(attempt, async () => {
    const answer = await sendRefund(mode, attempt)
    mode.checkpoint("refund: acquirer answered")
    if (answer) await applyRefundOutcome(mode, answer)
  })
  return refundOf(mode.database, attempt)
}

/**
 * Makes or finishes a refund or a reversal for which no request waits. A call that was sent is looked up, and sent again only if the
 * acquirer runs the same reference once. Throws if the acquirer cannot make the refund at the moment.
 */
export async function runRefund({ mode, now }: PaymentScope, attempt: AttemptRow): Promise<void> {
  if (attempt.state === "new") {
    const answer = await sendRefund(mode, attempt)
    if (answer) await applyRefundOutcome(mode, answer)
    if (answer?.outcome.result === "unavailable")
      throw new Error(`the acquirer ${attempt.acquirer} could not make the ${attempt.kind}`)
    return
  }
  const found = await callAcquirer(mode, attempt, lookUp(mode, attempt), (answer) => applyFound(mode, answer))
  if (found) await applyRefundOutcome(mode, { attempt, outcome: found })
  else if (attempt.state !== "pending") await sendAgain(mode, attempt)
  // If the attempt was moved meanwhile, this changes nothing.
  const { account, id, state: from, due_at: was_due_at } = attempt
  const due_at = nextPollAt(attempt, now) ?? null
  const polled = { account, id, from, was_due_at, due_at, missing_since: null }
  await mode.database.transaction((tx) => tx.run(pollNext, polled))
}

/** Returns undefined if the refund is not there. The answer of a busy acquirer says nothing about the refund. */
function lookUp(mode: PaymentsMode, attempt: AttemptRow): Call<RefundOutcome | undefined> {
  return async (signal) => {
    const found = await (await acquirerFor(mode, attempt)).lookUpRefund(orderOf(attempt), signal)
    return found?.result === "unavailable" ? { result: "unknown" } : found
  }
}

async function applyFound(mode: PaymentsMode, { attempt, outcome }: Answer<RefundOutcome | undefined>): Promise<void> {
  if (outcome) await applyRefundOutcome(mode, { attempt, outcome })
}

/**
 * Sends a refund again that a look-up does not find, if the acquirer runs the same reference once. Any other acquirer may have made the
 * refund and show it late, so a person must decide (docs/decisions/0011-a-refund-is-sent-once.md).
 */
async function sendAgain(mode: PaymentsMode, attempt: AttemptRow): Promise<void> {
  const { account, id, state: from, sent_at_ms } = attempt
  const acquirer = await acquirerFor(mode, attempt)
  if (!acquirer.idempotent.refunds) return applyRefundOutcome(mode, { attempt, outcome: { result: "unknown" } })
  const again = { account, id, from, sent_at_ms, owner: mode.owner, lease_ms: LEASE_MS }
  const sent = await mode.database.write(markSentAgain, again)
  if (!sent) return
  const call = (signal: AbortSignal) => acquirer.refund(orderOf(sent), signal)
  const outcome = await callAcquirer(mode, sent, call, (answer) => applyRefundOutcome(mode, answer))
  await applyRefundOutcome(mode, { attempt: sent, outcome })
}

function sendRefund(mode: PaymentsMode, attempt: AttemptRow): Promise<Answer<RefundOutcome> | undefined> {
  return sendAttempt<RefundOutcome>(mode, attempt, {
    prepare: async (acquirer) => (signal) => acquirer.refund(orderOf(attempt), signal),
    late: (answer) => applyRefundOutcome(mode, answer),
    wait: whenItMayStart,
  })
}

function orderOf(attempt: AttemptRow): RefundOrder {
  const { account, reference, charge, type, amount } = mustHave(attempt, "charge", "amount")
  return { account, reference, charge, type, amount }
}

function refundOf(db: Queries, attempt: AttemptRow): Promise<RefundRow> {
  return mustFindRefund(db, attempt, mustHave(attempt, "refund").refund)
}

/** Applies the outcome of a refund or a reversal to the attempt as it is now. Another process may have learned the outcome first. */
async function applyRefundOutcome(mode: PaymentsMode, { attempt: called, outcome }: Answer<RefundOutcome>): Promise<void> {
  const { account, id } = called
  await mode.database.transaction(async (tx) => {
    // The lock keeps the attempt from changing before this transaction commits.
    await holdIntentOf(tx, called)
    const attempt = await mustFindAttempt(tx, called)
    // `unavailable` is true of one call only. Another process has made another call since.
    if (outcome.result === "unavailable" && attempt.sent_at_ms !== called.sent_at_ms) return
    const { now } = await scopeOf(tx, mode, account)
    const state = nextAttemptState(attempt.state, triggerOf(attempt, outcome))
    if (!state) return warnOfSecond(mode, tx, attempt, outcome)
    const polling_since = state === "new" || state === "done" ? attempt.polling_since : now
    const next = { polling_since, state, type: attempt.type }
    const due_at = state === "done" || state === "by_hand" ? null : state === "new" ? now : (nextPollAt(next, now) ?? null)
    const after = { state, outcome: outcome.result, polling_since, due_at }
    const moved = await tx.one(transitionAttempt, { account, id, from: attempt.state, ...after })
    if (!moved) return
    if (attempt.kind === "reversal") return logReversal(mode, attempt, outcome)
    const { refund } = mustHave(attempt, "refund")
    if (outcome.result === "refunded") await completeRefund(tx, { account, now }, refund, "succeeded")
    if (outcome.result === "refused") await completeRefund(tx, { account, now }, refund, "failed")
    await saveRefundResponse(tx, attempt, now)
  })
  mode.checkpoint(`${called.kind}: settled`, called)
}

function triggerOf({ kind }: AttemptRow, { result }: RefundOutcome): AttemptTrigger {
  switch (result) {
    case "refunded":
      return "settled"
    case "refused":
      return kind === "reversal" ? "needs_person" : "settled"
    case "by_hand":
      return "needs_person"
    case "pending":
      return "accepted"
    case "unavailable":
      return "not_made"
    case "unknown":
      return "no_answer"
  }
}

/** Warns of a second payout: a person has settled the refund as failed, and may have paid the money back in another way. */
async function warnOfSecond(
  { log }: PaymentsMode,
  tx: Transaction,
  attempt: AttemptRow,
  { result }: RefundOutcome,
): Promise<void> {
  if (result !== "refunded" || attempt.refund === null) return
  const { id, status } = await mustFindRefund(tx, attempt, attempt.refund)
  if (status === "failed") log.error({ refund: id, charge: attempt.charge }, "the acquirer has made a refund that had failed")
}

/** A request waits only for the first outcome. Later outcomes find its response already saved. */
export async function saveRefundResponse(tx: Transaction, attempt: AttemptRow, now: number): Promise<void> {
  const { account, idempotency_key: key, state } = attempt
  if (!key || (state !== "new" && state !== "sent")) return
  const refund = await refundOf(tx, attempt)
  const body = JSON.stringify(presentRefund(refund, tx.livemode))
  saveResponse(tx, { account, key }, { status: 201, body, sealed: false }, now)
}

/** Logs the outcome of a reversal. A reversal that a person must make is on the attention list as well. */
function logReversal({ log }: PaymentsMode, attempt: AttemptRow, { result }: RefundOutcome): void {
  const fields = { payment_intent: attempt.payment_intent, charge: attempt.charge, amount: attempt.amount }
  if (result === "refunded") log.warn(fields, "money that arrived after a payment intent ended was sent back")
  if (result === "by_hand" || result === "refused") {
    log.error(fields, "money arrived after a payment intent ended, and the acquirer cannot send it back: refund it by hand")
  }
}
