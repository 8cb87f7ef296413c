import { expect } from "chai"
import { MAX_ATTEMPTS, waitAfter } from "../../src/events/webhooks/schedule.ts"

describe("The schedule of a delivery", () => {
  const specified = [0, 5, 30, 5 * 60, 60 * 60, 6 * 60 * 60, 24 * 60 * 60]

  it("has seven attempts: immediately, then after 5 s, 30 s, 5 min, 1 h, 6 h and 24 h", () => {
    expect(MAX_ATTEMPTS).to.equal(7)
    expect(specified.map((_, failed) => waitAfter(failed, () => 0)! / 1000)).to.deep.equal(specified)
    expect(waitAfter(7)).to.equal(undefined)
  })

  it("is lengthened by up to 10 % of jitter and never shortened", () => {
    for (const [failed, wait] of specified.entries()) {
      for (const random of [0, 0.3, 0.999999]) {
        expect(waitAfter(failed, () => random)).to.be.within(wait * 1000, wait * 1100)
      }
    }
    expect(waitAfter(2, () => 0.5)).to.equal(31_500)
  })
})
