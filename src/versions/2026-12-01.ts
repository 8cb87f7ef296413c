import type { Resource, Undo } from "./undo.ts"

/** What 2026-12-01 changed in resources that were there before. */
export const UNDO_2026_12_01: Undo = { payment_intent: withoutLaterCapture }

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
