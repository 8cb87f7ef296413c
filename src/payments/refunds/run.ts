import { scopeOf } from "../../accounts/scope.ts"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import { type ChargeId, type Holdings, leftOf, type RefundOrder, type RefundOutcome } from "../../acquirers/sale.ts"
import { withDeadline } from "../../base/deadline.ts"
import { mustHave } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import { orderInquiry } from "../attempts/charges.ts"
import { moveAttempt } from "../attempts/move.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { type Answer, acquirerFor, type Call, callAcquirer, sendAttempt } from "../attempts/send.ts"
import type { AttemptTrigger } from "../attempts/state.ts"
import { mustFindAttempt, pollNext } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type Asked, beginReturn, MAX_ASKING_SECONDS, mustWait, underWayWith } from "../intents/begin-return.ts"
import type { PaymentScope, PaymentsMode } from "../intents/mode.ts"
import { holdIntentOf } from "../intents/store.ts"
import { completeRefund, mustFindRefund, saveRefundResponse } from "./store.ts"
import type { RefundRow } from "./table.ts"

/** Calls the acquirer, then applies the outcome in the second transaction of a refund. */
export async function finishRefund(scope: PaymentScope, attempt: AttemptRow): Promise<RefundRow> {
  const { mode } = scope
  mode.checkpoint("refund: attempt written")
  await mode.underWay.during(attempt, async () => {
    const answer = await sendRefund(scope, attempt)
    mode.checkpoint("refund: acquirer answered")
    if (answer) await applyRefundOutcome(mode, answer)
  })
  return mustFindRefund(mode.database, attempt, mustHave(attempt, "refund").refund)
}

/**
 * Makes or finishes a refund or a reversal for which no request waits. What was sent is looked up, and never sent a second time
 * (docs/decisions/0011-a-refund-is-sent-once.md). Throws if the acquirer cannot make the refund at the moment.
 */
export async function runRefund(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode, now } = scope
  if (attempt.state === "new") {
    const answer = await sendRefund(scope, attempt)
    if (answer) await applyRefundOutcome(mode, answer)
    if (answer?.outcome.result === "unavailable")
      throw new Error(`the acquirer ${attempt.acquirer} could not make the ${attempt.kind}`)
    return
  }
  const apply = (answer: Answer<RefundOutcome>) => applyRefundOutcome(mode, answer)
  await apply({ attempt, outcome: await callAcquirer(mode, attempt, lookUp(mode, attempt), apply) })
  // If the attempt was moved meanwhile, this changes nothing.
  const { account, id, state: from, due_at: was_due_at } = attempt
  const due_at = nextPollAt(attempt, now) ?? null
  const polled = { account, id, from, was_due_at, due_at, missing_since: null }
  await mode.database.transaction((tx) => tx.run(pollNext, polled))
}

/** A refund that is not there may still be shown later, and the answer of a busy acquirer says nothing. */
function lookUp(mode: PaymentsMode, attempt: AttemptRow): Call<RefundOutcome> {
  return async (signal) => {
    const found = await (await acquirerFor(mode, attempt)).lookUpRefund(orderOf(attempt), signal)
    return !found || found.result === "unavailable" ? { result: "unknown" } : found
  }
}

function sendRefund(scope: PaymentScope, attempt: AttemptRow): Promise<Answer<RefundOutcome> | undefined> {
  const { mode } = scope
  return sendAttempt<RefundOutcome>(mode, attempt, {
    prepare: async (acquirer) => {
      const order = await prepareOrder(scope, acquirer, attempt)
      if ("result" in order) return { call: async () => order }
      const { asked, ordered } = order
      const onPutOff = (tx: Transaction) => saveRefundResponse(tx, attempt, scope.now)
      return {
        // A charge that has nothing left is not reversed.
        call: async (signal) => (ordered.amount === 0 ? { result: "refunded" } : acquirer.refund(ordered, signal)),
        begin: () => beginReturn(scope, attempt, acquirer, asked, onPutOff),
      }
    },
    late: (answer) => applyRefundOutcome(mode, answer),
  })
}

/** An order to an acquirer. `asked` is undefined if the order must wait. */
type Order = { ordered: RefundOrder; asked: Asked | undefined }

/** Asks the acquirer what it holds of the charge. Returns the order, or its outcome if nothing can be sent. */
async function prepareOrder(scope: PaymentScope, acquirer: Acquirer, attempt: AttemptRow): Promise<Order | RefundOutcome> {
  const { mode, now } = scope
  // A person has said that the charge was made, and its acquirer never has.
  if (attempt.charge === null) return { result: "by_hand" }
  const ordered = orderOf(attempt)
  const before = await underWayWith(mode.database, attempt)
  const isKnown = now - attempt.created >= MAX_ASKING_SECONDS
  if (mustWait(attempt, acquirer, before, { isKnown, now })) return { ordered, asked: undefined }
  const held = await heldNow(scope, acquirer, attempt, ordered)
  const left = held && leftOf(held)
  const isReversal = attempt.kind === "reversal"
  // Money has gone back in another way since the order. A refund waits for this inquiry. What then exceeds what is left fails.
  if (left !== undefined && left < (isReversal ? 0 : ordered.amount)) await askAbout(scope, attempt, ordered)
  const amount = isReversal && left !== undefined ? Math.min(ordered.amount, Math.max(0, left)) : ordered.amount
  const order = { ...ordered, amount, gone_back_before: held?.gone_back ?? ordered.gone_back_before, takes_all: amount === left }
  return { ordered: order, asked: { amount, held, latest: before.latest } }
}

/** Orders an inquiry about a charge of which the acquirer has less than is booked. */
function askAbout({ mode, now }: PaymentScope, attempt: AttemptRow, { charge, amount }: RefundOrder): Promise<void> {
  return mode.database.transaction(async (tx) => {
    const { currency } = await holdIntentOf(tx, attempt)
    await orderInquiry(tx, { now }, attempt, { charge, amount, currency })
  })
}

/** What the acquirer holds of the charge, or undefined if it still does not say after a while. */
async function heldNow(
  { mode, now }: PaymentScope,
  acquirer: Acquirer,
  { created, kind }: AttemptRow,
  { account, charge }: ChargeId,
): Promise<Holdings | undefined> {
  const isOver = now - created >= MAX_ASKING_SECONDS
  const held = await withDeadline(mode.callDeadlineMs / 3, (signal) => acquirer.holds({ account, charge }, signal)).catch(
    (error) => {
      if (!isOver) throw error
      mode.log.warn(
        { err: error, charge },
        "the acquirer does not say what it holds of a charge; the refund is sent nevertheless",
      )
      return undefined
    },
  )
  // All that the acquirer captured goes back. So the acquirer is asked until it is known how much that is.
  if (!held && kind === "reversal" && !isOver) throw new Error(`the acquirer has no charge '${charge}'`)
  return held
}

export function orderOf(attempt: AttemptRow): RefundOrder {
  const { account, reference, charge, type, amount, gone_back_before } = mustHave(attempt, "charge", "amount")
  return { account, reference, charge, type, amount, gone_back_before }
}

/** Applies the outcome of a refund or a reversal to the attempt as it is now. Another process may have learned the outcome first. */
async function applyRefundOutcome(mode: PaymentsMode, { attempt: called, outcome }: Answer<RefundOutcome>): Promise<void> {
  const { account } = called
  await mode.database.transaction(async (tx) => {
    // The lock keeps the attempt from changing before this transaction commits.
    const intent = await holdIntentOf(tx, called)
    const attempt = await mustFindAttempt(tx, called)
    // `unavailable` is true of one call only. Another process has made another call since.
    if (outcome.result === "unavailable" && attempt.sent_at_ms !== called.sent_at_ms) return
    const scope = await scopeOf(tx, mode, account)
    const { now } = scope
    const trigger = triggerOf(attempt, outcome)
    // The retries of the work that fails have gaps of their own.
    const changes = trigger === "not_made" ? { due_at: now } : {}
    if (!(await moveAttempt(tx, { now }, attempt, trigger, outcome.result, changes)))
      return warnOfSecond(mode, tx, attempt, outcome)
    if (attempt.kind === "reversal") return logReversal(mode, attempt, outcome)
    const { refund } = mustHave(attempt, "refund")
    if (outcome.result === "by_hand") for (const listener of mode.byHandListeners) await listener(tx, scope, intent, refund)
    if (outcome.result === "refunded") await completeRefund(tx, scope, refund, "succeeded")
    if (outcome.result === "refused") {
      await completeRefund(tx, scope, refund, "failed")
      for (const listener of mode.refundListeners) await listener(tx, scope, intent)
    }
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

/** Logs the outcome of a reversal. A reversal that a person must make is on the attention list as well. */
function logReversal({ log }: PaymentsMode, attempt: AttemptRow, { result }: RefundOutcome): void {
  const fields = { payment_intent: attempt.payment_intent, charge: attempt.charge, amount: attempt.amount }
  if (result === "refunded") log.warn(fields, "money that arrived after a payment intent ended was sent back")
  if (result === "by_hand" || result === "refused") {
    log.error(fields, "money arrived after a payment intent ended, and the acquirer cannot send it back: refund it by hand")
  }
}
