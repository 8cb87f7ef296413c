import { expect } from "chai"
import {
  next,
  SUBSCRIPTION_TRANSITIONS,
  type SubscriptionStatus,
  type SubscriptionTrigger,
} from "../../src/billing/subscriptions/state.ts"

const triggers: SubscriptionTrigger[] = ["charge_succeeded", "charge_failed", "retries_exhausted", "cancel"]

// Written out by hand from the specification's table, so that a change of the machine has to be made twice.
const allowed: Record<SubscriptionStatus, (SubscriptionStatus | undefined)[]> = {
  TRIALING: ["ACTIVE", "INCOMPLETE", undefined, "CANCELED"],
  INCOMPLETE: ["ACTIVE", "INCOMPLETE", "UNPAID", "CANCELED"],
  ACTIVE: ["ACTIVE", "PAST_DUE", undefined, "CANCELED"],
  PAST_DUE: ["ACTIVE", "PAST_DUE", "UNPAID", "CANCELED"],
  UNPAID: [undefined, undefined, undefined, "CANCELED"],
  CANCELED: [undefined, undefined, undefined, undefined],
}

describe("the states of a subscription", () => {
  it("has the six states of the specification", () => {
    expect(Object.keys(SUBSCRIPTION_TRANSITIONS)).to.have.members([
      "INCOMPLETE",
      "TRIALING",
      "ACTIVE",
      "PAST_DUE",
      "UNPAID",
      "CANCELED",
    ])
  })

  for (const state of Object.keys(allowed) as SubscriptionStatus[]) {
    for (const [i, trigger] of triggers.entries()) {
      const to = allowed[state][i]
      it(`${state}: ${trigger} ${to ? `leads to ${to}` : "is not allowed"}`, () => expect(next(state, trigger)).to.equal(to))
    }
  }
})
