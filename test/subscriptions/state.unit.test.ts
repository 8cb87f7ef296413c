import { expect } from "chai"
import {
  next,
  SUBSCRIPTION_TRANSITIONS,
  type SubscriptionStatus,
  type SubscriptionTrigger,
} from "../../src/billing/subscriptions/state.ts"

const triggers: SubscriptionTrigger[] = ["charge_succeeded", "charge_failed", "retries_exhausted", "cancel"]

// The table of docs/states.md, written by hand so that a change of the product's table needs a change here.
const allowed: Record<SubscriptionStatus, (SubscriptionStatus | undefined)[]> = {
  TRIALING: ["ACTIVE", "INCOMPLETE", undefined, "CANCELED"],
  INCOMPLETE: ["ACTIVE", "INCOMPLETE", "UNPAID", "CANCELED"],
  ACTIVE: ["ACTIVE", "PAST_DUE", undefined, "CANCELED"],
  PAST_DUE: ["ACTIVE", "PAST_DUE", "UNPAID", "CANCELED"],
  UNPAID: [undefined, undefined, undefined, "CANCELED"],
  CANCELED: [undefined, undefined, undefined, undefined],
}

describe("The states of a subscription", () => {
  it("are the six that are documented", () => {
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
