import { Refusal } from "../../base/errors.ts"
import { mustHave } from "../../base/must.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { closeAttempt } from "../attempts/move.ts"
import { MAX_SETTLING_SECONDS } from "../attempts/poll-schedule.ts"
import { findAnywhereOf, isLeased, openAttemptsOf } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { refuseForPlatform, type SaidBy } from "../intents/platform-money.ts"
import { findIntent, holdIntentOf } from "../intents/store.ts"
import { completeRefund, saveRefundResponse } from "./store.ts"
import type { RefundRow } from "./table.ts"

/**
 * Ends a refund that an operator has paid back by hand, has found made, or could not pay back. Throws if the refund is not pending,
 * if the acquirer may still be making it, or if only the operator of the platform may say that it failed.
 */
export async function settleByHand(
  tx: Transaction,
  scope: SaidBy<PaymentScope>,
  refund: RefundRow,
  status: "succeeded" | "failed",
): Promise<RefundRow> {
  if (status === "failed") await refuseForPlatform(tx, scope.by, refund)
  if (refund.status !== "pending")
    throw new Refusal("refund_not_pending", `The refund ${refund.id} is not pending: its status is ${refund.status}.`)
  // Another refund may be stored at this moment, and the sum of all of them must have both.
  const intent = await holdIntentOf(tx, refund)
  const attempts = await tx.all(openAttemptsOf, { account: refund.account, refund: refund.id })
  for (const attempt of attempts) await closeByHand(tx, scope, attempt, { kind: "refund", id: refund.id })
  const completed = await completeRefund(tx, { ...scope, account: refund.account }, refund.id, status)
  if (!completed) throw new Refusal("refund_not_pending", `The refund ${refund.id} is no longer pending.`)
  if (status === "failed")
    for (const listener of scope.mode.refundListeners) await listener(tx, { ...scope, account: refund.account }, intent)
  // The process of the refund's request may have died before it saved the response.
  for (const attempt of attempts) await saveRefundResponse(tx, attempt, scope.now)
  return completed
}

/** Finds a reversal of any account: money that arrived after its payment intent had ended. */
export const findReversal = findAnywhereOf("reversal")

/** Ends a reversal that an operator has made by hand or found made. Throws if the acquirer may still be making it. */
export async function settleReversal(
  tx: Transaction,
  scope: Pick<PaymentScope, "now">,
  reversal: AttemptRow,
): Promise<AttemptRow> {
  if (reversal.state === "done") throw new Refusal("reversal_already_settled", `The reversal ${reversal.id} is already settled.`)
  return closeByHand(tx, scope, reversal, { kind: "reversal", id: reversal.id })
}

/** A settled reversal, for the operator's output. */
export async function presentReversal(db: Queries, reversal: AttemptRow) {
  const { account, id, payment_intent, amount, currency } = mustHave(reversal, "payment_intent")
  const intent = await db.only(findIntent, { account, id: payment_intent })
  return { id, payment_intent, amount, currency: currency ?? intent.currency, status: "succeeded" as const }
}

async function closeByHand(
  tx: Transaction,
  { now }: Pick<PaymentScope, "now">,
  attempt: AttemptRow,
  what: { kind: "refund" | "reversal"; id: string },
): Promise<AttemptRow> {
  const { state, polling_since } = attempt
  if (state === "pending" && polling_since !== null && now - polling_since < MAX_SETTLING_SECONDS)
    throw new Refusal(
      `${what.kind}_accepted`,
      `The acquirer has accepted the ${what.kind} ${what.id} and will make it. Do not pay it back by hand.`,
    )
  const closed = (await isUnderWay(tx, attempt)) ? undefined : await closeAttempt(tx, attempt, "settled_by_hand")
  if (!closed)
    throw new Refusal(
      `${what.kind}_in_progress`,
      `The acquirer is making the ${what.kind} ${what.id} now. Try again in a minute.`,
    )
  return closed
}

/** Whether a call is under way, or a request waits for the outcome. A new attempt without an owner is never sent once it is closed. */
async function isUnderWay(tx: Transaction, { account, id, state, owner }: AttemptRow): Promise<boolean> {
  if (state === "new") return owner !== null
  return state === "sent" || (await tx.one(isLeased, { account, id })) !== undefined
}
