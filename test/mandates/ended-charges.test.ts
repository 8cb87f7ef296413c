import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { nextBankingDay } from "../../src/base/banking-days.ts"
import { dayOf, startOfDay } from "../../src/base/day.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { clearFaults, mockChargesOf } from "../payments/unknown-outcomes.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, again, cyclesOf, DAY, eventsOf } from "../support/merchants/subscriptions.ts"
import { A_MONDAY, beginByMandate, PRICES, subscribeByMandate } from "./mandates.ts"

const failing = statement<{ message: string }, "account">((k, p) =>
  k("failing_work").where({ account: p.account }).select("message"),
)

/** What an acquirer that does not answer, and a payer or a merchant who ends a mandate, do to charges that are ordered. */
describe("A charge by mandate that does not go as ordered", function () {
  this.timeout(300_000)
  let vintem: Running
  let merchant: Merchant
  let faults: Faults
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock(A_MONDAY) })
    faults = vintem.server.modes.test.config.mockFaults
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => clearFaults(faults))
  after(() => vintem.close())

  const isSound = async () => expect(await checkLedger(vintem.server.modes.test.database, merchant.account)).to.deep.equal([])
  const ofCycles = async (subscription: Json) =>
    (await cyclesOf(merchant, subscription)).map(({ status, payment_method_types: [type] }) => `${type} ${status}`)
  const taken = async () =>
    (await mockChargesOf(vintem, merchant.account))
      .filter(({ status }) => status === "approved")
      .map(({ refunded, amount }) => amount - refunded)
  const cancel = async ({ id }: Json) =>
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, {}), 200)

  it("is made once when the answer to its order is lost", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    faults.charge_mandate = "timeout_after"
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico processing"])
    await advance(merchant, { to: subscription.current_period_end + 4 * DAY })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico succeeded"])
    expect(await taken()).to.deep.equal([PRICES.pays, PRICES.pays])
    await isSound()
  })

  it("is no code while nobody knows whether it was ordered", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    Object.assign(faults, { charge_mandate: "timeout_after", look_up: "timeout_before" })
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY + 2 * 3600 })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico processing"])
    clearFaults(faults)
    await advance(merchant, { seconds: 6 * DAY })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico succeeded"])
    expect(await taken()).to.deep.equal([PRICES.pays, PRICES.pays])
    await isSound()
  })

  it("becomes a code at the period's begin when its order has not reached the bank", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    faults.charge_mandate = "timeout_before"
    await advance(merchant, { to: subscription.current_period_end - 1 })
    const unsent = await ofCycles(subscription)
    expect(new Set(unsent)).to.deep.equal(new Set(["pix_automatico canceled"]))
    clearFaults(faults)
    await advance(merchant, { seconds: 1 })
    expect(await ofCycles(subscription)).to.deep.equal([...unsent, "pix requires_action"])
    await advance(merchant, { seconds: 3 * DAY })
    expect(await taken()).to.deep.equal([PRICES.pays])
  })

  it("is ordered again by another payment when its order has not reached the bank, and is paid once", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    faults.charge_mandate = "timeout_before"
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    await advance(merchant, { seconds: 3600 })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico canceled"])
    clearFaults(faults)
    await advance(merchant, { seconds: 8 * DAY })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico canceled", "pix_automatico succeeded"])
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect(await taken()).to.deep.equal([PRICES.pays, PRICES.pays])
    await isSound()
  })

  it("is ordered no more when its subscription ends before it is ordered again", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    faults.charge_mandate = "timeout_before"
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    await advance(merchant, { seconds: 3600 })
    clearFaults(faults)
    await cancel(subscription)
    await advance(merchant, { seconds: 8 * DAY })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico canceled"])
    expect(await taken()).to.deep.equal([PRICES.pays])
  })

  it("is withdrawn after hours in which the bank did not answer", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    faults.void_pix = "timeout_before"
    await cancel(subscription)
    await advance(merchant, { seconds: 5 * 3600 })
    clearFaults(faults)
    await advance(merchant, { seconds: 8 * DAY })
    expect(await taken()).to.deep.equal([PRICES.pays])
    await isSound()
  })

  it("is withdrawn once it is found, when its subscription ended before anybody knew of it", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    Object.assign(faults, { charge_mandate: "timeout_after", look_up: "timeout_before" })
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    await cancel(subscription)
    await advance(merchant, { seconds: 3600 })
    clearFaults(faults)
    await advance(merchant, { seconds: 15 * DAY })
    expect(await ofCycles(subscription)).to.deep.equal(["pix_automatico canceled"])
    const left = await taken()
    expect(left.reduce((a, b) => a + b, 0)).to.equal(PRICES.pays)
    expect(left).to.deep.equal([PRICES.pays])
    await isSound()
  })

  it("is sent back once when it is withdrawn too late", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    const day = nextBankingDay(dayOf(subscription.current_period_end))
    await advance(merchant, { to: startOfDay(day) - 3 * 3600 })
    await cancel(subscription)
    await advance(merchant, { seconds: 2 * DAY })
    expect(await taken()).to.deep.equal([PRICES.pays, 0])
    await isSound()
  })

  it("goes on with the retries of days 3 and 7 when that of day 1 did not reach the bank", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.paysLate })
    const end = subscription.current_period_end
    await advance(merchant, { to: end - 5 * DAY })
    faults.charge_mandate = "server_error"
    await advance(merchant, { to: startOfDay(nextBankingDay(dayOf(end)) + 1) })
    clearFaults(faults)
    await advance(merchant, { to: end + 9 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    const failed = ["pix_automatico canceled", "pix_automatico canceled"]
    expect(await ofCycles(subscription)).to.deep.equal([...failed, "pix_automatico succeeded"])
    expect(await taken()).to.deep.equal([PRICES.paysLate, PRICES.paysLate])
    await isSound()
  })

  it("is followed by codes on days 1, 3, 5 and 7 when the payer has ended the mandate meanwhile", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant, { amount: PRICES.neverPays })
    const end = subscription.current_period_end
    await advance(merchant, { to: end - 2 * DAY })
    expect((await vintem.cli("mandates", "cancel", mandate.id)).status).to.equal(0)
    await advance(merchant, { to: end + 15 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("UNPAID")
    const cycles = await cyclesOf(merchant, subscription)
    expect(cycles.map(({ payment_method_types: [type] }) => type)).to.deep.equal(["pix_automatico", ...Array(4).fill("pix")])
    const [{ id: charge }, ...codes] = cycles
    const failed = (await eventsOf(merchant)).find(({ data }) => data.object.id === charge && data.object.status === "canceled")!
    expect(codes.map(({ created }) => Math.round((created - failed.created) / DAY))).to.deep.equal([1, 3, 5, 7])
  })

  it("is followed by codes when the payer ends the mandate between two retries", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant, { amount: PRICES.neverPays })
    const end = subscription.current_period_end
    await advance(merchant, { to: end + 5 * DAY })
    const before = (await cyclesOf(merchant, subscription)).length
    expect((await vintem.cli("mandates", "cancel", mandate.id)).status).to.equal(0)
    await advance(merchant, { to: end + 15 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("UNPAID")
    const types = (await cyclesOf(merchant, subscription)).map(({ payment_method_types: [type] }) => type)
    expect(types.slice(before)).to.not.include("pix_automatico")
    expect(types.length).to.be.above(before)
  })

  it("leaves nothing that fails when the code of a mandate could not be made", async () => {
    faults.found_mandate = "timeout_before"
    await beginByMandate(vintem, merchant).catch(() => undefined)
    clearFaults(faults)
    await advance(merchant, { seconds: DAY })
    const { account } = merchant
    expect(await vintem.server.modes.test.database.all(failing, { account })).to.deep.equal([])
  })
})
