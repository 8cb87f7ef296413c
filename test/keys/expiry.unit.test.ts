import { expect } from "chai"
import { readExpiry } from "../../src/cli/keys.ts"

describe("The option --expires of vintem keys", () => {
  const spans: [string, number][] = [
    ["30d", 30 * 86_400],
    ["12h", 12 * 3600],
    ["15m", 900],
    ["90s", 90],
  ]
  for (const [text, seconds] of spans) {
    it(`accepts ${text}`, () => {
      const before = Math.floor(Date.now() / 1000)
      expect(readExpiry(text)).to.be.within(before + seconds, Math.floor(Date.now() / 1000) + seconds)
    })
  }

  it("accepts an ISO 8601 time", () => {
    expect(readExpiry("2031-05-06T07:08:09Z")).to.equal(Date.UTC(2031, 4, 6, 7, 8, 9) / 1000)
    expect(readExpiry("2031-05-06T07:08:09-03:00")).to.equal(Date.UTC(2031, 4, 6, 10, 8, 9) / 1000)
    expect(readExpiry("2031-05-06")).to.equal(Date.UTC(2031, 4, 6) / 1000)
  })

  it("rejects what is not in the future", () => {
    for (const text of ["0d", "2020-01-01", new Date().toISOString()]) {
      expect(() => readExpiry(text), text).to.throw("Must be in the future")
    }
  })

  it("rejects everything else", () => {
    for (const text of ["", "30", "d", "30w", "-1d", "1.5h", "30 d", "1d2h", "1234567d", "tomorrow", "May 2031", "2031-13-01"]) {
      expect(() => readExpiry(text), text).to.throw("30d, 12h, 15m")
    }
  })
})
