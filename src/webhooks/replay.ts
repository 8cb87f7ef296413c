import type { Transaction } from "../db/database.ts"
import { mustFindEvent } from "../events/events.ts"
import type { Scope } from "../mode.ts"
import { type DeliveryRow, insertDeliveries } from "./deliveries.ts"
import { mustFindEndpoint } from "./endpoints.ts"

/**
 * Makes a new delivery of an event to an endpoint, subscribed to its type or not. Its first attempt comes at the next tick,
 * with the same bytes. Throws webhook_endpoint_not_found, event_not_found. Specification, Webhook delivery.
 */
export async function replayEvent(tx: Transaction, scope: Scope, endpoint: string, event: string): Promise<DeliveryRow> {
  await mustFindEndpoint(tx, scope, endpoint)
  await mustFindEvent(tx, scope, event)
  return replay(tx, scope, { target: endpoint, message: event })
}

/** A new delivery of the same message to the same endpoint or integration, due now: the next tick finds it. */
export async function replay(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  { target, message }: Pick<DeliveryRow, "target" | "message">,
): Promise<DeliveryRow> {
  const [row] = await insertDeliveries(tx, scope, message, scope.now * 1000, [{ target, leaseUntilMs: 0 }])
  return row!
}
