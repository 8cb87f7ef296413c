import { expect } from "chai"
import { VISITS } from "../../src/base/bounds.ts"
import { VisitLimiter } from "../../src/web/pay/visit-limiter.ts"

describe("Visits of hosted pages by one client", () => {
  const gap = 1000 / VISITS.perSecond
  const most = VISITS.atOnce + VISITS.maxWaitMs / gap + 1
  const waits = (visitLimiter: VisitLimiter, visitor: string, visits: number) =>
    Array.from({ length: visits }, () => visitLimiter.waitOf(visitor))

  it("are served at once where they are few, and then at a steady pace", () => {
    const visitLimiter = new VisitLimiter(VISITS, () => 1_000_000)
    expect(waits(visitLimiter, "192.0.2.1", VISITS.atOnce + 3)).to.deep.equal([...Array(VISITS.atOnce + 1).fill(0), gap, 2 * gap])
  })

  it("are refused where they would wait for too long, and served again later", () => {
    let now = 1_000_000
    const visitLimiter = new VisitLimiter(VISITS, () => now)
    const all = waits(visitLimiter, "192.0.2.1", most + 100)
    expect(all.filter((wait) => wait === undefined)).to.have.lengthOf(100)
    expect(Math.max(...all.map((wait) => wait ?? 0))).to.equal(VISITS.maxWaitMs)
    now += VISITS.maxWaitMs + VISITS.atOnce * gap
    expect(visitLimiter.waitOf("192.0.2.1")).to.equal(0)
  })

  it("do not slow down those of another client, however many there are", () => {
    let now = 1_000_000
    const visitLimiter = new VisitLimiter(VISITS, () => now)
    waits(visitLimiter, "192.0.2.1", most)
    for (let client = 0; client < 30_000; client++) {
      now += 0.01
      expect(visitLimiter.waitOf(`client ${client}`)).to.equal(0)
    }
    // Whoever waits is not forgotten.
    expect(visitLimiter.waitOf("192.0.2.1")).to.be.above(4000)
  })
})
