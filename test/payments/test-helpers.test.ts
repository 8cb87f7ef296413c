import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { codeOf, eventsOf, help, newOpenIntent, payWith } from "../support/merchants/rails.ts"

describe("Payments with every method and outcome", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  describe("test helpers", () => {
    it("fail a payment with the given code", async () => {
      for (const code of ["card_declined", "insufficient_funds", "authentication_failed"]) {
        const { id } = await newOpenIntent(vintem)
        const failed = expectStatus(await help(vintem, id, "fail", { code }), 200)
        expect([failed.status, failed.last_payment_error.code]).to.deep.equal(["canceled", code])
        expect(failed.charges.latest).to.match(/^ch_/)
      }
      const { id } = await newOpenIntent(vintem)
      const failed = expectStatus(await help(vintem, id, "fail", { code: "processing_error" }), 200)
      expect(failed).to.deep.include({ charges: { latest: null } })
      expect(failed.last_payment_error.code).to.equal("processing_error")
    })

    it("expire a 3DS challenge with authentication_failed", async () => {
      const { id } = await payWith(vintem, CARDS.threeDs)
      const expired = expectStatus(await help(vintem, id, "expire"), 200)
      expect(expired.last_payment_error.code).to.equal("authentication_failed")
      expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.payment_failed", "payment_intent.canceled"])
    })

    it("make a payment succeed that can then be refunded", async () => {
      const { id } = await newOpenIntent(vintem)
      expectStatus(await help(vintem, id, "succeed"), 200)
      expect(expectStatus(await vintem.request("POST", "/v1/refunds", { payment_intent: id }), 201).status).to.equal("succeeded")
    })

    it("require a secret test key", async () => {
      const live = await newMerchant(vintem, "live")
      expect(await codeOf(live.request("POST", "/v1/test_helpers/payment_intents/pi_x/succeed"))).to.equal("test_mode_only")
      const { key } = await vintem.newKey({ kind: "restricted", scopes: ["payment_intents:write"] })
      expect(await codeOf(vintem.request("POST", "/v1/test_helpers/payment_intents/pi_x/succeed", undefined, { key }))).to.equal(
        "key_not_allowed",
      )
    })
  })
})
