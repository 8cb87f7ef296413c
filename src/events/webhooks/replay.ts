import type { Scope } from "../../accounts/scope.ts"
import { notFound, Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { events } from "../list/table.ts"
import { insertDelivery, replaceDeadLetters } from "./deliveries.ts"
import { mustFindEndpoint, mustKnowEvent, versionOf } from "./endpoints.ts"
import { activeIntegrations } from "./integrations.ts"
import { newestOrder } from "./order-messages.ts"
import { type DeliveryRow, deliveries, orderMessages, purchaseMessages } from "./tables.ts"

// The lock keeps the message from being deleted before its delivery is written. SQLite ignores forShare and does not need it.
const lockEvent = events.find(["account", "id"], (rows) => rows.select("id", "type", "since").forShare())
const lockMessage = purchaseMessages.find(["account", "id"], (rows) => rows.select("id").forShare())
const lockOrder = orderMessages.find(["account", "id"], (rows) => rows.forShare())

const lockDelivery = deliveries.find(["account", "id"], (rows) => rows.select("replaced_by").forUpdate())
const markReplaced = deliveries.update(["account", "id"], ["replaced_by"])

/**
 * Creates a new delivery of an event to an endpoint, whether or not the endpoint is subscribed to the event's type. The next
 * tick makes the first attempt, which shows the event by the version that the endpoint has now. Throws webhook_endpoint_not_found and
 * event_not_found. See openapi.yaml, replayWebhookDelivery.
 */
export async function replayEvent(tx: Transaction, scope: Scope, endpoint: string, event: string): Promise<DeliveryRow> {
  return replay(tx, scope, { target: endpoint, message: event })
}

/**
 * Creates a new delivery of an old delivery's message to the same endpoint or integration, for the operator. Throws if the
 * endpoint was deleted or the integration is inactive, because nothing would be sent, and if the message is no longer kept.
 */
export async function replayDelivery(
  tx: Transaction,
  scope: Scope,
  old: Pick<DeliveryRow, "id" | "target" | "message">,
): Promise<DeliveryRow> {
  const row = await replay(tx, scope, old)
  await tx.run(markReplaced, { account: scope.account, id: old.id, replaced_by: row.id })
  return row
}

/**
 * Does the same as replayDelivery, for a person who saw that `seen` was the newest replay of the delivery (null for none). Throws the
 * Refusal delivery_replayed if there is a newer replay. So if two people act at once, only one replays.
 */
export async function replayAsSeen(
  tx: Transaction,
  scope: Scope,
  old: Pick<DeliveryRow, "id" | "target" | "message">,
  seen: string | null,
): Promise<DeliveryRow> {
  // The message is locked first, as in the deletion of old messages. The opposite order could cause a deadlock.
  await lockMessageOf(tx, scope, old.message)
  const locked = await tx.one(lockDelivery, { account: scope.account, id: old.id })
  if (locked && locked.replaced_by !== seen)
    throw new Refusal("delivery_replayed", `The delivery ${old.id} was sent again meanwhile, as ${locked.replaced_by}.`)
  return replayDelivery(tx, scope, old)
}

/** Writes the new delivery. Throws if nothing would be sent to the target, and event_not_found. */
async function replay(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  { target, message }: Pick<DeliveryRow, "target" | "message">,
): Promise<DeliveryRow> {
  const endpoint = target.startsWith("int_") ? undefined : await mustFindEndpoint(tx, scope, target)
  if (!endpoint && !(await activeIntegrations(tx, scope.account)).some(({ id }) => id === target))
    throw new Refusal("integration_inactive", `The integration ${target} is inactive: nothing would be sent to it.`)
  const event = await lockMessageOf(tx, scope, message)
  if (endpoint && event) mustKnowEvent(endpoint, event)
  const row = await insertDelivery(tx, scope, message, { target, version: endpoint ? versionOf(endpoint) : null })
  await tx.run(replaceDeadLetters, { account: scope.account, target, message, replaced_by: row.id })
  return row
}

/**
 * Returns the event, or nothing for a message to integrations. Throws event_not_found for what is no longer kept, and the Refusal
 * order_outdated for an order that is no longer sent.
 */
async function lockMessageOf(tx: Transaction, { account, now }: Pick<Scope, "account" | "now">, id: string) {
  if (id.startsWith("ord_")) return lockOrderOf(tx, { account, now }, id)
  const isEvent = !id.startsWith("msg_")
  const event = isEvent ? await tx.one(lockEvent, { account, id }) : undefined
  if (!event && (isEvent || !(await tx.one(lockMessage, { account, id })))) throw notFound("event", id)
  return event
}

async function lockOrderOf(tx: Transaction, { account, now }: Pick<Scope, "account" | "now">, id: string): Promise<undefined> {
  const order = await tx.one(lockOrder, { account, id })
  if (!order) throw notFound("event", id)
  const newest = await newestOrder(tx, order)
  if (newest && newest.id !== id)
    throw new Refusal(
      "order_outdated",
      `The payment ${order.payment_intent} is ${newest.status} now: only its newest state is sent.`,
    )
  if (now > order.send_until)
    throw new Refusal("order_outdated", `The payment ${order.payment_intent} is older than UTMify takes it: nothing is sent.`)
}
