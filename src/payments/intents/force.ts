import { forceCharge } from "../../acquirers/mock/ledger.ts"
import { agreeAtMock } from "../../acquirers/mock/mandates.ts"
import { REFUSAL_MESSAGES } from "../../acquirers/refusal-messages.ts"
import { railOf } from "../../acquirers/sale.ts"
import { ApiError, type CardErrorCode } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import { methodDetailsOf } from "../methods/details.ts"
import { learnStatus } from "../methods/mandates.ts"
import { foundsMandate } from "./by-mandate.ts"
import { expireIntent } from "./cancel.ts"
import type { PaymentScope } from "./mode.ts"
import { CAPTURE_EXPIRED } from "./poll-authorized.ts"
import { closeRestingCharge } from "./retrying-charges.ts"
import { chargesNothing, nextIntentStatus } from "./state.ts"
import { mustFindIntent } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { checkNotCapturing, transitionIntent, unexpectedState } from "./transition.ts"

export type ForcedCode = CardErrorCode | "processing_error"

/**
 * Succeeds the intent as if the payer had paid (openapi.yaml, succeedPaymentIntent). The helpers in this file force a transition from any
 * state that is not final. The events and other effects are real. All helpers throw payment_intent_not_found, payment_intent_canceled,
 * payment_intent_unexpected_state and payment_intent_locked.
 */
export async function forceSuccess(tx: Transaction, scope: PaymentScope, id: string): Promise<IntentRow> {
  const intent = await findForcible(tx, scope, id, "helper_succeed")
  const charge = chargesNothing(intent) ? null : await forceCharge(tx, chargeOf(intent, scope))
  const after = await transitionIntent(tx, scope, intent, "helper_succeed", { charge })
  await agree(tx, scope, after)
  return after
}

/** Fails the intent as if the acquirer had refused the charge with the reason `code` (openapi.yaml, failPaymentIntent). */
export async function forceFailure(tx: Transaction, scope: PaymentScope, id: string, code: ForcedCode): Promise<IntentRow> {
  const intent = await findForcible(tx, scope, id, "helper_fail")
  const neverArrived = chargesNothing(intent) || (code === "processing_error" && intent.charge === null)
  const charge = neverArrived ? null : await forceCharge(tx, { ...chargeOf(intent, scope), code })
  const message = code === "processing_error" ? "The acquirer could not process the charge." : REFUSAL_MESSAGES[code]
  return transitionIntent(tx, scope, intent, "helper_fail", { charge, last_payment_error: { code, message } })
}

/** Expires the intent as if the time to pay had run out (openapi.yaml, expirePaymentIntent). */
export async function forceExpiry(tx: Transaction, scope: PaymentScope, id: string): Promise<IntentRow> {
  const intent = await findForcible(tx, scope, id, "helper_expire")
  if (intent.status === "requires_capture")
    return transitionIntent(tx, scope, intent, "released", { last_payment_error: CAPTURE_EXPIRED })
  // Refuse a charge that the bank would otherwise settle. An intent without a charge gets a refused one.
  const unsettled = !chargesNothing(intent) && (intent.status === "processing" || intent.charge === null)
  const forced = { ...chargeOf(intent, scope), code: "processing_error" } as const
  const charge = unsettled ? await forceCharge(tx, forced) : intent.charge
  return expireIntent(tx, scope, { ...intent, charge }, "helper_expire")
}

/** The payer who pays by the code of a mandate agrees to it. */
async function agree(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<void> {
  const attempt = await latestAttemptOf(tx, intent)
  if (!attempt?.payment_method || !foundsMandate(attempt)) return
  const status = await agreeAtMock(tx, attempt.account, attempt.reference)
  if (status) await learnStatus(tx, scope, attempt.payment_method, status)
}

async function findForcible(
  tx: Transaction,
  scope: PaymentScope,
  id: string,
  trigger: "helper_succeed" | "helper_fail" | "helper_expire",
): Promise<IntentRow> {
  const found = await mustFindIntent(tx, scope, id)
  if (found.status === "canceled")
    throw new ApiError("payment_intent_canceled", `The payment intent ${id} is canceled. Create a new payment intent.`)
  checkNotCapturing(found)
  if (!nextIntentStatus(found.status, trigger)) throw unexpectedState(found, trigger)
  const intent = await closeRestingCharge(tx, found)
  return { ...intent, payment_method_details: await detailsOf(tx, intent) }
}

/** The method details of a sale. A helper answers for the acquirer, even if the outcome was unknown so far. */
async function detailsOf(tx: Transaction, intent: IntentRow): Promise<IntentRow["payment_method_details"]> {
  const attempt = intent.status === "processing" ? await latestAttemptOf(tx, intent) : undefined
  const { payment_method_details: known } = intent
  return attempt ? methodDetailsOf(tx, attempt, undefined, known) : known
}

function chargeOf({ account, amount, currency, charge, payment_method_types }: IntentRow, { now }: PaymentScope) {
  return { account, kind: railOf(payment_method_types[0]), amount, currency, charge, now }
}
