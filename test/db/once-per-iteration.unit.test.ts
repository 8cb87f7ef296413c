import { expect } from "chai"
import { oncePerIteration } from "../../src/db/shared/once-per-iteration.ts"

describe("A read that requests of one iteration of the event loop share", () => {
  it("begins after all of them have asked, and runs once for each key", async () => {
    const reads: string[] = []
    const find = oncePerIteration(async (key) => {
      reads.push(key)
      return key.toUpperCase()
    })
    const found = [find("a"), find("b"), find("a")]
    expect(reads, "nobody has waited yet").to.deep.equal([])
    expect(await Promise.all(found)).to.deep.equal(["A", "B", "A"])
    expect(reads).to.deep.equal(["a", "b"])
  })

  it("is not shared with who asks after it has begun, as the row may have changed since", async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const began = Promise.withResolvers<void>()
    let reads = 0
    const find = oncePerIteration(() => {
      began.resolve()
      return answers[reads++]!.promise
    })
    const before = find("a")
    await began.promise
    const after = find("a")
    answers[0]!.resolve("usable")
    answers[1]!.resolve("revoked")
    expect([await before, await after]).to.deep.equal(["usable", "revoked"])
  })

  it("fails for all who share it, and is tried anew by the next", async () => {
    let reads = 0
    const find = oncePerIteration(async () => {
      if (reads++ === 0) throw new Error("unreachable")
      return "found"
    })
    const results = await Promise.allSettled([find("a"), find("a")])
    expect(results.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"])
    expect(await find("a")).to.equal("found")
  })
})
