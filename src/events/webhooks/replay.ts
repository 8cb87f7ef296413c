import type { Scope } from "../../accounts/scope.ts"
import { notFound, Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { events } from "../list/table.ts"
import { insertDelivery, replaceDeadLetters } from "./deliveries.ts"
import { mustFindEndpoint } from "./endpoints.ts"
import { activeIntegrations } from "./integrations.ts"
import { type DeliveryRow, deliveries, purchaseMessages } from "./tables.ts"

// The lock keeps the message from being deleted before its delivery is written. SQLite ignores forShare and does not need it.
const lockEvent = events.find(["account", "id"], (rows) => rows.select("id").forShare())
const lockMessage = purchaseMessages.find(["account", "id"], (rows) => rows.select("id").forShare())

const lockDelivery = deliveries.find(["account", "id"], (rows) => rows.select("replaced_by").forUpdate())
const markReplaced = deliveries.update(["account", "id"], ["replaced_by"])

/**
 * Creates a new delivery of an event to an endpoint, whether or not the endpoint is subscribed to the event's type. The next
 * tick makes the first attempt, with the original bytes. Throws webhook_endpoint_not_found and event_not_found.
 * See openapi.yaml, replayWebhookDelivery.
 */
export async function replayEvent(tx: Transaction, scope: Scope, endpoint: string, event: string): Promise<DeliveryRow> {
  await mustFindEndpoint(tx, scope, endpoint)
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
  await mustBeReachable(tx, scope, old.target)
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

/** Throws if a delivery to the target would not be sent. */
async function mustBeReachable(tx: Transaction, scope: Scope, target: string): Promise<void> {
  if (target.startsWith("we_")) await mustFindEndpoint(tx, scope, target)
  else if (!(await activeIntegrations(tx, scope.account)).includes(target)) {
    throw new Refusal("integration_inactive", `The integration ${target} is inactive: nothing would be sent to it.`)
  }
}

async function replay(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  { target, message }: Pick<DeliveryRow, "target" | "message">,
): Promise<DeliveryRow> {
  await lockMessageOf(tx, scope, message)
  const row = await insertDelivery(tx, scope, message, target)
  await tx.run(replaceDeadLetters, { account: scope.account, target, message, replaced_by: row.id })
  return row
}

/** Throws event_not_found for a message that is no longer kept. */
async function lockMessageOf(tx: Transaction, { account }: Pick<Scope, "account">, message: string): Promise<void> {
  const locked = await tx.one(message.startsWith("msg_") ? lockMessage : lockEvent, { account, id: message })
  if (!locked) throw notFound("event", message)
}
