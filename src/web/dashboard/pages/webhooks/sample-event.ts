import { ApiError } from "../../../../base/errors.ts"
import { createCustomer } from "../../../../customers/customers.ts"
import type { Transaction } from "../../../../db/database.ts"
import type { EventType } from "../../../../events/list/types.ts"
import { openDispute } from "../../../../payments/disputes/disputes.ts"
import { cancelIntent } from "../../../../payments/intents/cancel.ts"
import { createIntent } from "../../../../payments/intents/create.ts"
import { forceFailure, forceSuccess } from "../../../../payments/intents/force.ts"
import type { PaymentScope } from "../../../../payments/intents/mode.ts"

const PAYER = { email: "ana@example.com", name: "Ana Souza" }
const AMOUNT = 4990

/** The types that one transaction can make happen, without an acquirer's answer. */
export const PLAYED_TYPES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
] as const satisfies EventType[]

/**
 * Makes an event of a type happen in test mode: pays by card as a new customer, and then does what the type says. All receivers of such
 * events receive it. Returns the id of the payment intent. Throws test_mode_only.
 */
export async function playEvent(
  tx: Transaction,
  scope: PaymentScope,
  type: (typeof PLAYED_TYPES)[number],
): Promise<{ id: string }> {
  if (tx.livemode) throw new ApiError("test_mode_only", "Events are played in test mode only.")
  const { id: customer } = await createCustomer(tx, scope, PAYER)
  const { id } = await createIntent(tx, scope, { amount: AMOUNT, currency: "brl", customer, payment_method_types: ["card"] })
  if (type === "payment_intent.canceled") await cancelIntent(tx, scope, id, "A test event of the dashboard.")
  else if (type === "payment_intent.payment_failed") await forceFailure(tx, scope, id, "card_declined")
  else {
    await forceSuccess(tx, scope, id)
    if (type === "charge.dispute.created") await openDispute(tx, scope, id, { reason: "fraudulent" })
  }
  return { id }
}
