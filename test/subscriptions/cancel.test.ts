import { expect } from "chai"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { perform } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  outcomesOf,
  type PlanOf,
  saveNewCard,
  subscribe,
  subscribeBy,
  timeOf,
} from "../support/merchants/subscriptions.ts"

const payAtTheBank = statement<void>((k, p) => k("mock_charges").where({ id: p.id }).update({ notice: "paid", notice_at: p.at }))

describe("The time at which a subscription is canceled", () => {
  // Only the test clock moves, so that two things can be due at the same moment.
  const clock = { now: () => Date.parse("2027-03-10T12:00:00Z") }
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const started = async (plan: PlanOf = {}) => subscribe(merchant, await newRecurringProduct(vintem, merchant, plan))
  const cancel = (id: string, body: object = {}) => merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, body)
  const tick = () => perform(vintem, billSubscriptions, merchant.account)
  const typesOf = async () => (await outcomesOf(merchant)).map(({ type }) => type)

  it("can be now, but not in the past", async () => {
    const subscription = await started()
    const now = await timeOf(merchant)
    const past = await cancel(subscription.id, { cancel_at: now - 1 })
    expect([past.status, past.body.error.code]).to.deep.equal([400, "parameter_invalid"])
    expect(expectStatus(await cancel(subscription.id, { cancel_at: now }), 200)).to.include({ status: "ACTIVE", cancel_at: now })
    await tick()
    expect(await again(merchant, subscription)).to.include({ status: "CANCELED", canceled_at: now, cancel_at: now })
  })

  it("is now for an immediate cancellation, which replaces a scheduled one", async () => {
    const subscription = await started()
    const cancel_at = subscription.created + 5 * DAY
    expectStatus(await cancel(subscription.id, { cancel_at, reason: "moving" }), 200)
    await advance(merchant, { seconds: DAY })
    expectStatus(await cancel(subscription.id), 200)
    expect(await again(merchant, subscription)).to.include({
      status: "CANCELED",
      canceled_at: subscription.created + DAY,
      cancel_at: null,
      cancel_at_period_end: false,
      cancellation_reason: null,
    })
  })

  it("cannot be scheduled after the cancellation", async () => {
    const subscription = await started()
    const canceled = expectStatus(await cancel(subscription.id), 200)
    for (const body of [{ cancel_at_period_end: true }, { cancel_at: subscription.created + DAY }]) {
      const { status, body: response } = await cancel(subscription.id, body)
      expect([status, response.error.code]).to.deep.equal([400, "subscription_canceled"])
    }
    expect(await again(merchant, subscription)).to.deep.equal(canceled)
  })

  it("comes before a retry that is due at that moment", async () => {
    const subscription = await started({ interval: "DAY" })
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: subscription.current_period_end })
    const pastDue = await again(merchant, subscription)
    expect(pastDue.status).to.equal("PAST_DUE")
    expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
    await advance(merchant, { to: pastDue.current_period_end + 10 * DAY })
    const canceled = await again(merchant, subscription)
    expect(canceled).to.include({ status: "CANCELED", canceled_at: pastDue.current_period_end })
    expect(await cyclesOf(merchant, subscription)).to.have.length(1)
  })

  it("is the next tick if the period is already over, as for an UNPAID subscription", async () => {
    const subscription = await started({ interval: "DAY" })
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: subscription.current_period_end + 10 * DAY })
    expect(expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200).status).to.equal("UNPAID")
    await tick()
    expect((await again(merchant, subscription)).status).to.equal("CANCELED")
  })

  it("comes after the expiry of a PIX that is due at that moment", async () => {
    const product = await newRecurringProduct(vintem, merchant, { interval: "DAY" })
    const subscription = await subscribeBy("pix", merchant, product)
    await advance(merchant, { to: subscription.current_period_end })
    const waiting = await again(merchant, subscription)
    const [cycle] = await cyclesOf(merchant, subscription)
    expect(cycle.next_action.expires_at).to.equal(waiting.current_period_end)
    expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
    await advance(merchant, { to: waiting.current_period_end })
    expect(await again(merchant, subscription)).to.include({ status: "CANCELED", canceled_at: waiting.current_period_end })
    const [ended, ...more] = await cyclesOf(merchant, subscription)
    expect([ended.last_payment_error.code, more]).to.deep.equal(["payment_intent_expired", []])
    expect(await typesOf()).to.deep.equal([
      "payment_intent.succeeded",
      "payment_intent.payment_failed",
      "payment_intent.canceled",
    ])
  })

  it("comes after a payment that arrives at that moment", async () => {
    const product = await newRecurringProduct(vintem, merchant, { interval: "DAY" })
    const subscription = await subscribeBy("pix", merchant, product)
    await advance(merchant, { to: subscription.current_period_end })
    const [cycle] = await cyclesOf(merchant, subscription)
    const at = cycle.next_action.expires_at
    expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
    await vintem.server.modes.test.database.transaction((tx) => tx.run(payAtTheBank, { id: cycle.charges.latest, at }))
    await advance(merchant, { to: at })
    expect((await cyclesOf(merchant, subscription)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    expect((await again(merchant, subscription)).status).to.equal("CANCELED")
    expect(await typesOf()).to.deep.equal(["payment_intent.succeeded", "payment_intent.succeeded"])
  })
})
