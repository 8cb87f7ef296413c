// Payments through the API at the simulator of Cielo, whose connection fails in every way.
import { expect } from "chai"
import { cieloKind } from "../../../src/acquirers/cielo/cielo.ts"
import { callAcquirers } from "../../../src/payments/call-acquirers.ts"
import { noteNotification } from "../../../src/payments/notifications.ts"
import { type Cielo, startCielo } from "../../cielo/cielo.ts"
import type { Json } from "../../support/app/client.ts"
import { type Running, startVintem } from "../../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey, newToken } from "../../support/merchants/payments.ts"
import { balanceIn, eventsOf, mayFail, newOpenIntent, payWith, perform, retrieve } from "../../support/merchants/rails.ts"
import { openCielo } from "./open.ts"

const APPROVED = "4111111111111111"
const PAYMENTS = 40
const DAY = 86_400
/** The statuses that a PIX can have at Cielo when its time has ended. */
const ABORTED = 13
const WAITS = 12

describe("Payments at Cielo", () => {
  let cielo: Cielo
  let vintem: Running
  let merchant: Merchant
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    cielo = await startCielo({ voidGapMs: 0, pixRefundMs: 60_000 })
    // The simulator takes one void after another, so no test has to wait for what Cielo wants.
    const acquirer = { ...openCielo(cielo).acquirer, refundGapMs: 0 }
    vintem = await startVintem({}, { role: "api", acquirerOf: () => acquirer })
  })
  beforeEach(async () => {
    await cielo.control.reset()
    merchant = await newMerchant(vintem)
  })
  afterEach(async () => expect(await cielo.control.violations()).to.deep.equal([]))
  after(async () => {
    await vintem.close()
    await cielo.close()
  })

  const poll = (later: number) => perform(vintem, callAcquirers, merchant.account, later)
  const refund = async (payment_intent: string) =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent }), 201)
  const ledger = () => cielo.control.ledger()

  it("with a card are charged and refunded", async () => {
    const intent = await payWith(merchant, APPROVED)
    expect(intent.status).to.equal("succeeded")
    expect((await refund(intent.id)).status).to.equal("succeeded")
    expect(await ledger()).to.have.lengthOf(1)
    expect((await ledger())[0]).to.include({ captured: 4990, voided: 4990 })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  for (const amount of [4990, 1500])
    it(`that the merchant refunds in Cielo's portal (${amount} cents) are refunded here as well`, async () => {
      const { id } = await payWith(merchant, APPROVED)
      const [sale] = await ledger()
      const order = { reference: "", account: "", charge: sale!.payment_id, type: "card", amount, gone_back_before: 0 } as const
      await openCielo(cielo).acquirer.refund(order, AbortSignal.timeout(30_000))
      const notification = cieloKind().readNotifications({ PaymentId: sale!.payment_id, ChangeType: 1 })![0]!
      await noteNotification(vintem.server.modes.test, { acquirer: "cielo", ...notification })
      await poll(61)
      expect(await retrieve(merchant, id)).to.include({ status: "succeeded", amount_refunded: amount })
      expect(await balanceIn(merchant)).to.deep.equal({ available: 4990 - amount, pending: 0 })
      expect((await ledger())[0]!.voided).to.equal(amount)
    })

  it("with a PIX wait for the payer, and are refunded later", async () => {
    const { id, next_action } = await payWith(merchant, "pix")
    expect(next_action.type).to.equal("pix_display_qr_code")
    const [sale] = await ledger()
    await cielo.control.pay({ payment: sale!.payment_id })
    await poll(60)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    const { id: made, status } = await refund(id)
    expect(status).to.equal("pending")
    await cielo.control.endRefunds({ payment: sale!.payment_id, done: true })
    await poll(61)
    expect((await merchant.request("GET", `/v1/refunds/${made}`)).body.status).to.equal("succeeded")
  })

  it("with a boleto wait for the payer", async () => {
    const { id } = await payWith(merchant, "boleto")
    const [sale] = await ledger()
    await cielo.control.pay({ payment: sale!.payment_id })
    await poll(60)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
  })

  it("with a PIX that is canceled are taken back at Cielo", async () => {
    const { id } = await payWith(merchant, "pix")
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    await poll(1)
    expect((await ledger())[0]).to.include({ status: 10, captured: 0 })
  })

  for (const [what, first] of [
    ["when its time ends", ABORTED],
    ["after its time has ended", WAITS],
  ] as const) {
    it(`with a PIX have expired if Cielo aborts it ${what}, and are sent back if it is paid all the same`, async () => {
      await cielo.control.setOptions({ expiredPixStatus: first })
      const { id, next_action } = await payWith(merchant, "pix")
      const [sale] = await ledger()
      const left = next_action.expires_at - Math.floor(Date.now() / 1000)
      await cielo.control.advance((left + 5) * 1000)
      await poll(left + 5)
      await cielo.control.setOptions({ expiredPixStatus: ABORTED })
      await poll(left + 70)
      expect(await retrieve(merchant, id)).to.deep.include({ status: "canceled" })
      expect((await retrieve(merchant, id)).last_payment_error.code).to.equal("payment_intent_expired")
      expect(await eventsOf(merchant, id)).to.have.members(["payment_intent.payment_failed", "payment_intent.canceled"])
      expect(
        (await merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: "pm_x" })).body.error.code,
      ).to.equal("payment_intent_expired")
      await cielo.control.pay({ payment: sale!.payment_id })
      for (const days of [1, 3]) await poll(left + days * DAY)
      await cielo.control.endRefunds({ payment: sale!.payment_id, done: true })
      expect((await ledger()).map(({ captured, voided }) => ({ captured, voided }))).to.deep.equal([
        { captured: 4990, voided: 4990 },
      ])
      expect(await balanceIn(merchant)).to.equal(undefined)
      expect((await retrieve(merchant, id)).status).to.equal("canceled")
    })
  }

  for (const type of ["pix", "boleto"] as const) {
    it(`with a ${type} are given up where Cielo first says that it is not finished, as no payer has seen it`, async () => {
      await cielo.control.setFaults({ fault: "undecided:1", times: 1 })
      const { id, status } = await payWith(merchant, type)
      expect(status).to.equal("processing")
      for (const later of [1, 60, 600, 1000, 2000]) await poll(later)
      expect((await retrieve(merchant, id)).status).to.equal("canceled")
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    })
  }

  it("take each payer's money once, and give it back once, whatever happens to the connection", async () => {
    await cielo.control.setFaults({ fault: "any", every: 3 })
    const intents = await Promise.all(Array.from({ length: PAYMENTS }, () => payAtLast(merchant)))
    for (const later of [1, 3, 7, 20, 60, 180, 420, 899, 901, 2000, 5000]) await mayFail(poll(later))
    await cielo.control.setFaults()
    // A look-up that failed said nothing, so those that are not found are looked up for 15 minutes from here.
    for (const later of [50_000, 50_901, 52_000]) await poll(later)
    const kept = (await ledger()).filter(({ remaining }) => remaining > 0)
    const all = await Promise.all(intents.map((id) => retrieve(merchant, id)))
    const succeeded = all.filter(({ status }) => status === "succeeded")
    expect(kept).to.have.lengthOf(succeeded.length)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990 * kept.length, pending: 0 })
    expect(kept.length).to.be.above(PAYMENTS / 2)

    await cielo.control.setFaults({ fault: "any", operation: "void", every: 2 }, { fault: "any", operation: "query", every: 3 })
    for (const { id } of succeeded) await refund(id)
    for (const later of [52_001, 52_010, 52_100, 53_000]) await mayFail(poll(later))
    await cielo.control.setFaults()
    await poll(100_000)
    const { data: refunds } = (await merchant.request("GET", "/v1/refunds?limit=100")).body
    const made = (await ledger()).filter(({ voided }) => voided > 0)
    expect(made.every(({ voided }) => voided === 4990)).to.equal(true)
    // Those that never arrived stay pending, and a person decides. Nothing is sent a second time.
    expect(refunds.filter(({ status }: Json) => status === "succeeded")).to.have.lengthOf(made.length)
    expect(refunds.filter(({ status }: Json) => status === "failed")).to.deep.equal([])
    expect((await balanceIn(merchant))!.available).to.equal(0)
  })
})

/** Pays with a card as a merchant's server does: it retries with the same key where it is told to. Returns the payment intent's id. */
async function payAtLast(merchant: Merchant): Promise<string> {
  const { id } = await newOpenIntent(merchant)
  const token = await newToken(merchant, APPROVED)
  const idempotencyKey = newIdempotencyKey()
  for (let tries = 1; ; tries++) {
    const { status, text } = await merchant.request(
      "POST",
      `/v1/payment_intents/${id}/confirm`,
      { payment_method: token.id },
      { idempotencyKey },
    )
    if (status === 200) return id
    if (status !== 503 || tries === 20) throw new Error(`confirm was answered with ${status}: ${text}`)
  }
}
