import { EVENT_TYPES, EVENT_TYPES_SINCE } from "../../../generated/since.ts"
import type { AccessScope } from "../../accounts/scopes.ts"
import { isLater, type Version } from "../../versions.ts"

/** The types of events are those of EventType in openapi.yaml. */
export { EVENT_TYPES }

export type EventType = (typeof EVENT_TYPES)[number]

const SINCE: Readonly<Record<string, string>> = EVENT_TYPES_SINCE

/**
 * What events are about, in the order that their events have within a transaction, and the permission to read it. The types of a resource
 * begin with its name.
 */
const RESOURCES: readonly (readonly [name: string, read: AccessScope])[] = [
  ["customer", "customers:read"],
  ["payment_intent", "payment_intents:read"],
  ["payment_method", "payment_methods:read"],
  ["customer_subscription", "customer_subscriptions:read"],
  ["charge.dispute", "payment_intents:read"],
  ["refund", "refunds:read"],
  ["payout", "balance:read"],
]

/** Returns the event types that a version has. */
export function typesAt(version: Version): EventType[] {
  return EVENT_TYPES.filter((type) => !isLater(SINCE[type], version))
}

/**
 * Returns whether a client may see events of a type. The types of the first versions are for every client that may read events. A later type
 * also needs the permission to read its resource.
 */
export function maySee(type: EventType, may: (scope: AccessScope) => boolean): boolean {
  const read = RESOURCES[placeOf(type)]?.[1]
  return SINCE[type] === undefined || (read !== undefined && may(read))
}

/** The events that a client sees: of these types, and only those that its version has. */
export type Shown = { types: readonly EventType[]; version: Version }

/** What decides which versions have an event. */
export type Dated = { type: EventType; since: Version | null }

/** Returns whether a version has an event. */
export function hasEvent(version: Version, { type, since }: Dated): boolean {
  return typesAt(version).includes(type) && !isLater(since ?? undefined, version)
}

/** Returns events in the order of their resources. Events of one resource stay as they are. */
export function inOrderOfResources<Each extends { type: EventType }>(events: readonly Each[]): Each[] {
  return [...events].sort((a, b) => placeOf(a.type) - placeOf(b.type))
}

/** A type that only a newer release knows comes last. */
function placeOf(type: EventType): number {
  const place = RESOURCES.findIndex(([name]) => type.startsWith(`${name}.`))
  return place === -1 ? RESOURCES.length : place
}
