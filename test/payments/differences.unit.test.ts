import { expect } from "chai"
import { differencesOf } from "../../src/payments/inquiries/differences.ts"

/** What the acquirer holds, what is booked of a payment of 4990, and what is to be booked. All in cents. */
const CASES: [what: string, held: [number, number, number], booked: [number, number], found: [number, number]][] = [
  ["nothing has gone", [4990, 0, 0], [0, 0], [0, 0]],
  ["a refund in the portal", [4990, 1500, 0], [0, 0], [1500, 0]],
  ["the refund that was ordered here", [4990, 1500, 0], [1500, 0], [0, 0]],
  ["a refund in the portal beside one that was ordered here", [4990, 2500, 0], [1500, 0], [1000, 0]],
  ["a refund that was ordered here and is not shown yet", [4990, 0, 0], [1500, 0], [0, 0]],
  ["a chargeback of a part", [4990, 0, 1000], [0, 0], [0, 1000]],
  ["a chargeback that is booked", [4990, 0, 1000], [0, 1000], [0, 0]],
  ["a further chargeback", [4990, 0, 1500], [0, 1000], [0, 500]],
  ["a chargeback that is booked by hand with more", [4990, 0, 1000], [0, 4990], [0, 0]],
  ["a chargeback after a refund", [4990, 4990, 4990], [4990, 0], [0, 4990]],
  ["the excess of an overpaid sale goes back", [6990, 2000, 0], [0, 0], [0, 0]],
  ["more than the excess of an overpaid sale goes back", [6990, 2500, 0], [0, 0], [500, 0]],
  ["the excess, after a refund that was ordered here", [6990, 6990, 0], [4990, 0], [0, 0]],
  ["a part of the excess, after a refund that was ordered here", [6990, 5990, 0], [4990, 0], [0, 0]],
]

describe("What an acquirer shows beyond what is booked", () => {
  for (const [what, [captured, gone_back, charged_back], [refunded, disputed], [toRefund, toDispute]] of CASES)
    it(`(${what}) is ${toRefund} to refund and ${toDispute} to dispute`, () => {
      const found = differencesOf({ captured, gone_back, charged_back }, { amount: 4990, refunded, disputed })
      expect(found).to.deep.equal({ refunded: toRefund, disputed: toDispute })
    })
})
