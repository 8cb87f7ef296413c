import { boolean, id, integer, json, milliseconds, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { Version } from "../../versions.ts"
import type { EventType } from "../list/types.ts"
import type { Header } from "./response.ts"

export type EventSelector = EventType | "*"

/** The URLs to which an account's events are sent. */
export const webhookEndpoints = table(
  "webhook_endpoints",
  {
    id: id(),
    account: id(),
    created: seconds(),
    url: text(),
    enabled_events: json<EventSelector[]>(),
    description: text().nullable(),
    sealed_secret: text(),
    /** The secret that was replaced, while it still signs. */
    sealed_old_secret: text().nullable(),
    /** Until when the old secret signs, in real milliseconds. */
    old_secret_until_ms: milliseconds().nullable(),
    /** The version by which its events are shown. Null if a process of an older release registered it: DEFAULT_VERSION. */
    version: text<Version>().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

export type EndpointRow = RowOf<typeof webhookEndpoints>

/** `envelope`: a message about each finished purchase. `utmify`: each payment as an order, whenever its status changes. */
export const INTEGRATION_KINDS = ["envelope", "utmify"] as const
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number]

/** The marketing tools of merchants. */
export const integrations = table(
  "integrations",
  {
    id: id(),
    account: id(),
    created: seconds(),
    url: text(),
    active: boolean(),
    /** The secret that signs an envelope, or the token by which UTMify knows the seller. */
    sealed_secret: text(),
    kind: text<IntegrationKind>(),
    /** What UTMify calls the shop. Null for envelopes. */
    platform: text().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

export type IntegrationRow = RowOf<typeof integrations>

/** The messages to integrations. */
export const purchaseMessages = table(
  "purchase_messages",
  {
    id: id(),
    account: id(),
    created: seconds(),
    payment_intent: id(),
    /** The message in JSON. Every delivery attempt sends these bytes. */
    body: text(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "payment_intent"]],
    references: { payment_intent: "payment_intents" },
  },
)

/** What integrations of UTMify are told: a payment as an order, each time its status changes. */
export const orderMessages = table(
  "order_messages",
  {
    id: id(),
    account: id(),
    created: seconds(),
    integration: id(),
    payment_intent: id(),
    /** The place among what the integration is told of the payment, from 1. Clocks of hosts differ, so ids cannot tell. */
    seq: integer(),
    status: text(),
    /** Until when it may be sent, in account time: UTMify takes no older orders. */
    send_until: seconds(),
    /** The order in JSON. Every delivery attempt sends these bytes. */
    body: text(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "integration", "payment_intent", "seq"]],
    references: { integration: "integrations", payment_intent: "payment_intents" },
  },
)

export type OrderMessageRow = RowOf<typeof orderMessages>

export const DELIVERY_STATUSES = ["pending", "delivered", "dead_letter", "canceled"] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The outcome of an attempt. `at` is its end in account time (Unix seconds); the wait for the next attempt starts there. */
export type LastAttempt = { at: number; http_status: number | null; error: string | null; duration_ms: number }

/** The deliveries of events and of messages to integrations. */
export const deliveries = table(
  "deliveries",
  {
    id: id(),
    account: id(),
    created: seconds(),
    /** The id of an endpoint (`we_…`) or an integration (`int_…`). */
    target: id(),
    /** The id of an event (`evt_…`), of a message to integrations (`msg_…`) or of an order (`ord_…`). */
    message: id(),
    status: text<DeliveryStatus>(),
    attempts: integer(),
    /** Account time in milliseconds. Null when no further attempt will be made. */
    due_at_ms: milliseconds().nullable(),
    /** No other process makes an attempt before this time, in milliseconds of the database's time. */
    lease_until_ms: milliseconds(),
    last_attempt: json<LastAttempt>().nullable(),
    /** The newest replay of this delivery. */
    replaced_by: id().nullable(),
    /** The version by which its message is shown at every attempt. Null: as it was recorded. */
    version: text<Version>().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

export type DeliveryRow = RowOf<typeof deliveries>

/** The attempts of deliveries. */
export const deliveryAttempts = table(
  "delivery_attempts",
  {
    account: id(),
    delivery: id(),
    /** Counts from 1. */
    attempt: integer(),
    /** Account time in milliseconds. */
    began_ms: milliseconds(),
    duration_ms: milliseconds(),
    http_status: integer().nullable(),
    error: text().nullable(),
    /** The request's body is the body of the event. */
    request_headers: json<Header[]>(),
    /** Null if no response began. */
    response_headers: json<Header[]>().nullable(),
    /** The first 4 kB of the body. */
    response_body: text().nullable(),
    /** How many bytes of the body were read. */
    response_bytes: integer().nullable(),
  },
  { of: "account", key: ["account", "delivery", "attempt"], references: { delivery: "deliveries" } },
)

export type DeliveryAttemptRow = RowOf<typeof deliveryAttempts>
