// Steps that many tests of subscriptions take.
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import type { Response } from "../support/app/client.ts"
import type { Running } from "../support/app/vintem.ts"
import type { Merchant } from "../support/merchants/merchant.ts"
import { perform } from "../support/merchants/rails.ts"
import { advance, cyclesOf, newRecurringProduct, outcomesOf, type PlanOf, subscribe } from "../support/merchants/subscriptions.ts"

export const HOUR = 3600
export const SUCCEEDED = "payment_intent.succeeded"
export const FAILED = "payment_intent.payment_failed"
export const CANCELED = "payment_intent.canceled"

/** Opens the charges that are due, and makes them at the acquirer, `later` seconds from now. */
export async function makeCharges(vintem: Running, { account }: Merchant, later = 0): Promise<void> {
  await perform(vintem, billSubscriptions, account, later)
  await perform(vintem, callAcquirers, account, later)
}

/** The steps of a test whose server and merchant are the current ones. */
export function stepsWith(current: () => { vintem: Running; merchant: Merchant }) {
  return {
    /** Creates a product with this plan, and a subscription to it that is paid by card. */
    started: async (plan: PlanOf = {}) => {
      const { vintem, merchant } = current()
      return subscribe(merchant, await newRecurringProduct(vintem, merchant, plan))
    },
    cancel: (id: string, body: object = {}): Promise<Response> =>
      current().merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, body),
    /** Advances the merchant's clock to the end of the subscription's period, or some seconds later. */
    toEnd: (subscription: { current_period_end: number }, seconds = 0) =>
      advance(current().merchant, { to: subscription.current_period_end + seconds }),
    /** Makes the charges that are due now, as the scheduler would. */
    tick: () => makeCharges(current().vintem, current().merchant),
    typesOf: async (): Promise<string[]> => (await outcomesOf(current().merchant)).map(({ type }) => type),
    /** The states of the subscription's charges, oldest first. */
    statesOf: async (subscription: { id: string; customer: string }): Promise<string[]> =>
      (await cyclesOf(current().merchant, subscription)).map(({ status }) => status),
  }
}
