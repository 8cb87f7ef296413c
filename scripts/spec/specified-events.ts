// The types of events that the specification names, for specification.ts.

/** In the order of the contract. */
export const EVENT_TYPES = [
  ...["succeeded", "payment_failed", "canceled"].map((what) => `payment_intent.${what}`),
  "charge.dispute.created",
  ...["requires_action", "processing", "amount_capturable_updated"].map((what) => `payment_intent.${what}`),
  ...["created", "updated"].map((what) => `customer.${what}`),
  ...["attached", "updated", "detached"].map((what) => `payment_method.${what}`),
  ...["created", "updated", "trial_will_end", "paused", "resumed", "canceled"].map((what) => `customer_subscription.${what}`),
  ...["created", "updated", "failed"].map((what) => `refund.${what}`),
  ...["updated", "closed"].map((what) => `charge.dispute.${what}`),
  ...["created", "paid", "failed"].map((what) => `payout.${what}`),
]
