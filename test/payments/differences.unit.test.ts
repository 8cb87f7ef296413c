import { expect } from "chai"
import { differencesOf, returnedTwice } from "../../src/payments/inquiries/booking.ts"

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

/** What the acquirer holds of a charge that no payment keeps, what a person has paid back of it, and what the payer has twice. All in cents. */
const RETURNED: [what: string, held: [number, number, number], byHand: [number, number | null] | undefined, twice: number][] = [
  ["all was sent back", [4990, 4990, 0], undefined, 0],
  ["all was charged back", [4990, 0, 4990], undefined, 0],
  ["a part was charged back, and the rest was sent back", [4990, 3990, 1000], undefined, 0],
  ["all was sent back, and a part was charged back", [4990, 4990, 1000], undefined, 1000],
  ["all was sent back, and all was charged back", [4990, 4990, 4990], undefined, 4990],
  ["a person paid all back, and a part was charged back", [4990, 0, 1000], [4990, 0], 1000],
  ["a person paid the rest back, and all was charged back", [4990, 1000, 4990], [3990, 1000], 4990],
  ["a person paid the rest of a chargeback back", [4990, 0, 1000], [3990, 0], 0],
  ["a person found it sent back, after a chargeback", [4990, 3990, 1000], [3990, 0], 0],
  ["a person paid it back, and it is not known what had gone before", [4990, 0, 1000], [4990, null], 1000],
  ["a person found it sent back, and it is not known what had gone before", [4990, 3990, 1000], [3990, null], 0],
  ["more was sent back than was captured", [4990, 5990, 0], undefined, 0],
]

describe("Of a charge that no payment keeps, the payer has twice", () => {
  for (const [what, [captured, gone_back, charged_back], byHand, twice] of RETURNED)
    it(`(${what}) ${twice}`, () => {
      const paid = byHand && { amount: byHand[0], before: byHand[1] }
      expect(returnedTwice({ captured, gone_back, charged_back }, paid)).to.equal(twice)
    })
})
