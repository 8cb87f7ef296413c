import type { Transaction } from "../../db/database.ts"
import type { PaymentScope } from "./mode.ts"
import type { IntentRow, PaymentError } from "./table.ts"
import { transitionIntent } from "./transition.ts"

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
