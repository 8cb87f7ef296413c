import { expect } from "chai"
import fc from "fast-check"
import { feeOf } from "../../src/ledger/terms/price.ts"
import { feeOf as feeOfModel } from "./model.ts"

describe("The fee of a payment", () => {
  const CASES: [amount: number, percent: string, fixed: number, fee: number, why: string][] = [
    [10_000, "2.99", 0, 299, "is exact where it can be"],
    [50, "1", 0, 1, "is rounded half up"],
    [49, "1", 0, 0, "is rounded down below a half"],
    [150, "1", 0, 2, "is rounded half up, not to even"],
    [100, "0.0001", 0, 0, "may be less than a cent"],
    [99_999_999_999, "3.4999", 0, 3_499_900_000, "is exact for the largest amount"],
    [99_999_999_999, "100.0000", 0, 99_999_999_999, "may be everything"],
    [100, "100", 50, 100, "is at most the amount"],
    [5, "2.99", 39, 5, "is at most the amount, of a small payment"],
    [1000, "2.99", 39, 69, "has a fixed part beside the rounded one"],
    [1000, "0", 0, 0, "may be nothing"],
  ]
  for (const [amount, percent, fixed, fee, why] of CASES)
    it(`${why}: ${percent}% and ${fixed} of ${amount}`, () => {
      expect(feeOf(amount, { percent, fixed })).to.equal(fee)
    })

  it("is that of a second, naive implementation", () => {
    const any = fc.record({
      amount: fc.integer({ min: 1, max: 5000 }),
      basisPoints: fc.integer({ min: 0, max: 10_000 }),
      fixed: fc.nat(99),
    })
    fc.assert(
      fc.property(any, ({ amount, basisPoints, fixed }) => {
        const percent = (basisPoints / 100).toFixed(2)
        expect(feeOf(amount, { percent, fixed })).to.equal(feeOfModel({ amount, basisPoints, fixed }))
      }),
      { numRuns: 2000 },
    )
  })
})
