import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { confirm, confirmWith, help } from "../support/merchants/rails.ts"
import {
  again,
  cyclesOf,
  newPayer,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscribeBy,
  subscriptionsOf,
} from "../support/merchants/subscriptions.ts"
import { HOUR, stepsWith } from "./steps.ts"

describe("The charges of a subscription", () => {
  // Time passes only when a test advances it.
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

  const { started, toEnd, statesOf } = stepsWith(() => ({ vintem, merchant }))
  /** Creates an unconfirmed payment for a product. */
  const newPayment = async (product: string, details: object = {}) => {
    const body = { amount: 4990, currency: "brl", customer: await newPayer(merchant), product, ...details }
    return expectStatus(await merchant.request("POST", "/v1/payment_intents", body), 201)
  }

  describe("use", () => {
    it("the product's price and currency instead of the first payment's", async () => {
      const subscription = await started({ amount: 1500, currency: "usd" })
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "succeeded", amount: 1500, currency: "usd" })
    })

    it("the first payment's amount if the product has no price", async () => {
      const product = await newRecurringProduct(vintem, merchant, { amount: null })
      const payment = await newPayment(product, { amount: 777, currency: "eur" })
      await confirmWith(merchant, payment.id, CARDS.approved)
      const [subscription] = await subscriptionsOf(merchant, payment.customer)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "succeeded", amount: 777, currency: "eur" })
    })

    it("the first payment's amount if PIX cannot pay the price's currency", async () => {
      const product = await newRecurringProduct(vintem, merchant, { amount: 1500, currency: "usd" })
      const subscription = await subscribeBy("pix", merchant, product)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "requires_action", amount: 4990, currency: "brl" })
    })

    it("the newest of several prices", async () => {
      const product = await newRecurringProduct(vintem, merchant, { amount: 1500 })
      expectStatus(await merchant.request("POST", `/v1/products/${product}/price`, { amount: 1600, currency: "brl" }), 201)
      const subscription = await subscribe(merchant, product)
      await toEnd(subscription)
      expect((await cyclesOf(merchant, subscription))[0]).to.include({ amount: 1600 })
    })

    it("the payment method of the first payment", async () => {
      const product = await newRecurringProduct(vintem, merchant)
      const payment = await newPayment(product, { payment_method_types: ["card", "pix"] })
      await confirmWith(merchant, payment.id, "pix")
      expectStatus(await help(merchant, payment.id, "succeed"), 200)
      const [subscription] = await subscriptionsOf(merchant, payment.customer)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.next_action?.type, cycle.payment_method_types]).to.deep.equal(["pix_display_qr_code", ["pix"]])
    })

    it("the first allowed payment method if the first payment was never confirmed", async () => {
      const product = await newRecurringProduct(vintem, merchant)
      const payment = await newPayment(product, { payment_method_types: ["pix", "card"] })
      expectStatus(await help(merchant, payment.id, "succeed"), 200)
      const [subscription] = await subscriptionsOf(merchant, payment.customer)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.next_action?.type, cycle.payment_method_types]).to.deep.equal(["pix_display_qr_code", ["pix"]])
    })
  })

  describe("go to", () => {
    it("the card that paid, not an earlier card whose acquirer was unreachable", async () => {
      const product = await newRecurringProduct(vintem, merchant)
      const payment = await newPayment(product)
      const { status } = await confirm(merchant, payment.id, (await newToken(merchant, CARDS.unreachable)).id)
      expect(status).to.equal(503)
      await confirmWith(merchant, payment.id, "5555555555554444")
      const path = `/v1/payment_methods?customer=${payment.customer}`
      const saved = expectStatus(await merchant.request("GET", path), 200).data
      expect(saved.map(({ card }: { card: { last4: string } }) => card.last4)).to.deep.equal(["4444"])
    })

    it("an older card after the newest one is detached", async () => {
      const subscription = await started()
      const refused = await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      expectStatus(await merchant.request("POST", `/v1/payment_methods/${refused}/detach`), 200)
      await toEnd(subscription)
      expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
    })

    it("the card that was newest at first, if the acquirer cannot process the charge for a while", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      await toEnd(subscription).finally(restore)
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription, HOUR)
      expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
      await toEnd(await again(merchant, subscription))
      expect(await statesOf(subscription)).to.deep.equal(["succeeded", "canceled"])
    })
  })
})
