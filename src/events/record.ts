import { newId } from "../base/ids.ts"
import type { Transaction } from "../db/database.ts"
import { EVENT_COLUMNS, events } from "./list/table.ts"
import type { EventType } from "./list/types.ts"
import { subscribersOf } from "./webhooks/endpoints.ts"
import { fanOut } from "./webhooks/fan-out.ts"
import type { EventScope } from "./webhooks/mode.ts"
import { notifyIntegrations } from "./webhooks/purchases.ts"

export { EVENT_TYPES, type EventType } from "./list/types.ts"

const insertEvent = events.insert(EVENT_COLUMNS)

/**
 * Writes an event, its deliveries and the messages to integrations, in the transaction that changes the resource. The event's
 * bytes are fixed here, and every attempt sends the same bytes. Returns the event's id. See docs/webhooks.md.
 */
export async function recordEvent(tx: Transaction, scope: EventScope, type: EventType, object: object): Promise<string> {
  const id = newId("evt")
  const { livemode } = tx
  const { account, now: created } = scope
  const body = JSON.stringify({ id, object: "event", type, api_version: "v1", created, livemode, data: { object } })
  tx.send(insertEvent, { id, account, created, type, body })
  await tx.pipeline(
    async () => fanOut(tx, scope, id, body, await subscribersOf(tx, account, type)),
    () => notifyIntegrations(tx, scope, type, object as Parameters<typeof notifyIntegrations>[3]),
  )
  return id
}
