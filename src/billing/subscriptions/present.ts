import type { CustomerSubscription } from "../../../generated/types.ts"
import { nextChargeAt } from "./outlook.ts"
import type { Subscription } from "./tables.ts"

export function presentSubscription(s: Subscription, livemode: boolean): CustomerSubscription {
  return {
    id: s.id,
    object: "customer_subscription",
    livemode,
    customer: s.customer,
    product: s.product,
    plan: { id: s.plan, name: s.plan_name, interval: s.interval, interval_count: s.interval_count },
    amount: s.amount,
    currency: s.currency,
    status: s.status,
    paused: s.paused_at === null ? null : { since: s.paused_at, resumes_at: s.resumes_at },
    latest_payment_intent: s.latest_payment_intent,
    trial_start: s.trial_start,
    trial_end: s.trial_end,
    current_period_start: s.current_period_start,
    current_period_end: s.current_period_end,
    next_charge_at: nextChargeAt(s),
    cancel_at: s.cancel_at,
    cancel_at_period_end: s.cancel_at_period_end,
    canceled_at: s.canceled_at,
    cancellation_reason: s.cancellation_reason,
    payment_method: s.payment_method ?? s.mandate,
    metadata: s.metadata,
    created: s.created,
  }
}
