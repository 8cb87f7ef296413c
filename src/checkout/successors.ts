import { DAY_SECONDS, dayOf } from "../base/day.ts"
import { newId } from "../base/ids.ts"
import type { Transaction } from "../db/database.ts"
import { cancelIntent } from "../payments/intents/cancel.ts"
import { createIntent, type NewIntent } from "../payments/intents/create.ts"
import type { PaymentScope } from "../payments/intents/mode.ts"
import { isFinal } from "../payments/intents/state.ts"
import { noteReplaced } from "../payments/intents/store.ts"
import type { IntentRow } from "../payments/intents/table.ts"
import { type PayPageRow, payPages } from "./table.ts"

/** How many successors a page makes a day. Each may be another card, so this also bounds what a link can test. */
export const MAX_SUCCESSORS = 5
/** How long after its end an intent may have a successor. */
export const REPLACEABLE_SECONDS = 30 * DAY_SECONDS

/** The page has made as many successors today as it may. */
export class TooManySuccessors extends Error {}

const leadTo = payPages.update(["account", "payment_intent"], ["current", "successors_day", "successors"])

type Ended = Pick<
  IntentRow,
  "status" | "replaceable" | "subscription" | "expired" | "last_payment_error" | "authorized_amount" | "ended_at"
>

/**
 * Whether the payer may go on with a successor: for another method, after a refusal, or after an expiry. Not if the merchant has canceled the
 * intent or has let an authorization lapse, not for the charge of a subscription, which has attempts of its own, and not if the shop's
 * version knows no successors.
 */
export function isReplaceable(intent: Ended, now: number): boolean {
  if (!intent.replaceable || intent.subscription !== null) return false
  if (intent.status === "requires_action") return true
  if (intent.status !== "canceled" || intent.authorized_amount !== null || intent.ended_at === null) return false
  return (intent.expired || intent.last_payment_error !== null) && now - intent.ended_at <= REPLACEABLE_SECONDS
}

/**
 * Cancels the intent if it is open, and makes its successor with every member that it was created with. The caller's transaction holds the
 * page. Throws TooManySuccessors, and the errors of createIntent, such as a product that is no longer sold.
 */
export async function replaceIntent(
  tx: Transaction,
  scope: PaymentScope,
  page: PayPageRow,
  intent: IntentRow,
): Promise<IntentRow> {
  const { account } = scope
  const today = dayOf(scope.now)
  const successors = page.successors_day === today ? page.successors + 1 : 1
  if (successors > MAX_SUCCESSORS) throw new TooManySuccessors()
  const id = newId("pi")
  // The event of the cancellation names the successor.
  await tx.run(noteReplaced, { account, id: intent.id, replaced_by: id })
  if (!isFinal(intent.status)) await cancelIntent(tx, scope, intent.id, null)
  const replacing = { replaces: intent.id, page_of: page.payment_intent }
  const next = await createIntent(tx, scope, inputOf(intent), { id, replacing })
  await tx.run(leadTo, { account, payment_intent: page.payment_intent, current: id, successors_day: today, successors })
  return next
}

function inputOf(intent: IntentRow): NewIntent {
  const { amount, currency, customer, product, payment_method_types, description, statement_descriptor } = intent
  const { utm, metadata, capture_method, payment_method_options, return_url, payment_link } = intent
  return {
    ...{ amount, currency, customer, product, payment_method_types, description, statement_descriptor },
    ...{ utm, metadata, capture_method, payment_method_options, return_url, payment_link },
  }
}
