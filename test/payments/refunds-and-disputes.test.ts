import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { balanceIn, codeOf, newOpenIntent, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"

describe("Payments with every method and outcome", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  describe("refunds", () => {
    it("return all or part of the money", async () => {
      const merchant = await newMerchant(vintem)
      const whole = await payWith(merchant)
      const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: whole.id }), 201)
      expect(refund).to.deep.include({
        amount: 4990,
        currency: "brl",
        reason: null,
        status: "succeeded",
        payment_intent: whole.id,
      })
      expect(expectStatus(await merchant.request("GET", `/v1/refunds/${refund.id}`), 200)).to.deep.equal(refund)
      const part = await payWith(merchant)
      const body = { payment_intent: part.id, amount: 1, reason: "duplicate" }
      expectStatus(await merchant.request("POST", "/v1/refunds", body), 201)
      expect(await balanceIn(merchant)).to.deep.equal({ available: 4989, pending: 0 })
      expect((await retrieve(merchant, part.id)).status).to.equal("succeeded")
    })

    it("are checked in this order: state, what is left, amount", async () => {
      const over = { amount: 99_999 }
      const refund = (payment_intent: string) => codeOf(vintem.request("POST", "/v1/refunds", { payment_intent, ...over }))
      expect(await refund("pi_none")).to.equal("payment_intent_not_found")
      expect(await refund((await newOpenIntent(vintem)).id)).to.equal("payment_intent_unexpected_state")
      expect(await refund((await payWith(vintem, CARDS.declined)).id)).to.equal("payment_intent_unexpected_state")
      const { id } = await payWith(vintem)
      expect(await refund(id)).to.equal("parameter_invalid")
      expectStatus(await vintem.request("POST", "/v1/refunds", { payment_intent: id, amount: 1 }), 201)
      expect(await refund(id)).to.equal("parameter_invalid")
      expectStatus(await vintem.request("POST", "/v1/refunds", { payment_intent: id }), 201)
      expect(await refund(id)).to.equal("payment_intent_already_refunded")
    })

    it("are made once for an idempotency key", async () => {
      const { id } = await payWith(vintem)
      const idempotencyKey = newIdempotencyKey()
      const refund = () => vintem.request("POST", "/v1/refunds", { payment_intent: id }, { idempotencyKey })
      const first = await refund()
      const second = await refund()
      expect(second.body).to.deep.equal(first.body)
      expect(second.headers["idempotent-replayed"]).to.equal("true")
      expect(await refundsOf(vintem, id)).to.have.lengthOf(1)
    })
  })

  describe("vintem disputes open", () => {
    it("opens one dispute on a payment that succeeded", async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await payWith(merchant)
      const { json, status } = await vintem.cli("disputes", "open", id, "--json")
      expect(status).to.equal(0)
      const [refund] = await refundsOf(merchant, id)
      expect(json).to.deep.include({ object: "dispute", payment_intent: id, amount: 4990, refund: refund!.id, livemode: false })
      expect(refund).to.deep.include({ reason: "dispute", status: "succeeded" })
      const more = await vintem.cli("disputes", "open", id, "--amount", "4991")
      expect([more.status, more.stdout]).to.deep.equal([1, ""])
      const again = await vintem.cli("disputes", "open", id, "--json")
      expect(again.json).to.include({ payment_intent: id, amount: 4990, refund: null })
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    })

    it("fails with exit status 1 for other payments", async () => {
      for (const id of [(await newOpenIntent(vintem)).id, "pi_none"]) {
        expect((await vintem.cli("disputes", "open", id)).status).to.equal(1)
      }
    })
  })
})
