import { expect } from "chai"
import { ByteCache } from "../../src/web/pay/byte-cache.ts"
import type { Drawing } from "../../src/web/pay/drawings.ts"
import { Drawings } from "../../src/web/pay/drawings.ts"

describe("Drawings of hosted pages", () => {
  let drawings: Drawings
  beforeEach(() => {
    drawings = new Drawings()
  })
  afterEach(() => drawings.close())

  const svg: Drawing = { file: "qr.svg", brCode: "00020126" }
  const seen = (promise: Promise<Buffer>) =>
    promise.then(
      () => "drawn",
      (error: Error & { code?: string }) => error.code ?? error.message,
    )

  it("of one account wait for one drawing of another account at most, however many that one has asked for", async () => {
    const order: string[] = []
    const draw = (account: string, link: string) => drawings.get({ account, link }, svg).then(() => order.push(account))
    const many = Array.from({ length: 20 }, (_, i) => draw("busy", `busy-${i}`))
    await Promise.all([...many, draw("quiet", "quiet")])
    expect(order.indexOf("quiet")).to.be.at.most(2)
  })

  it("that cannot be made fail alone", async () => {
    const wrong = drawings.get({ account: "a", link: "wrong" }, { file: "barcode.png", barCode: "not digits" })
    const right = drawings.get({ account: "a", link: "right" }, svg)
    expect(await seen(wrong)).to.match(/^The barcode.png could not be drawn/)
    expect(await seen(right)).to.equal("drawn")
  })

  it("are refused where two hundred of the account wait, and those of others are not", async () => {
    const asked = Array.from({ length: 203 }, (_, i) => seen(drawings.get({ account: "busy", link: `busy-${i}` }, svg)))
    asked.push(seen(drawings.get({ account: "quiet", link: "quiet" }, svg)))
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter((outcome) => outcome === "not_ready")).to.have.length(2)
    expect(outcomes.at(-1)).to.equal("drawn")
  })
})

describe("What is kept of drawings", () => {
  it("is bounded in bytes, and what was not asked for the longest goes first", () => {
    const kept = new ByteCache(100)
    for (const name of ["a", "b", "c"]) kept.set(name, Buffer.alloc(30))
    expect(kept.get("a")).to.have.length(30)
    kept.set("d", Buffer.alloc(30))
    expect(["a", "b", "c", "d"].filter((name) => kept.get(name))).to.deep.equal(["a", "c", "d"])
  })
})
