import { expect } from "chai"
import { type Letters, openLetters } from "../support/app/letters.ts"
import { until } from "../support/merchants/merchant.ts"

describe("The claims of due work", () => {
  let letters: Letters
  before(async () => {
    letters = await openLetters()
  })
  after(() => letters.close())

  it("that end while a transaction runs share the next one", async () => {
    await letters.add(["a1", "b1", "c1"])
    const ended: string[][] = []
    const first = Promise.withResolvers<void>()
    const { loop, hasBegun, letGo, results } = letters.post({
      around: ({ release }) => ({
        release: async (tx, claims, againInMs) => {
          ended.push(claims.map(({ id }) => id))
          if (ended.length === 1) await first.promise
          return release(tx, claims, againInMs)
        },
      }),
    })
    loop.wake()
    await hasBegun("a1", "b1", "c1")
    await letGo("a1", "busy")
    await until(async () => ended.length === 1)
    for (const id of ["b1", "c1"]) await letGo(id, "busy")
    first.resolve()
    await until(async () => results.length === 3)
    await loop.stop()
    expect(ended).to.deep.equal([["a1"], ["b1", "c1"]])
  })
})
