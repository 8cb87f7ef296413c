import type { Scope } from "../../accounts/scope.ts"
import type { Transaction } from "../../db/database.ts"
import { mustFindEvent } from "../events.ts"
import { type DeliveryRow, insertDeliveries } from "./deliveries.ts"
import { mustFindEndpoint } from "./endpoints.ts"
import { activeIntegrations } from "./integrations.ts"

/**
 * Makes a new delivery of an event to an endpoint, subscribed to its type or not. Its first attempt comes at the next tick,
 * with the same bytes. Throws webhook_endpoint_not_found, event_not_found. Specification, Webhook delivery.
 */
export async function replayEvent(tx: Transaction, scope: Scope, endpoint: string, event: string): Promise<DeliveryRow> {
  await mustFindEndpoint(tx, scope, endpoint)
  await mustFindEvent(tx, scope, event)
  return replay(tx, scope, { target: endpoint, message: event })
}

/**
 * The same once more, for the operator: a new delivery of an old one's message to the same endpoint or integration. Throws
 * where the endpoint was deleted or the integration has ended, as nothing would be sent.
 */
export async function replayDelivery(
  tx: Transaction,
  scope: Scope,
  old: Pick<DeliveryRow, "target" | "message">,
): Promise<DeliveryRow> {
  if (old.target.startsWith("we_")) await mustFindEndpoint(tx, scope, old.target)
  else if (!(await activeIntegrations(tx, scope.account)).includes(old.target)) {
    throw new Error(`The integration ${old.target} is no longer active.`)
  }
  return replay(tx, scope, old)
}

/** A new delivery of the same message to the same endpoint or integration, due now: the next tick finds it. */
async function replay(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  { target, message }: Pick<DeliveryRow, "target" | "message">,
): Promise<DeliveryRow> {
  const [row] = await insertDeliveries(tx, scope, message, scope.now * 1000, [{ target, leaseUntilMs: 0 }])
  return row!
}
