import type { Resource, Undo } from "./undo.ts"

/** What 2026-12-01 changed in resources that were there before. */
export const UNDO_2026_12_01: Undo = { payment_intent: (intent) => withoutMandates(withoutLaterCapture(intent)) }

/**
 * Before, all payments were captured at once. An authorized one is shown as `processing`, and a captured one with the amount that was captured.
 * The old values in an event may have one of both members only.
 */
function withoutLaterCapture(intent: Resource): Resource {
  const { status, amount_received: received } = intent
  const changed: { status?: string; amount?: unknown } = {}
  if (status === "requires_capture") changed.status = "processing"
  if (intent.amount !== undefined && typeof received === "number" && received > 0) changed.amount = received
  return { ...intent, ...changed }
}

/** Before, there was no PIX Automático: to the payer it is a PIX. Its mandate is nothing that these clients can retrieve. */
function withoutMandates(intent: Resource): Resource {
  const { payment_method_types: types, payment_method_details: details } = intent
  const changed: { payment_method_types?: unknown[]; payment_method_details?: Resource } = {}
  if (Array.isArray(types) && types.includes(MANDATE))
    changed.payment_method_types = [...new Set(types.map((type) => (type === MANDATE ? "pix" : type)))]
  if (isOfMandate(details)) changed.payment_method_details = { ...details, type: "pix", payment_method: null }
  return { ...intent, ...changed }
}

const MANDATE = "pix_automatico"

function isOfMandate(details: unknown): details is Resource {
  return typeof details === "object" && details !== null && "type" in details && details.type === MANDATE
}
