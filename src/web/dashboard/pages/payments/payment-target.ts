import { customersOfIds } from "../../../../customers/customers.ts"
import { mustFindIntent } from "../../../../payments/intents/store.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** A payment to act on, and the name that people use for its payer. */
export type PaymentTarget = { intent: IntentRow; payer: string; sum: string }

/** Finds the payment of a page. Throws payment_intent_not_found. */
export function findPaymentTarget(request: DashboardRequest): Promise<PaymentTarget> {
  return paymentTargetOf(request, request.pathParameter("id"))
}

export async function paymentTargetOf(request: DashboardRequest, id: string): Promise<PaymentTarget> {
  const intent = await mustFindIntent(request.mode.database, request, id)
  const customer = (await customersOfIds(request.mode.database, request, [intent.customer])).get(intent.customer)
  const payer = customer?.name ? `${customer.name} (${customer.email})` : (customer?.email ?? intent.customer)
  return { intent, payer, sum: request.money(intent.amount, intent.currency) }
}

/** The path of a payment's page. */
export const pathOfPayment = (request: DashboardRequest, id: string): string => request.pathTo(`/payments/${id}`)
