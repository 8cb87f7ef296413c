// What a person decides about a sale or a capture on the attention list.
import { Refusal } from "../../base/errors.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { moveAttempt } from "../attempts/move.ts"
import { GIVE_UP_AFTER_SECONDS } from "../attempts/poll-schedule.ts"
import { findAnywhereOf, isLeased, latestAttemptOf, mustFindAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { endCaptures } from "../intents/authorized.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { refuseForPlatform, type SaidBy } from "../intents/platform-money.ts"
import { type ChargeDecision, findCharge, settleCharge } from "../intents/settle-charge.ts"
import { holdIntentOf, mustFindIntent } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"
import { isCapturing, transitionIntent } from "../intents/transition.ts"
import { endUncaptured } from "./end.ts"

const findCapture = findAnywhereOf("capture")

/** Finds a charge or a capture of any account, for the operator's commands. */
export async function findSaleOrCapture(db: Queries, id: string): Promise<AttemptRow | undefined> {
  return (await findCharge(db, id)) ?? findCapture(db, id)
}

/**
 * Applies a person's decision about a charge or a capture. Throws Refusal if there is nothing to decide, or if only the operator of the platform may
 * accept it.
 */
export async function settleSaleOrCapture(
  tx: Transaction,
  scope: SaidBy<PaymentScope>,
  seen: AttemptRow,
  decision: ChargeDecision,
): Promise<IntentRow> {
  if (decision === "accept") await refuseForPlatform(tx, scope.by, seen)
  return seen.kind === "capture" ? settleCapture(tx, scope, seen, decision) : settleCharge(tx, scope, seen, decision)
}

/**
 * Of a capture whose outcome the acquirer has not told for 15 minutes: `accept`, it captured the amount that was asked for, or `not_made`, and
 * the payment intent can be captured again.
 */
async function settleCapture(
  tx: Transaction,
  scope: PaymentScope,
  seen: AttemptRow,
  decision: ChargeDecision,
): Promise<IntentRow> {
  const intent = await holdIntentOf(tx, seen)
  const capture = await mustFindAttempt(tx, seen)
  const { account, id, state, polling_since } = capture
  const isOverdue = polling_since !== null && scope.now - polling_since >= GIVE_UP_AFTER_SECONDS
  const isOpen = (state === "unknown" || state === "pending") && isCapturing(intent) && isOverdue
  if (!isOpen || decision === "send_back" || (await tx.one(isLeased, { account, id })))
    throw new Refusal("capture_not_unanswered", `The capture ${id} needs no such decision: it is ${state}.`)
  if (decision === "not_made") {
    await endUncaptured(tx, scope, { capture, intent, outcome: "not_made" })
    return mustFindIntent(tx, scope, intent.id)
  }
  const sale = await latestAttemptOf(tx, intent)
  if (sale) await moveAttempt(tx, scope, sale, "settled", decision)
  const paid = await transitionIntent(tx, scope, intent, "paid")
  if (sale) await endCaptures(tx, scope, paid)
  return paid
}
