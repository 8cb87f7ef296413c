// What a person decides about a charge on the attention list.
import { Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { book } from "../../ledger/book.ts"
import { orderInquiry } from "../attempts/charges.ts"
import { moveAttempt } from "../attempts/move.ts"
import { GIVE_UP_AFTER_SECONDS } from "../attempts/poll-schedule.ts"
import type { AttemptState, AttemptTrigger } from "../attempts/state.ts"
import { findAnywhereOf, isLeased, mustFindAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { useToken } from "../tokens/tokens.ts"
import type { PaymentScope } from "./mode.ts"
import { orderReversal, type Sold } from "./send-back.ts"
import { holdIntentOf } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { transitionIntent } from "./transition.ts"

export type ChargeDecision = "accept" | "send_back" | "not_made"

export const findCharge = findAnywhereOf("charge")

/**
 * Applies a person's decision. Of a charge of another amount or currency: `accept`, the payment intent succeeds with its own amount, or
 * `send_back`, it is canceled, and what the acquirer still has of the charge goes back to the payer. Of a charge whose outcome the acquirer
 * has not told for 15 minutes: `accept`, the acquirer took the payment's amount, or `not_made`, the payment intent fails, and the sale is
 * monitored for money that arrives nevertheless. A sale that is monitored already is no longer. Throws Refusal if there is nothing to decide.
 */
export async function settleCharge(
  tx: Transaction,
  scope: PaymentScope,
  seen: AttemptRow,
  decision: ChargeDecision,
): Promise<IntentRow> {
  const sold = { intent: await holdIntentOf(tx, seen), attempt: await mustFindAttempt(tx, seen) }
  // The person has decided about the state that the charge had then.
  if (decision === "not_made" || (decision === "accept" && seen.state !== "mismatched"))
    return settleUnanswered(tx, scope, sold, decision)
  return settleMismatch(tx, scope, sold, decision)
}

async function settleMismatch(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  decision: "accept" | "send_back",
): Promise<IntentRow> {
  const { id, amount, state } = attempt
  const charge = attempt.charge ?? intent.charge
  if (state !== "mismatched" || intent.status !== "processing" || charge === null || amount === null)
    throw new Refusal(
      "charge_not_mismatched",
      `The charge ${id} needs no decision: the payment intent ${intent.id} is ${intent.status}.`,
    )
  await moveAttempt(tx, scope, attempt, "settled", decision, { charge })
  if (decision === "accept") {
    const paid = await transitionIntent(tx, scope, intent, "paid")
    if ((attempt.currency ?? paid.currency) === paid.currency) {
      const difference = { moved: "difference", payment_intent: paid.id, amount: amount - paid.amount } as const
      await book(tx, scope, paid, difference)
    }
    // Some of the money may have gone before the decision.
    await orderInquiry(tx, scope, attempt, { ...paid, charge })
    return paid
  }
  // What has gone back already is asked before the reversal is sent.
  const taken = { charge, captured: amount, gone_back: 0, charged_back: 0, currency: attempt.currency ?? intent.currency }
  await orderReversal(tx, scope, { attempt, intent }, taken)
  const message = "Another amount than that of the payment was paid. It is sent back."
  return transitionIntent(tx, scope, intent, "failed", { last_payment_error: { code: "processing_error", message } })
}

/** What a person has learned from an acquirer that gives no answer about a sale. */
type Learned = "accept" | "not_made"

/** The trigger of what a person says, in each state in which the acquirer can leave a sale. */
const TRIGGERS: Partial<Record<AttemptState, Partial<Record<Learned, AttemptTrigger>>>> = {
  unknown: { accept: "settled", not_made: "give_up" },
  pending: { accept: "settled", not_made: "give_up" },
  given_up: { not_made: "close" },
}

async function settleUnanswered(
  tx: Transaction,
  scope: PaymentScope,
  { attempt, intent }: Sold,
  learned: Learned,
): Promise<IntentRow> {
  const { account, id, state, polling_since } = attempt
  const trigger = TRIGGERS[state]?.[learned]
  const isOverdue = polling_since !== null && scope.now - polling_since >= GIVE_UP_AFTER_SECONDS
  if (!trigger || !isOverdue || (await tx.one(isLeased, { account, id })))
    throw new Refusal("charge_not_unanswered", `The charge ${id} needs no decision: it is ${state}.`)
  // The monitoring window begins now.
  const from = trigger === "give_up" ? { ...attempt, polling_since: null } : attempt
  await moveAttempt(tx, scope, from, trigger, learned)
  await useToken(tx, attempt)
  // A PIX that was on its way when its payer's time ended still requires an action.
  const isOpen = intent.status === "processing" || intent.status === "requires_action"
  if (!isOpen || intent.latest_attempt !== id) return intent
  if (learned === "accept") return transitionIntent(tx, scope, intent, "paid")
  const message = "The acquirer did not make the charge."
  return transitionIntent(tx, scope, intent, "failed", { last_payment_error: { code: "processing_error", message } })
}
