/** The event types that Vintém sends. See openapi.yaml, Webhooks. */
export const EVENT_TYPES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
] as const

export type EventType = (typeof EVENT_TYPES)[number]
