import { ApiError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import type { PaymentScope } from "./mode.ts"
import { mustFindIntent } from "./retrieve.ts"
import { closeRestingCharge } from "./retrying-charges.ts"
import { nextIntentStatus } from "./state.ts"
import type { IntentRow } from "./table.ts"
import { transitionIntent, unexpectedState } from "./transition.ts"

/**
 * Cancels an intent permanently (openapi.yaml, cancelPaymentIntent). Throws payment_intent_not_found, payment_intent_canceled,
 * payment_intent_unexpected_state, and payment_intent_locked while a confirm is running.
 */
export async function cancelIntent(tx: Transaction, scope: PaymentScope, id: string, reason: string | null): Promise<IntentRow> {
  const found = await mustFindIntent(tx, scope, id)
  if (found.status === "canceled") throw new ApiError("payment_intent_canceled", `The payment intent ${id} is already canceled.`)
  if (!nextIntentStatus(found.status, "cancel")) throw unexpectedState(found, "cancel")
  const intent = await closeRestingCharge(tx, found)
  return transitionIntent(tx, scope, intent, "cancel", { cancellation_reason: reason, charge: intent.charge })
}
