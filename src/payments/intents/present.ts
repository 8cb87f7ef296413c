import type { components } from "../../../generated/types.ts"
import { publicCharge } from "./public-charge.ts"
import type { IntentRow } from "./table.ts"

export type PaymentIntent = components["schemas"]["PaymentIntent"]

/** The PaymentIntent of responses and events (openapi.yaml, PaymentIntent). */
export function presentIntent(row: IntentRow, livemode: boolean): PaymentIntent {
  return {
    id: row.id,
    object: "payment_intent",
    livemode,
    amount: row.amount,
    amount_refunded: row.amount_refunded,
    currency: row.currency,
    status: row.status,
    customer: row.customer,
    product: row.product,
    subscription: row.subscription,
    description: row.description,
    statement_descriptor: row.statement_descriptor,
    payment_method_types: row.payment_method_types,
    last_payment_error: row.last_payment_error,
    charges: { latest: publicCharge(row) },
    payment_method_details: row.payment_method_details,
    next_action: row.status === "requires_action" ? row.next_action : null,
    cancellation_reason: row.cancellation_reason,
    utm: row.utm,
    metadata: row.metadata,
    created: row.created,
  }
}

/** The PaymentIntent of a list. Its `utm` is always null (openapi.yaml, listPaymentIntents). */
export function presentListedIntent(row: IntentRow, livemode: boolean): PaymentIntent {
  return { ...presentIntent(row, livemode), utm: null }
}
