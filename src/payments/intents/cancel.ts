import { ApiError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import type { PaymentScope } from "./mode.ts"
import { closeRestingCharge } from "./retrying-charges.ts"
import { nextIntentStatus } from "./state.ts"
import { mustFindIntent } from "./store.ts"
import type { IntentRow, PaymentError } from "./table.ts"
import { checkNotCapturing, isCapturing, transitionIntent, unexpectedState } from "./transition.ts"

/**
 * Cancels an intent permanently (openapi.yaml, cancelPaymentIntent). Throws payment_intent_not_found, payment_intent_canceled,
 * payment_intent_unexpected_state, and payment_intent_locked while a confirm is running or the outcome of a capture is open.
 */
export async function cancelIntent(tx: Transaction, scope: PaymentScope, id: string, reason: string | null): Promise<IntentRow> {
  const found = await mustFindIntent(tx, scope, id)
  if (found.status === "canceled") throw new ApiError("payment_intent_canceled", `The payment intent ${id} is already canceled.`)
  checkNotCapturing(found)
  if (!nextIntentStatus(found.status, "cancel")) throw unexpectedState(found, "cancel")
  const intent = await closeRestingCharge(tx, found)
  return transitionIntent(tx, scope, intent, "cancel", { cancellation_reason: reason, charge: intent.charge })
}

/**
 * Refuses to cancel an authorized intent for a client that sees it as processing. Throws payment_intent_not_found and
 * payment_intent_unexpected_state.
 */
export async function checkNotAuthorized(tx: Transaction, scope: PaymentScope, id: string): Promise<void> {
  const intent = await mustFindIntent(tx, scope, id)
  if (intent.status === "requires_capture" || isCapturing(intent)) throw unexpectedState({ id, status: "processing" }, "cancel")
}

/** Cancels an intent whose time to pay has run out (docs/states.md). */
export function expireIntent(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  trigger: "expired" | "helper_expire",
): Promise<IntentRow> {
  return transitionIntent(tx, scope, intent, trigger, { charge: intent.charge, last_payment_error: reasonOf(intent) })
}

function reasonOf({ next_action }: IntentRow): PaymentError {
  const isChallenge = next_action?.type === "redirect_to_url"
  return isChallenge
    ? { code: "authentication_failed", message: "The payer did not complete the 3DS authentication in time." }
    : { code: "payment_intent_expired", message: "The payment intent expired before it was paid." }
}
