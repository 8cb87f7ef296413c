import { expect } from "chai"
import { payPageUrl } from "../../src/payments/links/pay-page.ts"
import { load, send } from "../checkout/payer.ts"
import { mockChargesOf } from "../payments/unknown-outcomes.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, again, cyclesOf, DAY } from "../support/merchants/subscriptions.ts"
import { PRICES, subscribeByMandate } from "./mandates.ts"

const endAtTheBank = statement<void, "account">((k, p) =>
  k("mock_mandates").where({ account: p.account }).update({ status: "canceled" }),
)
const rejectAtTheBank = statement<void, "account">((k, p) =>
  k("mock_charges")
    .where({ account: p.account, status: "pending" })
    .update({ status: "refused", code: "processing_error", notice: null, notice_at: null }),
)
const at = (date: string) => Date.parse(`${date}-03:00`) / 1000

describe("The day of a charge by mandate", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const ofCycles = async (subscription: Json) =>
    (await cyclesOf(merchant, subscription)).map(({ status, payment_method_types: [type] }) => `${type} ${status}`)
  const taken = async () =>
    (await mockChargesOf(vintem, merchant.account)).filter(({ status }) => status === "approved").map(({ amount }) => amount)
  const atTheBank = (what: typeof endAtTheBank) =>
    vintem.server.modes.test.database.transaction((tx) => tx.run(what, { account: merchant.account }))

  for (const [name, from, end, paid] of [
    ["a Saturday", "2027-05-12T12:00:00", "2027-06-12T12:00:00", "2027-06-14T06:00:00"],
    ["Carnival Tuesday", "2027-01-09T12:00:00", "2027-02-09T12:00:00", "2027-02-10T06:00:00"],
  ] as const)
    it(`is the next banking day where it is ${name}, and no code is made until then`, async () => {
      await advance(merchant, { to: at(from) })
      const { subscription } = await subscribeByMandate(vintem, merchant)
      expect(subscription.current_period_end).to.be.closeTo(at(end), 60)
      await advance(merchant, { to: at(paid) - 60 })
      expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico processing"])
      expect(await again(merchant, subscription)).to.include({
        status: "ACTIVE",
        current_period_start: subscription.current_period_end,
      })
      await advance(merchant, { to: at(paid) + 3600 })
      expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico succeeded"])
      expect(await taken()).to.deep.equal([PRICES.pays, PRICES.pays])
    })

  it("is not ordered after eight in the evening two banking days before: the cycle is a code at its begin", async () => {
    await advance(merchant, { to: at("2027-01-09T21:00:00") })
    const { subscription } = await subscribeByMandate(vintem, merchant)
    await advance(merchant, { to: subscription.current_period_end - 1 })
    expect(await ofCycles(subscription)).to.deep.equal([])
    await advance(merchant, { seconds: 1 })
    expect(await ofCycles(subscription)).to.deep.equal(["pix requires_action"])
    await advance(merchant, { seconds: 600 })
    const charges = await mockChargesOf(vintem, merchant.account)
    expect(charges.length).to.equal(2)
  })

  it("brings no charge where the payer has ended the mandate at the bank and nobody was told: the cycle is a code", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    const end = subscription.current_period_end
    await advance(merchant, { to: end - 5 * DAY - 3600 })
    await atTheBank(endAtTheBank)
    await advance(merchant, { to: end + 60 })
    expect((await ofCycles(subscription)).at(-1)).to.equal("pix requires_action")
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect(await taken()).to.deep.equal([PRICES.pays])
  })

  it("may come without the charge, which the bank has rejected before: nothing is told until the period begins", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    const end = subscription.current_period_end
    await advance(merchant, { to: end - 4 * DAY })
    await atTheBank(rejectAtTheBank)
    await advance(merchant, { to: end - 1 })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico processing"])
    await advance(merchant, { to: end + 60 })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico canceled", "pix requires_action"])
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })

  it("is tried again only once where the retry's day is not a banking day", async () => {
    // The day is Friday 11 June 2027, so the retry of the next day is a Saturday's.
    await advance(merchant, { to: at("2027-05-11T12:00:00") })
    const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.neverPays })
    await advance(merchant, { to: subscription.current_period_end + 12 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("UNPAID")
    const cycles = await ofCycles(subscription)
    expect(new Set(cycles)).to.deep.equal(new Set(["pix_automatico canceled"]))
    expect(cycles.length).to.be.within(3, 4)
    expect(await taken()).to.deep.equal([PRICES.neverPays])
  })

  it("is followed by those of its retries, also if the payer has asked for a code in between and has not paid it", async () => {
    // The day is Thursday 1 April 2027.
    await advance(merchant, { to: at("2027-03-01T12:00:00") })
    const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.paysLate })
    await advance(merchant, { to: at("2027-04-02T22:00:00") })
    const [charge] = await cyclesOf(merchant, subscription)
    const page = await load(payPageUrl(vintem.server.modes.test, { id: charge.id, page_of: null }))
    expect(page.html).to.include("PIX Automático did not pay this charge. You can pay it now by PIX.")
    await send(page)
    await advance(merchant, { seconds: 60 })
    const byMandate = "pix_automatico canceled"
    expect(await ofCycles(subscription)).to.deep.equal([byMandate, byMandate, "pix requires_action"])
    // Day 3 is a Sunday, on which banks are closed.
    await advance(merchant, { to: at("2027-04-05T22:00:00") })
    expect(await ofCycles(subscription)).to.deep.equal([byMandate, byMandate, "pix canceled", "pix_automatico succeeded"])
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect(await taken()).to.deep.equal([PRICES.paysLate, PRICES.paysLate])
  })

  it("is withdrawn by a pause, and the period that is charged after it is charged once", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    const path = `/v1/customer_subscriptions/${subscription.id}`
    expectStatus(await merchant.request("POST", `${path}/pause`, {}), 200)
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico canceled"])
    await advance(merchant, { seconds: 3600 })
    expectStatus(await merchant.request("POST", `${path}/resume`, {}), 200)
    await advance(merchant, { to: subscription.current_period_end + 5 * DAY })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico canceled", "pix_automatico succeeded"])
    expect(await taken()).to.deep.equal([PRICES.pays, PRICES.pays])
  })
})
