import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { advance, again, cyclesOf, DAY, saveNewCard } from "../support/merchants/subscriptions.ts"
import { CANCELED, FAILED, HOUR, SUCCEEDED, stepsWith } from "./steps.ts"

/** A scheduler that runs beside the clock may make a charge some seconds late. Its retries are then late too. */
const MINUTE = 60

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

  const { started, cancel, toEnd, typesOf } = stepsWith(() => ({ vintem, merchant }))

  describe("whose charge fails", () => {
    it("is PAST_DUE, charged again after 1, 3, 5 and 7 days, then UNPAID and never charged again", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      const due = subscription.current_period_end
      await advance(merchant, { to: due })
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
      await advance(merchant, { to: due + 7 * DAY - HOUR })
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
      await advance(merchant, { to: due + 300 * DAY })
      const unpaid = await again(merchant, subscription)
      expect(unpaid.status).to.equal("UNPAID")
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles.map(({ created }) => Math.round((created - due) / DAY))).to.deep.equal([0, 1, 3, 5, 7])
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, FAILED, FAILED, FAILED, FAILED])
      // UNPAID can only be canceled.
      await saveNewCard(merchant, subscription.customer)
      await advance(merchant, { seconds: 60 * DAY })
      expect((await again(merchant, subscription)).status).to.equal("UNPAID")
      expect(expectStatus(await cancel(subscription.id), 200).status).to.equal("CANCELED")
    })

    it("is ACTIVE again after a retry with a new card", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription)
      await saveNewCard(merchant, subscription.customer)
      await toEnd(subscription, DAY + MINUTE)
      const healed = await again(merchant, subscription)
      expect(healed).to.include({ status: "ACTIVE", current_period_start: subscription.current_period_end })
    })

    it("opens no new period until it recovers, then charges overdue periods at once, in order", async () => {
      const subscription = await started({ interval: "DAY" })
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      const due = subscription.current_period_end
      await advance(merchant, { to: due + 4 * DAY })
      expect((await again(merchant, subscription)).current_period_end).to.equal(due + DAY)
      await saveNewCard(merchant, subscription.customer)
      await advance(merchant, { to: due + 5 * DAY + MINUTE })
      const recovered = await again(merchant, subscription)
      expect(recovered).to.include({ status: "ACTIVE", current_period_end: due + 6 * DAY })
      const paid = (await cyclesOf(merchant, subscription)).filter(({ status }) => status === "succeeded")
      expect(paid.map(({ created }) => Math.round((created - due) / DAY))).to.deep.equal([5, 5, 5, 5, 5, 5])
    })

    it("at the end of its trial is INCOMPLETE, sends both events for the first charge only, and ends UNPAID", async () => {
      const subscription = await started({ trialDays: 3 })
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription)
      expect((await again(merchant, subscription)).status).to.equal("INCOMPLETE")
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, CANCELED])
      await toEnd(subscription, 3 * DAY + MINUTE)
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, CANCELED, FAILED, FAILED])
      await toEnd(subscription, 8 * DAY + MINUTE)
      expect((await again(merchant, subscription)).status).to.equal("UNPAID")
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED, CANCELED, FAILED, FAILED, FAILED, FAILED])
    })

    it("at the end of its trial becomes ACTIVE when a retry succeeds", async () => {
      const subscription = await started({ trialDays: 3 })
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      await toEnd(subscription)
      await saveNewCard(merchant, subscription.customer)
      await toEnd(subscription, DAY + MINUTE)
      expect(await again(merchant, subscription)).to.include({
        status: "ACTIVE",
        current_period_start: subscription.trial_end,
      })
    })

    it("because its card needs 3DS reports authentication_failed", async () => {
      const subscription = await started()
      await saveNewCard(merchant, subscription.customer, CARDS.threeDs)
      await toEnd(subscription)
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
    })
  })
})
