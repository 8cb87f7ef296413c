import { expect } from "chai"
import { retryAt } from "../../src/billing/subscriptions/retries.ts"

describe("The retries of a failed cycle", () => {
  it("come 1, 3, 5 and 7 days after the first failure, and no more", () => {
    const failed = Date.parse("2027-02-27T08:30:00Z") / 1000
    const days = [1, 2, 3, 4, 5].map((retry) => retryAt(failed, retry)).map((at) => at && new Date(at * 1000).toISOString())
    expect(days).to.deep.equal([
      "2027-02-28T08:30:00.000Z",
      "2027-03-02T08:30:00.000Z",
      "2027-03-04T08:30:00.000Z",
      "2027-03-06T08:30:00.000Z",
      undefined,
    ])
  })
})
