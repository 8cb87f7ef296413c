import { Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { GIVE_UP_AFTER_SECONDS, nextPollAt } from "../attempts/poll-schedule.ts"
import { type AttemptState, type AttemptTrigger, nextAttemptState } from "../attempts/state.ts"
import { isLeased, mustFindAttempt, transitionSale } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "./mode.ts"
import { holdIntentOf } from "./retrieve.ts"
import type { IntentRow } from "./table.ts"
import { transitionIntent } from "./transition.ts"

/** What a person has learned from an acquirer that gives no answer about a sale. */
export type Learned = "accept" | "not_made"

/** The trigger of what a person says, in each state in which the acquirer can leave a sale. */
const TRIGGERS: Partial<Record<AttemptState, Partial<Record<Learned, AttemptTrigger>>>> = {
  unknown: { accept: "settled", not_made: "give_up" },
  pending: { accept: "settled", not_made: "give_up" },
  given_up: { not_made: "close" },
}

/**
 * Applies what a person has learned about a sale whose outcome the acquirer has not told for 15 minutes. `accept`: the acquirer took the
 * payment's amount, so the payment intent succeeds. `not_made`: the payment intent fails, and the sale is monitored for money that arrives
 * nevertheless. A sale that is monitored already is no longer. Throws Refusal if there is nothing to decide.
 */
export async function settleUnanswered(
  tx: Transaction,
  scope: PaymentScope,
  { id, account, payment_intent }: AttemptRow,
  learned: Learned,
): Promise<IntentRow> {
  const intent = await holdIntentOf(tx, { id, account, payment_intent })
  const attempt = await mustFindAttempt(tx, { account, id })
  const { now } = scope
  const { state: from, polling_since, type, charge } = attempt
  const trigger = TRIGGERS[from]?.[learned]
  const state = trigger && nextAttemptState(from, trigger)
  const isOverdue = polling_since !== null && now - polling_since >= GIVE_UP_AFTER_SECONDS
  if (!state || !isOverdue || (await tx.one(isLeased, { account, id })))
    throw new Refusal("charge_not_unanswered", `The charge ${id} needs no decision: it is ${from}.`)
  const since = state === "given_up" ? now : polling_since
  const due_at = state === "given_up" ? (nextPollAt({ polling_since: since, state, type }, now) ?? null) : null
  await tx.one(transitionSale, { account, id, from, state, outcome: learned, charge, polling_since: since, due_at })
  // A PIX that was on its way when its payer's time ended still requires an action.
  const isOpen = intent.status === "processing" || intent.status === "requires_action"
  if (!isOpen || intent.latest_attempt !== id) return intent
  if (learned === "accept") return transitionIntent(tx, scope, intent, "paid")
  const message = "The acquirer did not make the charge."
  return transitionIntent(tx, scope, intent, "failed", { last_payment_error: { code: "processing_error", message } })
}
