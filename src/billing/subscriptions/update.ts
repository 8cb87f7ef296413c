import { type MetadataInput, mergeMetadata } from "../../accounts/metadata.ts"
import type { Transaction } from "../../db/database.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import { mustNotBeCanceled } from "./cancel.ts"
import { mustFindCardFor } from "./chosen-card.ts"
import { lockSubscription, mustFindSubscription, saveSubscription } from "./store.ts"
import type { Subscription } from "./tables.ts"

export type UpdateInput = { metadata?: MetadataInput; payment_method?: string | null }

/**
 * Merges metadata, and chooses the card that the next charge takes. Nothing is charged. Throws customer_subscription_not_found,
 * payment_method_not_found, parameter_invalid, and subscription_canceled for a card of a canceled subscription. See openapi.yaml,
 * updateCustomerSubscription.
 */
export async function updateSubscription(
  tx: Transaction,
  scope: EventScope,
  id: string,
  input: UpdateInput,
): Promise<Subscription> {
  const { account } = scope
  await mustFindSubscription(tx, scope, id)
  const before = await lockSubscription(tx, { account, id })
  const { payment_method = before.payment_method } = input
  if (payment_method !== before.payment_method) mustNotBeCanceled(before)
  if (payment_method !== null && payment_method !== before.payment_method) await mustFindCardFor(tx, before, payment_method)
  return saveSubscription(tx, scope, before, { payment_method, metadata: mergeMetadata(before.metadata, input.metadata) })
}
