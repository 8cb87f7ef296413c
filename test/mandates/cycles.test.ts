import { expect } from "chai"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { advance, again, cyclesOf, DAY, eventsOf, timeOf } from "../support/merchants/subscriptions.ts"
import { A_MONDAY, beginByMandate, mandateOf, PRICES, subscribeByMandate } from "./mandates.ts"

describe("A subscription by PIX Automático", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock(A_MONDAY) })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const isSound = async () => expect(await checkLedger(vintem.server.modes.test.database, merchant.account)).to.deep.equal([])
  const statusesOf = async (subscription: Json) => (await cyclesOf(merchant, subscription)).map(({ status }) => status)
  const typesOf = async (type: string) =>
    (await eventsOf(merchant)).filter((event) => event.type.startsWith(type)).map((event) => event.type)

  it("begins with one code, by which the payer pays and agrees to the mandate", async () => {
    const { intent } = await beginByMandate(vintem, merchant)
    expect(intent).to.deep.include({ status: "requires_action" })
    expect(intent.next_action).to.include({ type: "pix_display_qr_code" })
    expect(intent.next_action.qr_code_data).to.include("/rec/")
    expect((await mandateOf(merchant, intent)).pix_automatico).to.deep.equal({ status: "pending" })
  })

  it("has an active mandate once the payer has paid, which its subscription shows", async () => {
    const { subscription, mandate, intent } = await subscribeByMandate(vintem, merchant)
    expect(intent.status).to.equal("succeeded")
    expect(intent.payment_method_details).to.deep.include({ type: "pix_automatico", card: null })
    expect(mandate).to.deep.include({ type: "pix_automatico", card: null, pix_automatico: { status: "active" } })
    expect(subscription).to.include({ status: "ACTIVE", payment_method: mandate.id })
    expect(await typesOf("payment_method.")).to.deep.equal(["payment_method.attached", "payment_method.updated"])
  })

  it("orders the charge of a cycle five days before its period, and is paid on the day without anybody's doing", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    const end = subscription.current_period_end
    await advance(merchant, { to: end - 5 * DAY - 1 })
    expect(await statusesOf(subscription)).to.deep.equal([])
    await advance(merchant, { seconds: 1 })
    const [cycle] = await cyclesOf(merchant, subscription)
    expect(cycle).to.include({ status: "processing", next_action: null })
    expect(await again(merchant, subscription)).to.include({ status: "ACTIVE", current_period_end: end })
    await advance(merchant, { to: end + 4 * DAY })
    expect(await statusesOf(subscription)).to.deep.equal(["succeeded"])
    const moved = await again(merchant, subscription)
    expect(moved).to.include({ status: "ACTIVE", current_period_start: end })
    await isSound()
  })

  it("is past due when the bank finds no money, and active again when the retry of day 3 is paid", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.paysLate })
    const end = subscription.current_period_end
    await advance(merchant, { to: end + 2 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
    await advance(merchant, { to: end + 8 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect(await statusesOf(subscription)).to.deep.equal(["canceled", "canceled", "succeeded"])
    await isSound()
  })

  it("is unpaid after the retry of day 7, and its mandate is canceled", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant, { amount: PRICES.neverPays })
    await advance(merchant, { to: subscription.current_period_end + 12 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("UNPAID")
    expect(await statusesOf(subscription)).to.deep.equal(["canceled", "canceled", "canceled", "canceled"])
    const ended = await merchant.request("GET", `/v1/payment_methods/${mandate.id}`)
    expect(ended.body).to.deep.include({ customer: null, pix_automatico: { status: "canceled" } })
  })

  it("goes on by codes where the bank has rejected the mandate although the first payment was paid", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant, { amount: PRICES.rejects })
    expect(mandate).to.deep.include({ customer: null, pix_automatico: { status: "rejected" } })
    expect(subscription).to.include({ status: "ACTIVE", payment_method: null })
    await advance(merchant, { to: subscription.current_period_end })
    const [cycle] = await cyclesOf(merchant, subscription)
    expect(cycle).to.deep.include({ status: "requires_action", payment_method_types: ["pix"] })
  })

  it("withdraws what is ordered when it is canceled", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant)
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    const canceled = await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {})
    expect(canceled.body.status).to.equal("CANCELED")
    expect(await statusesOf(subscription)).to.deep.equal(["canceled"])
    await advance(merchant, { seconds: 20 * DAY })
    expect(await statusesOf(subscription)).to.deep.equal(["canceled"])
    const ended = await merchant.request("GET", `/v1/payment_methods/${mandate.id}`)
    expect(ended.body).to.deep.include({ customer: null, pix_automatico: { status: "canceled" } })
    await isSound()
    expect(await timeOf(merchant)).to.be.above(0)
  })

  it("begins a trial by the mandate alone, and charges it five days after the trial's end", async () => {
    const { subscription, intent } = await subscribeByMandate(vintem, merchant, { trialDays: 14, first: 0 })
    expect([intent.status, intent.amount, subscription.status]).to.deep.equal(["succeeded", 0, "TRIALING"])
    await advance(merchant, { to: subscription.trial_end })
    const [cycle] = await cyclesOf(merchant, subscription)
    expect([cycle.status, (await again(merchant, subscription)).status]).to.deep.equal(["processing", "TRIALING"])
    await advance(merchant, { seconds: 10 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect(await statusesOf(subscription)).to.deep.equal(["succeeded"])
    await isSound()
  })
})
