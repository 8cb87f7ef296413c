import { expect } from "chai"
import { killAndCompare } from "../../scripts/kills/kill-and-compare.ts"

/** `make kills` does the same a thousand times. */
describe("The service, killed at random points of payments, refunds and renewals", function () {
  this.timeout(300_000)

  it("agrees with the ledger of an acquirer without idempotency", async () => {
    const lines: string[] = []
    const status = await killAndCompare({ count: 5, seed: Date.now() % 1_000_000, print: (line) => void lines.push(line) })
    expect(status, lines.join("\n")).to.equal(0)
  })
})
