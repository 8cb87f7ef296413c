import { retrieveCustomers } from "../../../accounts/customers.ts"
import { mustFindIntent } from "../../../payments/intents/retrieve.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import type { At } from "../shell/at.ts"

/** A payment to act on, and the name that people use for its payer. */
export type Known = { intent: IntentRow; payer: string; sum: string }

/** Finds the payment of a page. Throws payment_intent_not_found. */
export function findKnown(at: At): Promise<Known> {
  return knownOf(at, at.param("id"))
}

export async function knownOf(at: At, id: string): Promise<Known> {
  const intent = await mustFindIntent(at.mode.database, at, id)
  const customer = (await retrieveCustomers(at.mode.database, at, [intent.customer])).get(intent.customer)
  const payer = customer?.name ? `${customer.name} (${customer.email})` : (customer?.email ?? intent.customer)
  return { intent, payer, sum: at.money(intent.amount, intent.currency) }
}

/** The path of a payment's page. */
export const pathOfPayment = (at: At, id: string): string => at.path(`/payments/${id}`)
