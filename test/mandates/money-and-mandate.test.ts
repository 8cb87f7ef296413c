import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { clearFaults, mockChargesOf } from "../payments/unknown-outcomes.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { help, newPayer, retrieve } from "../support/merchants/rails.ts"
import { advance, again, cyclesOf, DAY, saveNewCard, subscriptionsOf } from "../support/merchants/subscriptions.ts"
import { beginByMandate, mandateOf, PRICES, subscribeByMandate } from "./mandates.ts"

const atTheBank = statement<{ status: string }, "account">((k, p) =>
  k("mock_mandates").where({ account: p.account }).select("status"),
)

describe("A mandate and the money by it", () => {
  let vintem: Running
  let merchant: Merchant
  let faults: Faults
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
    faults = vintem.server.modes.test.config.mockFaults
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => clearFaults(faults))
  after(() => vintem.close())

  const bank = async () =>
    (await vintem.server.modes.test.database.all(atTheBank, { account: merchant.account })).map(({ status }) => status)
  const isSound = async () => expect(await checkLedger(vintem.server.modes.test.database, merchant.account)).to.deep.equal([])
  const typesOf = async (subscription: Json) =>
    (await cyclesOf(merchant, subscription)).map(({ status, payment_method_types: [type] }) => `${type} ${status}`)
  const codeOf = async (method: "POST", path: string, body: object) => {
    const answer = await merchant.request(method, path, body)
    return `${answer.status} ${answer.body.error?.code} ${answer.body.error?.param}`
  }

  it("ends at the bank with the payment that was to found it, also if the bank does not answer for hours", async () => {
    const { intent } = await beginByMandate(vintem, merchant)
    faults.cancel_mandate = "timeout_before"
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${intent.id}/cancel`, {}), 200)
    await advance(merchant, { seconds: 6 * 3600 })
    expect(await bank()).to.deep.equal(["pending"])
    clearFaults(faults)
    await advance(merchant, { seconds: 6 * 3600 })
    expect(await bank()).to.deep.equal(["canceled"])
    expect((await mandateOf(merchant, intent)).pix_automatico).to.deep.equal({ status: "canceled" })
  })

  it("ends at the bank when the code expires", async () => {
    const { intent } = await beginByMandate(vintem, merchant)
    await advance(merchant, { seconds: 2 * DAY })
    expect((await retrieve(merchant, intent.id)).status).to.equal("canceled")
    expect(await bank()).to.deep.equal(["canceled"])
  })

  it("is a trial's for 24 hours, and then expires with its payment", async () => {
    const { intent, customer } = await beginByMandate(vintem, merchant, { trialDays: 14, first: 0 })
    await advance(merchant, { seconds: DAY - 60 })
    expect((await retrieve(merchant, intent.id)).status).to.equal("requires_action")
    await advance(merchant, { seconds: 180 })
    expect((await retrieve(merchant, intent.id)).status).to.equal("canceled")
    expect(await subscriptionsOf(merchant, customer)).to.deep.equal([])
    await advance(merchant, { seconds: 120 })
    expect(await bank()).to.deep.equal(["canceled"])
  })

  it("begins a trial in the last minute", async () => {
    const { intent, customer } = await beginByMandate(vintem, merchant, { trialDays: 14, first: 0 })
    await advance(merchant, { seconds: DAY - 30 })
    expectStatus(await help(merchant, intent.id, "succeed"), 200)
    const [subscription] = await subscriptionsOf(merchant, customer)
    expect(subscription.status).to.equal("TRIALING")
    await advance(merchant, { seconds: DAY })
    expect(await bank()).to.deep.equal(["active"])
  })

  it("leaves a trial INCOMPLETE whose first charge finds no money, until the retry of day 3 is paid", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant, { trialDays: 14, first: 0, amount: PRICES.paysLate })
    await advance(merchant, { to: subscription.trial_end + 4 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("TRIALING")
    while ((await typesOf(subscription))[0] === "pix_automatico processing") await advance(merchant, { seconds: DAY / 4 })
    expect((await again(merchant, subscription)).status).to.equal("INCOMPLETE")
    await advance(merchant, { to: subscription.trial_end + 15 * DAY })
    const types = await typesOf(subscription)
    expect(types.at(-1)).to.equal("pix_automatico succeeded")
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    await isSound()
  })

  it("is for its subscription alone: no payment, no other subscription and no other customer takes it", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant)
    const other = await newPayer(merchant)
    for (const [customer, answer] of [
      [subscription.customer, "400 parameter_invalid payment_method"],
      [other.id, "404 payment_method_not_found payment_method"],
    ]) {
      const details = { amount: 1000, currency: "brl", customer, payment_method_types: ["pix", "card"] }
      const { id } = expectStatus(await merchant.request("POST", "/v1/payment_intents", details), 201)
      expect(await codeOf("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: mandate.id })).to.equal(answer)
    }
    const path = `/v1/customer_subscriptions/${subscription.id}`
    expect(await codeOf("POST", path, { payment_method: mandate.id })).to.equal("400 parameter_invalid payment_method")
  })

  it("is charged no more once a card is chosen between two retries", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.neverPays })
    await advance(merchant, { to: subscription.current_period_end + 5 * DAY })
    const card = await saveNewCard(merchant, subscription.customer)
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}`, { payment_method: card }), 200)
    await advance(merchant, { to: subscription.current_period_end + 12 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect((await typesOf(subscription)).filter((type) => type.endsWith("succeeded"))).to.deep.equal(["card succeeded"])
    await isSound()
  })

  it("is followed by a code when the merchant detaches it", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant)
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${mandate.id}/detach`, {}), 200)
    await advance(merchant, { to: subscription.current_period_end + 60 })
    expect(await bank()).to.deep.equal(["canceled"])
    expect(await typesOf(subscription)).to.deep.equal(["pix requires_action"])
  })

  it("has cycles that are refunded as any PIX", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant)
    await advance(merchant, { to: subscription.current_period_end + 4 * DAY })
    const [cycle] = await cyclesOf(merchant, subscription)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: cycle.id }), 201)
    await advance(merchant, { seconds: DAY })
    const charges = await mockChargesOf(vintem, merchant.account)
    expect(charges.map(({ refunded }) => refunded)).to.deep.equal([0, PRICES.pays])
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    await isSound()
  })
})
