import { EVENT_TYPES_SINCE } from "../../../generated/since.ts"
import { isLater, type Version } from "../../versions.ts"

/** The event types that Vintém sends. See openapi.yaml, Webhooks. */
export const EVENT_TYPES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
] as const

export type EventType = (typeof EVENT_TYPES)[number]

const SINCE: Readonly<Record<string, string>> = EVENT_TYPES_SINCE

/** Returns the event types that a version has. */
export function typesAt(version: Version): EventType[] {
  return EVENT_TYPES.filter((type) => !isLater(SINCE[type], version))
}
