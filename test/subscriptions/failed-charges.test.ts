import { expect } from "chai"
import { listCharges } from "../../src/billing/subscriptions/store.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { REFUSED_FOR_GOOD, withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { help } from "../support/merchants/rails.ts"
import { again, cyclesOf, DAY, newRecurringProduct, saveNewCard, subscribeBy } from "../support/merchants/subscriptions.ts"
import { CANCELED, FAILED, HOUR, SUCCEEDED, stepsWith } from "./steps.ts"

describe("The charges of a subscription", () => {
  // Time passes only when a test advances it.
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

  const { started, toEnd, typesOf } = stepsWith(() => ({ vintem, merchant }))
  const pass = (seconds: number) => {
    clock.ms += seconds * 1000
  }

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

    it("leave the charges of all other subscriptions as they are", async () => {
      const [refused, paid] = [await started(), await started()]
      await saveNewCard(merchant, refused.customer, CARDS.declinedWhenCharged)
      await toEnd(refused, HOUR)
      const { database } = vintem.server.modes.test
      const failedOf = async (subscription: { id: string }) =>
        (await listCharges(database, { account: merchant.account, id: subscription.id }, 0, 9)).map(({ failed }) => failed)
      expect(await failedOf(refused)).to.deep.equal([true])
      expect(await failedOf(paid)).to.deep.equal([false])
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

    it("do not use that card again, even after another card has paid and was detached", async () => {
      const subscription = await started()
      const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? REFUSED_FOR_GOOD : undefined))
      try {
        await toEnd(subscription)
        const card = await saveNewCard(merchant, subscription.customer)
        await toEnd(subscription, DAY)
        expectStatus(await merchant.request("POST", `/v1/payment_methods/${card}/detach`), 200)
        await toEnd(await again(merchant, subscription), DAY)
      } finally {
        restore()
      }
      expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([2, "PAST_DUE"])
    })

    it("skip the card that was refused, not the card that was saved while the acquirer could not process the charge", async () => {
      const subscription = await started()
      const { seen, restore } = withAcquirer(vintem, merchant, (call) =>
        call === 1 ? { result: "unavailable" } : call === 2 ? REFUSED_FOR_GOOD : undefined,
      )
      try {
        await toEnd(subscription)
        await saveNewCard(merchant, subscription.customer)
        await toEnd(subscription, HOUR)
        // The charge keeps the card that it began with.
        expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([2, "PAST_DUE"])
        await toEnd(subscription, DAY + HOUR)
      } finally {
        restore()
      }
      expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([3, "ACTIVE"])
    })
  })
})
