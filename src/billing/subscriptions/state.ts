/** All transitions of a subscription. A transition that is not in the table cannot happen. See docs/states.md. */
export const SUBSCRIPTION_TRANSITIONS = Object.freeze({
  TRIALING: { charge_succeeded: "ACTIVE", charge_failed: "INCOMPLETE", cancel: "CANCELED" },
  INCOMPLETE: { charge_succeeded: "ACTIVE", charge_failed: "INCOMPLETE", retries_exhausted: "UNPAID", cancel: "CANCELED" },
  ACTIVE: { charge_succeeded: "ACTIVE", charge_failed: "PAST_DUE", cancel: "CANCELED" },
  PAST_DUE: { charge_succeeded: "ACTIVE", charge_failed: "PAST_DUE", retries_exhausted: "UNPAID", cancel: "CANCELED" },
  UNPAID: { cancel: "CANCELED" },
  CANCELED: {},
} as const)

export type SubscriptionStatus = keyof typeof SUBSCRIPTION_TRANSITIONS

export type SubscriptionTrigger = "charge_succeeded" | "charge_failed" | "retries_exhausted" | "cancel"

/** Returns the next state, or undefined if `state` does not allow `trigger`. */
export function next(state: SubscriptionStatus, trigger: SubscriptionTrigger): SubscriptionStatus | undefined {
  return (SUBSCRIPTION_TRANSITIONS[state] as Partial<Record<SubscriptionTrigger, SubscriptionStatus>>)[trigger]
}
