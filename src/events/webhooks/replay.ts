import type { Scope } from "../../accounts/scope.ts"
import type { Transaction } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { notFound, Refusal } from "../../errors.ts"
import { type DeliveryRow, insertDeliveries, replaceDeadLetters } from "./deliveries.ts"
import { mustFindEndpoint } from "./endpoints.ts"
import { activeIntegrations } from "./integrations.ts"

// Locked, so that the message is not deleted before its delivery is there. SQLite ignores forShare and does not need it.
const [lockEvent, lockMessage] = (["events", "purchase_messages"] as const).map((table) =>
  statement<{ id: string }, "account" | "id">((k, p) => k(table).where({ account: p.account, id: p.id }).select("id").forShare()),
)

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
 * Creates a new delivery of an old delivery's message to the same endpoint or integration, for the operator. Throws where the
 * endpoint was deleted or the integration is inactive, because nothing would be sent, and where the message is no longer kept.
 */
export async function replayDelivery(
  tx: Transaction,
  scope: Scope,
  old: Pick<DeliveryRow, "target" | "message">,
): Promise<DeliveryRow> {
  if (old.target.startsWith("we_")) await mustFindEndpoint(tx, scope, old.target)
  else if (!(await activeIntegrations(tx, scope.account)).includes(old.target)) {
    throw new Refusal("integration_inactive", `The integration ${old.target} is inactive: nothing would be sent to it.`)
  }
  return replay(tx, scope, old)
}

/** The delivery is due now and has no lease, so the next tick claims it. */
async function replay(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  { target, message }: Pick<DeliveryRow, "target" | "message">,
): Promise<DeliveryRow> {
  const locked = await tx.one((message.startsWith("msg_") ? lockMessage : lockEvent)!, { account: scope.account, id: message })
  if (!locked) throw notFound("event", message)
  const [row] = await insertDeliveries(tx, scope, message, scope.now * 1000, [{ target, leaseMs: 0 }])
  await tx.run(replaceDeadLetters, { target, message, replaced_by: row!.id })
  return row!
}
