// Captures of a live account at the simulator of Cielo, through the API. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { Cielo } from "../../cielo/cielo.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Json } from "../../support/app/client.ts"
import { type Merchant, until } from "../../support/merchants/merchant.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { payWith, retrieve } from "../../support/merchants/rails.ts"
import { type LiveAccount, startLiveAccount } from "./live-account.ts"

const DAY_MS = 24 * 3_600_000
const RELEASED = 10

describe("A live account at Cielo that captures later", function () {
  this.timeout(120_000)
  let live: LiveAccount
  let cielo: Cielo
  let merchant: Merchant
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  before(async () => {
    live = await startLiveAccount({ cielo: { captureDays: 3 }, settings: { CIELO_CAPTURE_DAYS: "3" }, server: { clock } })
    ;({ cielo, merchant } = live)
  })
  afterEach(() => cielo.control.setFaults())
  after(async () => {
    const violations = await cielo.control.violations()
    await live.close()
    expect(violations).to.deep.equal([])
  })

  const authorized = async (amount: number, card = cardFor("Visa")): Promise<Json> => {
    const intent = await payWith(merchant, card, { amount, capture_method: "manual", payment_method_types: ["card"] })
    expect(intent).to.include({ status: "requires_capture", amount_capturable: amount })
    return intent
  }
  const saleOf = async (amount: number) => (await cielo.control.ledger()).find((sale) => sale.amount === amount)!
  const capture = (id: string, body = {}) => merchant.request("POST", `/v1/payment_intents/${id}/capture`, body)
  const becomes = (id: string, status: string) => until(async () => (await retrieve(merchant, id)).status === status)

  it("takes a part, and Cielo keeps nothing else", async () => {
    const { id } = await authorized(2001)
    expect(await saleOf(2001)).to.include({ status: 1, captured: 0 })
    const paid = { status: "succeeded", amount: 2001, amount_received: 990, amount_capturable: 0 }
    expect(expectStatus(await capture(id, { amount_to_capture: 990 }), 200)).to.include(paid)
    expect(await saleOf(2001)).to.include({ status: 2, captured: 990 })
  })

  it("finds a capture whose answer was lost", async () => {
    const { id } = await authorized(2002)
    await cielo.control.setFaults({ operation: "capture", fault: "cut_after", times: 1 })
    expectStatus(await capture(id), 200)
    await becomes(id, "succeeded")
    expect(await retrieve(merchant, id)).to.include({ amount_received: 2002 })
    const { hits, counts } = await cielo.control.calls()
    expect([hits.map(({ fault }) => fault), counts.capture]).to.deep.equal([["cut_after"], 2])
    expect(await saleOf(2002)).to.include({ captured: 2002, voided: 0 })
  })

  it("tells why the issuer declined the capture, and releases the card after a cancel", async () => {
    const { id } = await authorized(2004, cardFor("Visa", "authorized, then 51"))
    const declined = await capture(id)
    expect([declined.status, declined.body.error?.code]).to.deep.equal([402, "insufficient_funds"])
    expect(await retrieve(merchant, id)).to.include({ status: "requires_capture", amount_capturable: 2004 })
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    await until(async () => (await saleOf(2004)).status === RELEASED)
  })

  it("learns from a notification of a capture and of a void in Cielo's portal", async () => {
    const [captured, voided] = [await authorized(2005), await authorized(2006)]
    await cielo.control.captureInPortal({ payment: (await saleOf(2005)).payment_id, amount: 1990 })
    await cielo.control.refundInPortal({ payment: (await saleOf(2006)).payment_id })
    await becomes(captured.id, "succeeded")
    expect(await retrieve(merchant, captured.id)).to.include({ amount: 2005, amount_received: 1990 })
    await becomes(voided.id, "canceled")
  })

  it("releases what is not captured a day before Cielo's limit", async () => {
    const { id, created, capture_before } = await authorized(2007)
    expect(capture_before - created).to.be.within(2 * 86_400, 2 * 86_400 + 60)
    clock.ahead = 2 * DAY_MS + 60_000
    await becomes(id, "canceled")
    expect((await retrieve(merchant, id)).last_payment_error.code).to.equal("capture_expired")
    await until(async () => (await saleOf(2007)).status === RELEASED)
  })
})
