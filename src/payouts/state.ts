/** All transitions of a payout. A transition that is not in the table cannot happen. See docs/states.md. */
export const PAYOUT_TRANSITIONS = Object.freeze({
  pending: { send: "in_transit", pay: "paid", cancel: "canceled" },
  in_transit: { pay: "paid", fail: "failed" },
  paid: { fail: "failed" },
  failed: {},
  canceled: {},
} as const)

export type PayoutStatus = keyof typeof PAYOUT_TRANSITIONS

export type PayoutTrigger = "send" | "pay" | "fail" | "cancel"

/** Returns the next state, or undefined if `state` does not allow `trigger`. */
export function nextPayoutStatus(state: PayoutStatus, trigger: PayoutTrigger): PayoutStatus | undefined {
  return (PAYOUT_TRANSITIONS[state] as Partial<Record<PayoutTrigger, PayoutStatus>>)[trigger]
}
