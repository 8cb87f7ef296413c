// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { type Merchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"
import { startOnTwo, type Two } from "./two-databases.ts"

const NO_KEY = `zsk_live_${"0".repeat(40)}`
/** Less than any timeout of a database, and long for a busy machine. */
const SOON_MS = 4000

describe("A database of live mode that takes connections and answers nothing", function () {
  this.timeout(120_000)
  let two: Two
  let [main, east]: Merchant[] = []
  before(async () => {
    two = await startOnTwo({ DATABASE_CONNECT_TIMEOUT_MS: "30000" })
    main = await two.newShop("main")
    east = await two.newShop("east")
  })
  after(() => two?.close())
  afterEach(async () => {
    // What was lost on the way cannot come any more, so the connections end.
    await two.lines.east.down()
    two.lines.east.silent = false
    await two.lines.east.up()
    await until(async () => (await east!.request("GET", "/v1/payment_intents")).status === 200)
  })

  async function inMs<T>(work: Promise<T>): Promise<{ done: T; ms: number }> {
    const started = performance.now()
    const done = await work
    return { done, ms: performance.now() - started }
  }

  it("keeps no other account waiting, and its own not for long", async () => {
    two.lines.east.silent = true
    const waiting = east!.request("GET", "/v1/payment_intents")
    const { done: paid, ms } = await inMs(payWith(main!))
    expect(paid.status).to.equal("succeeded")
    expect(ms).to.be.below(SOON_MS)
    expect(expectStatus(await waiting, 503).error.code).to.equal("not_ready")
    await until(async () => (await inMs(east!.request("GET", "/v1/payment_intents"))).ms < 1000)
    for (const [key, what] of [
      [east!.key, "its own account"],
      [NO_KEY, "a key that may be there"],
    ] as const) {
      const { done, ms } = await inMs(two.vintem.request("GET", "/v1/payment_intents", undefined, { key }))
      expect(expectStatus(done, 503).error.code, what).to.equal("not_ready")
      expect(ms, what).to.be.below(SOON_MS)
    }
    expect((await fetch(two.vintem.metricsUrl.replace("/metrics", "/readyz"))).status).to.equal(200)
  })

  it("does not keep the service from starting, and is found again", async () => {
    await two.stop()
    two.lines.east.silent = true
    const { ms } = await inMs(two.start())
    expect(ms).to.be.below(20_000)
    expect(two.vintem.server.modes.absent).to.deep.equal(["east"])
    expect((await payWith(main!)).status).to.equal("succeeded")
    expect(expectStatus(await east!.request("GET", "/v1/payment_intents"), 503).error.code).to.equal("not_ready")
  })
})
