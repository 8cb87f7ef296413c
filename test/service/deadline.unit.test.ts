import { expect } from "chai"
import { DeadlineError, withDeadline } from "../../src/base/deadline.ts"

describe("A call to an acquirer", () => {
  it("that does not answer in time is given up and ended, and its answer still counts when it comes", async () => {
    const answer = Promise.withResolvers<string>()
    const late = Promise.withResolvers<string>()
    let signal: AbortSignal | undefined
    const call = (given: AbortSignal) => {
      signal = given
      return answer.promise
    }
    const error = await withDeadline(10, call, late.resolve).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(DeadlineError).with.property("message", "no answer within 0.01 s")
    expect(signal!.reason).to.equal(error)
    answer.resolve("approved")
    expect(await late.promise).to.equal("approved")
  })

  it("that answers in time is not ended", async () => {
    let signal: AbortSignal | undefined
    const call = async (given: AbortSignal) => {
      signal = given
      return "approved"
    }
    expect(await withDeadline(60_000, call)).to.equal("approved")
    expect(signal!.aborted).to.equal(false)
  })
})
