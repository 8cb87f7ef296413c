import { expect } from "chai"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { advance, again, cyclesOf, DAY, saveNewCard, timeOf } from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

describe("A subscription", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started, cancel, toEnd } = stepsWith(() => ({ vintem, merchant }))

  describe("is canceled", () => {
    it("immediately, and never charged again", async () => {
      const subscription = await started()
      const canceled = expectStatus(await cancel(subscription.id, { reason: "too expensive" }), 200)
      expect(canceled).to.include({ status: "CANCELED", cancellation_reason: "too expensive", cancel_at: null })
      expect(canceled.canceled_at).to.be.a("number")
      await advance(merchant, { seconds: 100 * DAY })
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
    })

    it("only once", async () => {
      const subscription = await started()
      expectStatus(await cancel(subscription.id), 200)
      const { status, body } = await cancel(subscription.id)
      expect([status, body.error.code]).to.deep.equal([400, "subscription_canceled"])
    })

    it("at the end of its period, before the renewal that is due at that moment", async () => {
      const subscription = await started()
      expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
      await toEnd(subscription, 60)
      const canceled = await again(merchant, subscription)
      expect(canceled).to.include({ status: "CANCELED", cancel_at_period_end: true, cancel_at: null })
      expect(canceled.canceled_at).to.be.within(subscription.current_period_end, subscription.current_period_end + 2)
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
    })

    it("at the end of its trial", async () => {
      const subscription = await started({ trialDays: 7 })
      expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
      await toEnd(subscription, DAY)
      expect((await again(merchant, subscription)).status).to.equal("CANCELED")
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
    })

    it("at a given time, even at the moment of a renewal", async () => {
      const subscription = await started()
      const cancel_at = subscription.current_period_end
      expect(expectStatus(await cancel(subscription.id, { cancel_at }), 200)).to.include({ status: "ACTIVE", cancel_at })
      await advance(merchant, { to: cancel_at + 60 })
      expect((await again(merchant, subscription)).status).to.equal("CANCELED")
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
    })

    it("at a given time in the third period, after two renewals", async () => {
      const subscription = await started()
      expectStatus(await cancel(subscription.id, { cancel_at: subscription.created + 70 * DAY }), 200)
      await advance(merchant, { seconds: 365 * DAY })
      expect((await again(merchant, subscription)).status).to.equal("CANCELED")
      expect(await cyclesOf(merchant, subscription)).to.have.length(2)
    })

    it("as the last request says", async () => {
      const subscription = await started()
      expectStatus(await cancel(subscription.id, { cancel_at: subscription.created + 5 * DAY, reason: "first" }), 200)
      const planned = expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
      expect(planned).to.include({ cancel_at: null, cancel_at_period_end: true, cancellation_reason: null })
      await advance(merchant, { to: subscription.created + 6 * DAY })
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
      const atOnce = expectStatus(await cancel(subscription.id), 200)
      expect(atOnce).to.include({ status: "CANCELED", cancel_at_period_end: false })
    })

    it("as if cancel_at_period_end were absent when it is false", async () => {
      const subscription = await started()
      expect(expectStatus(await cancel(subscription.id, { cancel_at_period_end: false }), 200).status).to.equal("CANCELED")
      const other = await started()
      const cancel_at = other.created + 5 * DAY
      expect(expectStatus(await cancel(other.id, { cancel_at_period_end: false, cancel_at }), 200)).to.include({ cancel_at })
    })

    it("neither at a time in the past, nor with both parameters, nor by another account", async () => {
      const subscription = await started()
      const now = await timeOf(merchant)
      const past = await cancel(subscription.id, { cancel_at: now - 10 })
      expect([past.status, past.body.error.code, past.body.error.param]).to.deep.equal([400, "parameter_invalid", "cancel_at"])
      const both = await cancel(subscription.id, { cancel_at: now + DAY, cancel_at_period_end: true })
      expect([both.status, both.body.error.code]).to.deep.equal([400, "parameter_invalid"])
      const { key } = await newMerchant(vintem)
      const path = `/v1/customer_subscriptions/${subscription.id}/cancel`
      const foreign = await merchant.request("POST", path, {}, { key })
      expect([foreign.status, foreign.body.error.code]).to.deep.equal([404, "customer_subscription_not_found"])
    })

    it("while it is PAST_DUE, and never charged again", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription)
      expectStatus(await cancel(subscription.id), 200)
      await saveNewCard(merchant, subscription.customer)
      await toEnd(subscription, 30 * DAY)
      expect(await cyclesOf(merchant, subscription)).to.have.length(1)
    })
  })
})
