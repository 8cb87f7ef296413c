import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { REFUSED_FOR_GOOD, withAcquirer } from "../support/banks/acquirer.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { again, cyclesOf, DAY, saveNewCard } from "../support/merchants/subscriptions.ts"
import { FAILED, HOUR, SUCCEEDED, stepsWith } from "./steps.ts"

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

  const { started, toEnd, typesOf } = stepsWith(() => ({ vintem, merchant }))

  describe("whose acquirer", () => {
    it("is unavailable for less than an hour is charged later with the same payment intent", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, (call) => (call <= 2 ? { result: "unavailable" } : undefined))
      try {
        await toEnd(subscription)
        expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
        await toEnd(subscription, 60)
      } finally {
        restore()
      }
      expect(await cyclesOf(merchant, subscription)).to.have.length(1)
      expect(await typesOf()).to.deep.equal([SUCCEEDED, SUCCEEDED])
      await toEnd(await again(merchant, subscription))
      expect((await cyclesOf(merchant, subscription)).map(({ status }) => status)).to.deep.equal(["succeeded", "succeeded"])
    })

    it("is unavailable for an hour is PAST_DUE", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
      try {
        await toEnd(subscription, HOUR - 60)
        expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
        await toEnd(subscription, HOUR + 60)
      } finally {
        restore()
      }
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
      expect(await typesOf()).to.deep.equal([SUCCEEDED, FAILED])
      await toEnd(subscription, HOUR + DAY + 60)
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    })

    it("loses the response is charged once, as a poll finds the sale", async () => {
      const subscription = await started({ amount: 7313 })
      const { restore, seen } = withAcquirer(vintem, merchant, () => "lost")
      try {
        await toEnd(subscription, HOUR)
      } finally {
        restore()
      }
      expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([1, "ACTIVE"])
      expect((await cyclesOf(merchant, subscription)).map(({ status }) => status)).to.deep.equal(["succeeded"])
      expect(await mockCharges(vintem, 7313)).to.have.length(1)
    })

    it("finds no sale for 15 minutes is PAST_DUE", async () => {
      const subscription = await started()
      const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unknown" }))
      try {
        await toEnd(subscription, 10 * 60)
        expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
        await toEnd(subscription, HOUR)
      } finally {
        restore()
      }
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
      await toEnd(subscription, 2 * DAY + MINUTE)
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    })

    it("refuses the card for good is charged again only with another card", async () => {
      const subscription = await started()
      const { restore, seen } = withAcquirer(vintem, merchant, (call) => (call === 1 ? REFUSED_FOR_GOOD : undefined))
      try {
        await toEnd(subscription, 4 * DAY + MINUTE)
        expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([1, "PAST_DUE"])
        await saveNewCard(merchant, subscription.customer)
        await toEnd(subscription, 5 * DAY + MINUTE)
      } finally {
        restore()
      }
      expect(await again(merchant, subscription)).to.include({ status: "ACTIVE" })
      expect(await cyclesOf(merchant, subscription)).to.have.length(2)
    })

    it("refuses the card for good is UNPAID after seven days", async () => {
      const subscription = await started()
      const { restore, seen } = withAcquirer(vintem, merchant, () => REFUSED_FOR_GOOD)
      try {
        await toEnd(subscription, 7 * DAY - HOUR)
        expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
        await toEnd(subscription, 7 * DAY + MINUTE)
      } finally {
        restore()
      }
      expect([seen.calls, (await again(merchant, subscription)).status]).to.deep.equal([1, "UNPAID"])
    })
  })
})
