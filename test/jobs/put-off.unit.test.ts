import { expect } from "chai"
import { putOffMs } from "../../src/jobs/failing.ts"

describe("Work that fails", () => {
  it("is tried again after growing gaps, up to five minutes", () => {
    const seconds = Array.from({ length: 12 }, (_, index) => putOffMs(index + 1, 0) / 1000)
    expect(seconds).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    expect(putOffMs(10_000, 0)).to.equal(300_000)
  })

  it("comes back spread over a tenth of the gap", () => {
    expect(putOffMs(1, 1)).to.equal(1100)
    expect(putOffMs(9, 0.5)).to.equal(268_800)
  })
})
