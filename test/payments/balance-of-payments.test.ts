import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, help, payWith } from "../support/merchants/rails.ts"

describe("Payments with every method and outcome", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  describe("the balance", () => {
    it("is empty at first, then lists each currency that ever had a payment", async () => {
      const merchant = await newMerchant(vintem)
      const balance = async () => expectStatus(await merchant.request("GET", "/v1/balance"), 200)
      expect(await balance()).to.deep.equal({ object: "balance", livemode: false, available: [], pending: [] })
      await payWith(merchant, CARDS.declined)
      expect((await balance()).available).to.deep.equal([])
      const card = { payment_method_types: ["card"] }
      await payWith(merchant, CARDS.approved, { ...card, currency: "usd", amount: 700 })
      await payWith(merchant, CARDS.approved, { amount: 300 })
      const refunded = await payWith(merchant, CARDS.approved, { ...card, currency: "eur", amount: 500 })
      expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: refunded.id }), 201)
      expect((await balance()).available).to.deep.equal([
        { amount: 300, currency: "brl" },
        { amount: 0, currency: "eur" },
        { amount: 700, currency: "usd" },
      ])
      expect((await balance()).pending.map(({ amount }: Json) => amount)).to.deep.equal([0, 0, 0])
    })

    it("keeps a currency whose only payment failed after processing", async () => {
      const merchant = await newMerchant(vintem)
      const { mockFaults } = vintem.server.modes.test.config
      // The sale never reached the acquirer, so no tick can make it succeed.
      mockFaults.authorize = "timeout_before"
      const { id, status } = await payWith(merchant, CARDS.approved, { payment_method_types: ["card"], currency: "usd" }).finally(
        () => delete mockFaults.authorize,
      )
      expect(status).to.equal("processing")
      expect(await balanceIn(merchant, "usd")).to.deep.equal({ available: 0, pending: 4990 })
      expect(expectStatus(await help(merchant, id, "fail"), 200).status).to.equal("canceled")
      expect(await balanceIn(merchant, "usd")).to.deep.equal({ available: 0, pending: 0 })
    })
  })
})
