import { expect } from "chai"
import { newId, randomBase62 } from "../../src/base/ids.ts"

describe("Ids", () => {
  it("sort in order of creation, even many in one millisecond", () => {
    const ids = Array.from({ length: 20_000 }, () => newId("pi"))
    expect(ids).to.deep.equal([...ids].sort((a, b) => (a < b ? -1 : 1)))
    expect(new Set(ids).size).to.equal(ids.length)
  })

  it("keep increasing when the machine's clock steps back", () => {
    const before = newId("pi")
    const now = Date.now
    try {
      Date.now = () => now() - 60_000
      expect(newId("pi") > before).to.equal(true)
    } finally {
      Date.now = now
    }
  })

  it("have a prefix and at least 22 letters and digits", () => {
    expect(newId("cus")).to.match(/^cus_[0-9A-Za-z]{25}$/)
  })

  it("cannot be guessed from their neighbours: 14 characters are random", () => {
    const drawn = Array.from({ length: 20_000 }, () => newId("pi").slice(-14))
    expect(new Set(drawn).size).to.equal(drawn.length)
    for (let place = 0; place < 14; place++) expect(new Set(drawn.map((text) => text[place])).size).to.equal(62)
  })

  it("draw every random character with the same probability", () => {
    const counts = new Map<string, number>()
    const drawn = 62 * 2000
    for (const character of randomBase62(drawn)) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).to.equal(62)
    // Six standard deviations around 2,000. A fair draw practically never falls outside, and a biased one does.
    for (const count of counts.values()) expect(count).to.be.within(1730, 2270)
  })
})
