import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { REFUSED_FOR_GOOD, replaceAcquirer, withAcquirer } from "../support/acquirer.ts"
import { type Merchant, newMerchant, until } from "../support/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/payments.ts"
import { confirm, confirmWith, help, perform } from "../support/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  eventsOf,
  newPayer,
  newRecurringProduct,
  type PlanOf,
  saveNewCard,
  subscribe,
  subscribeBy,
  subscriptionsOf,
} from "../support/subscriptions.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const SUCCEEDED = "payment_intent.succeeded"
const FAILED = "payment_intent.payment_failed"
const CANCELED = "payment_intent.canceled"

describe("The charges of a subscription", () => {
  // Time passes only when a test advances it. There is no scheduler: tests call tick().
  const clock = { ms: Date.parse("2027-03-10T12:00:00Z"), now: () => clock.ms }
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
  const toEnd = (subscription: { current_period_end: number }, seconds = 0) =>
    advance(merchant, { to: subscription.current_period_end + seconds })
  const tick = () => perform(vintem, billSubscriptions, merchant.account)
  const pass = (seconds: number) => {
    clock.ms += seconds * 1000
  }
  const cancel = (id: string, body: object = {}) => merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, body)
  const typesOf = async () => (await eventsOf(merchant)).map(({ type }) => type)
  const statesOf = async (subscription: { id: string; customer: string }) =>
    (await cyclesOf(merchant, subscription)).map(({ status }) => status)
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

    it("the card that is newest when the acquirer is available again", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      await toEnd(subscription).finally(restore)
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await tick()
      expect(await statesOf(subscription)).to.deep.equal(["canceled"])
    })
  })

  describe("that fail", () => {
    it("are retried 1, 3, 5 and 7 days after the charge, however long the issuer takes", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      const { restore } = withAcquirer(vintem, merchant, () => {
        pass(20)
        return undefined
      })
      await toEnd(subscription, 30 * DAY).finally(restore)
      const due = subscription.current_period_end
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles.map(({ created }) => created - due)).to.deep.equal([0, DAY, 3 * DAY, 5 * DAY, 7 * DAY])
    })

    it("by expiry are retried 1, 3, 5 and 7 days after they expired", async () => {
      const product = await newRecurringProduct(vintem, merchant)
      const subscription = await subscribeBy("pix", merchant, product)
      await toEnd(subscription, 30 * DAY)
      const over = subscription.current_period_end + DAY
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles.slice(1).map(({ created }) => created - over)).to.deep.equal([DAY, 3 * DAY, 5 * DAY, 7 * DAY])
    })

    it("without a known outcome are retried a day after they were given up", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? { result: "unknown" } : undefined))
      await toEnd(subscription, 2 * DAY).finally(restore)
      const [lost, paid] = await cyclesOf(merchant, subscription)
      expect([lost.status, paid.status, paid.created - lost.created]).to.deep.equal(["canceled", "succeeded", 900 + DAY])
    })

    it("because PIX needs more customer data say which data", async () => {
      const subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
      expectStatus(await merchant.request("POST", `/v1/customers/${subscription.customer}`, { document: null }), 200)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "canceled" })
      expect(cycle.last_payment_error.code).to.equal("processing_error")
      expect(cycle.last_payment_error.message).to.contain("document")
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
    })
  })

  describe("that end a trial", () => {
    const ends: [string, (id: string) => Promise<unknown>, string[]][] = [
      ["canceled by the merchant", (id) => merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), [CANCELED]],
      ["refused", (id) => help(merchant, id, "fail"), [FAILED, CANCELED]],
      ["expired by the test helper", (id) => help(merchant, id, "expire"), [FAILED, CANCELED]],
    ]
    for (const [how, end, expectedEvents] of ends) {
      it(`send each event once when they are ${how}`, async () => {
        const product = await newRecurringProduct(vintem, merchant, { trialDays: 5 })
        const subscription = await subscribeBy("pix", merchant, product)
        await toEnd(subscription)
        const [first] = await cyclesOf(merchant, subscription)
        await end(first.id)
        expect((await again(merchant, subscription)).status).to.equal("INCOMPLETE")
        expect(await typesOf()).to.deep.equal([SUCCEEDED, ...expectedEvents])
      })
    }
  })

  describe("whose card the issuer refuses for good", () => {
    it("do not use that card again, even after another card was refused and detached", async () => {
      const subscription = await started()
      const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? REFUSED_FOR_GOOD : undefined))
      try {
        await toEnd(subscription)
        const other = await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
        await toEnd(subscription, DAY)
        expect(seen.calls).to.equal(2)
        expectStatus(await merchant.request("POST", `/v1/payment_methods/${other}/detach`), 200)
        await toEnd(subscription, 7 * DAY)
      } finally {
        restore()
      }
      expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([2, "UNPAID"])
    })

    it("use that card again after another card has paid", async () => {
      const subscription = await started()
      const other = { result: "refused", charge: null, code: "insufficient_funds", message: "no" } as const
      // The first period: refused for good, then paid by another card. The second period: refused for now, then paid.
      const outcomes = [REFUSED_FOR_GOOD, undefined, other, undefined]
      const { seen, restore } = withAcquirer(vintem, merchant, (call) => outcomes[call - 1])
      try {
        await toEnd(subscription)
        const card = await saveNewCard(merchant, subscription.customer)
        await toEnd(subscription, DAY)
        expectStatus(await merchant.request("POST", `/v1/payment_methods/${card}/detach`), 200)
        await toEnd(await again(merchant, subscription), DAY)
      } finally {
        restore()
      }
      expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([4, "ACTIVE"])
    })

    it("skip the card that was refused, not the card that was tried before an outage", async () => {
      const subscription = await started()
      const { seen, restore } = withAcquirer(vintem, merchant, (call) =>
        call === 1 ? { result: "unavailable" } : REFUSED_FOR_GOOD,
      )
      try {
        await toEnd(subscription)
        await saveNewCard(merchant, subscription.customer)
        await tick()
        await toEnd(subscription, 6 * DAY)
      } finally {
        restore()
      }
      expect(seen.calls).to.equal(2)
    })
  })

  it("are waited for by their own account's test clock, whichever process makes them, and by no other account's", async () => {
    const subscription = await started({ interval: "DAY" })
    const other = await newMerchant(vintem)
    let respond = (): void => {}
    const responded = new Promise<undefined>((resolve) => {
      respond = () => resolve(undefined)
    })
    const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? responded : undefined))
    try {
      const elsewhere = perform(vintem, billSubscriptions, merchant.account, DAY)
      await until(async () => seen.calls === 1)
      const turning = toEnd(subscription, 2 * DAY)
      const began = performance.now()
      await advance(other, { seconds: 10 * DAY })
      expect(performance.now() - began).to.be.lessThan(20_000)
      // Long enough for a clock that does not wait for the charge.
      await pause(100)
      respond()
      await Promise.all([elsewhere, turning])
    } finally {
      respond()
      restore()
    }
    const cycles = await cyclesOf(merchant, subscription)
    expect(cycles.map(({ created }) => created - subscription.created)).to.deep.equal([DAY, 2 * DAY, 3 * DAY])
  })

  describe("that the acquirer cannot process", () => {
    it("are tried once a tick for an hour, then fail", async () => {
      const subscription = await started()
      const { seen, restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      try {
        await toEnd(subscription)
        for (const minutes of [1, 2, 3, 59]) {
          pass(subscription.current_period_end + minutes * 60 - (await nowOf(merchant)))
          await tick()
        }
        expect(seen.calls).to.equal(5)
        expect([await statesOf(subscription), (await again(merchant, subscription)).status]).to.deep.equal([
          ["requires_payment_method"],
          "ACTIVE",
        ])
        pass(60)
        await tick()
        expect([seen.calls, await statesOf(subscription)]).to.deep.equal([6, ["canceled"]])
        await tick()
        expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([6, "PAST_DUE"])
      } finally {
        restore()
      }
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED])
    })

    it("are neither tried nor failed by another worker while one try is running", async () => {
      const subscription = await started()
      let respond = (): void => {}
      const responded = new Promise<undefined>((resolve) => {
        respond = () => resolve(undefined)
      })
      const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? { result: "unavailable" } : responded))
      try {
        await toEnd(subscription)
        const charging = tick()
        await until(async () => seen.calls === 2)
        await tick()
        expect(await statesOf(subscription)).to.deep.equal(["requires_payment_method"])
        respond()
        await charging
      } finally {
        respond()
        restore()
      }
      expect([seen.calls, await statesOf(subscription)]).to.deep.equal([2, ["succeeded"]])
    })

    it("wait while the account has no acquirer", async () => {
      const subscription = await started()
      const { restore } = replaceAcquirer(vintem, merchant, () => undefined)
      await toEnd(subscription).finally(restore)
      expect(await statesOf(subscription)).to.deep.equal(["requires_payment_method"])
      pass(1800)
      await tick()
      expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
    })

    it("fail if the account has no acquirer for an hour", async () => {
      const subscription = await started()
      const { restore } = replaceAcquirer(vintem, merchant, () => undefined)
      await toEnd(subscription, 3600).finally(restore)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
    })

    it("are still tried if a cancellation is scheduled within the hour", async () => {
      const subscription = await started()
      const cancel_at = subscription.current_period_end + 1800
      expectStatus(await cancel(subscription.id, { cancel_at }), 200)
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      await toEnd(subscription).finally(restore)
      await tick()
      expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
    })

    it("end when the scheduled cancellation comes, and are not tried again", async () => {
      const subscription = await started()
      const cancel_at = subscription.current_period_end + 1800
      expectStatus(await cancel(subscription.id, { cancel_at }), 200)
      const { seen, restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      try {
        await toEnd(subscription, 1800)
        await tick()
      } finally {
        restore()
      }
      expect([seen.calls, await statesOf(subscription)]).to.deep.equal([1, ["canceled"]])
      expect(await again(merchant, subscription)).to.include({ status: "CANCELED", canceled_at: cancel_at })
      await tick()
      expect(await typesOf()).to.deep.equal([SUCCEEDED, CANCELED])
    })

    it("end when the subscription is canceled immediately, with the reason in the payment intent", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      await toEnd(subscription).finally(restore)
      expectStatus(await cancel(subscription.id), 200)
      await tick()
      await toEnd(subscription, 30 * DAY)
      const [cycle, ...more] = await cyclesOf(merchant, subscription)
      expect(cycle).to.include({ status: "canceled", cancellation_reason: "The subscription was canceled." })
      expect(more).to.deep.equal([])
    })
  })
})

async function nowOf(merchant: Merchant): Promise<number> {
  return expectStatus(await merchant.request("GET", "/v1/test_helpers/clock"), 200).now
}
