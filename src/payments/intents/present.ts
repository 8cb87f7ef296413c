import type { components } from "../../../generated/types.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import { isId } from "../../base/ids.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type PayPageMode, payPageUrl } from "../links/pay-page.ts"
import { presentDetails } from "../methods/details.ts"
import { presentOptions } from "./options.ts"
import { isFinal } from "./state.ts"
import type { IntentRow } from "./table.ts"

export type PaymentIntent = components["schemas"]["PaymentIntent"]

type Presenting = PayPageMode & { readonly livemode: boolean }

/** The PaymentIntent of responses and events (openapi.yaml, PaymentIntent). */
export function presentIntent(row: IntentRow, mode: Presenting): PaymentIntent {
  return {
    id: row.id,
    object: "payment_intent",
    livemode: mode.livemode,
    amount: row.authorized_amount ?? row.amount,
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
    payment_method_details: presentDetails(row.payment_method_details),
    next_action: row.status === "requires_action" ? row.next_action : null,
    cancellation_reason: row.cancellation_reason,
    utm: row.utm,
    metadata: row.metadata,
    ...captureOf(row),
    payment_method_options: presentOptions(row),
    hosted_url: isFinal(row.status) ? null : payPageUrl(mode, row),
    payment_link: row.payment_link,
    replaces: row.replaces,
    replaced_by: row.replaced_by,
    created: row.created,
  }
}

/** What can be captured, until when, and what was taken. All that was charged at once counts as received. */
function captureOf(row: IntentRow) {
  const { capture_method, status, amount, authorized_amount, due_at } = row
  const isHeld = status === "requires_capture"
  return {
    capture_method,
    amount_capturable: isHeld ? amount : 0,
    amount_received: status === "succeeded" ? amount : 0,
    capture_before: authorized_amount !== null && (isHeld || status === "processing") ? due_at : null,
  }
}

/** The PaymentIntent of a list. Its `utm` is always null (openapi.yaml, listPaymentIntents). */
export function presentListedIntent(row: IntentRow, mode: Presenting): PaymentIntent {
  return { ...presentIntent(row, mode), utm: null }
}

/**
 * The id of a payment's charge in the API, `ch_…`. The acquirer's own id can have any form, so the id of the attempt replaces it:
 * a payment intent has one charge, that of its latest attempt. The mock acquirer's ids already have the form of the API.
 */
export function publicCharge({ charge, latest_attempt: id }: Pick<IntentRow, "charge" | "latest_attempt">): string | null {
  return charge === null || id === null ? charge : publicChargeOf({ id, charge })
}

/** The id in the API of a charge, given an attempt that concerns the charge and no other one. */
export function publicChargeOf({ id, charge }: { id: string; charge: string }): string {
  return charge.startsWith("ch_") && isId(charge) ? charge : publicIdOf({ id })
}

/** The charge of an outcome, for its intent. An acquirer can refuse a card without an id, but the API shows an id for the refusal too. */
export function chargeIn(outcome: Extract<SaleOutcome, { charge: unknown }>, attempt: AttemptRow): string | null {
  const isRefusedCard = outcome.result === "refused" && outcome.code !== "processing_error"
  return outcome.charge ?? (isRefusedCard ? publicIdOf(attempt) : null)
}

function publicIdOf({ id }: Pick<AttemptRow, "id">): string {
  return id.replace(/^att_/, "ch_")
}
