import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newPayer,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscriptionsOf,
} from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

describe("A subscription", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started, toEnd } = stepsWith(() => ({ vintem, merchant }))

  describe("starts", () => {
    it("ACTIVE when the first payment succeeds, with a period from that moment", async () => {
      const subscription = await started({ interval: "WEEK", count: 2 })
      expect(subscription).to.include({ status: "ACTIVE", trial_start: null, trial_end: null, cancel_at_period_end: false })
      expect(subscription.current_period_end - subscription.current_period_start).to.equal(14 * DAY)
      const [intent] = expectStatus(
        await merchant.request("GET", `/v1/payment_intents?customer=${subscription.customer}`),
        200,
      ).data
      expect(subscription.latest_payment_intent).to.equal(intent.id)
      expect(intent.subscription).to.equal(null)
    })

    it("TRIALING if the plan has a trial, and charges nothing until it ends", async () => {
      const subscription = await started({ trialDays: 7 })
      expect(subscription.status).to.equal("TRIALING")
      expect(subscription.trial_start).to.equal(subscription.created)
      expect(subscription.trial_end).to.equal(subscription.created + 7 * DAY)
      await advance(merchant, { to: subscription.trial_end - 5 })
      expect(await cyclesOf(merchant, subscription)).to.have.length(0)
      await advance(merchant, { to: subscription.trial_end })
      const active = await again(merchant, subscription)
      expect(active).to.include({ status: "ACTIVE", current_period_start: subscription.trial_end })
      const [first] = await cyclesOf(merchant, subscription)
      expect(first).to.include({ status: "succeeded", id: active.latest_payment_intent })
    })

    it("neither with a refused payment nor for a product without a plan", async () => {
      const product = await newRecurringProduct(vintem, merchant)
      expect(await subscribe(merchant, product, { card: CARDS.declined })).to.equal(undefined)
      const plain = expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro" }), 201).id
      expect(await subscribe(merchant, plain)).to.equal(undefined)
    })

    it("once, and renewals start no other", async () => {
      const subscription = await started()
      await advance(merchant, { seconds: 200 * DAY })
      expect(await subscriptionsOf(merchant, subscription.customer)).to.have.length(1)
    })

    it("with a copy of the price, and later changes of price or product do not reach it", async () => {
      const product = await newRecurringProduct(vintem, merchant, { amount: 1500 })
      const subscription = await subscribe(merchant, product)
      expectStatus(await merchant.request("POST", `/v1/products/${product}/price`, { amount: 9900, currency: "brl" }), 201)
      expectStatus(await merchant.request("POST", `/v1/products/${product}`, { status: "INACTIVE" }), 200)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "succeeded", amount: 1500, product, subscription: subscription.id })
    })

    it("and saves the card that paid", async () => {
      const subscription = await started()
      const path = `/v1/payment_methods?customer=${subscription.customer}`
      const [method] = expectStatus(await merchant.request("GET", path), 200).data
      expect(method.card.last4).to.equal("4242")
      expectStatus(await merchant.request("POST", `/v1/payment_methods/${method.id}/detach`), 200)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "payment_method_not_found"])
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
    })
  })

  it("charges the customer's newest card", async () => {
    const subscription = await started()
    const method = await saveNewCard(merchant, subscription.customer, "5555555555554444")
    expect(method).to.match(/^pm_/)
    await saveNewCard(merchant, await newPayer(merchant), CARDS.declinedWhenCharged)
    await toEnd(subscription)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })

  it("can start with a saved card", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const customer = await newPayer(merchant)
    const token = await newToken(merchant)
    const method = expectStatus(await merchant.request("POST", "/v1/payment_methods", { token: token.id, customer }), 201)
    const intent = expectStatus(
      await merchant.request("POST", "/v1/payment_intents", { amount: 4990, currency: "brl", customer, product }),
      201,
    )
    const path = `/v1/payment_intents/${intent.id}/confirm`
    expectStatus(await merchant.request("POST", path, { payment_method: method.id }), 200)
    const [subscription] = await subscriptionsOf(merchant, customer)
    await toEnd(subscription)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect(expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data).to.have.length(1)
  })
})
