import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"
import {
  balanceIn,
  codeOf,
  confirm,
  confirmWith,
  eventsOf,
  newBareToken,
  newOpenIntent,
  payWith,
  refundsOf,
  retrieve,
} from "../support/merchants/rails.ts"

describe("Payments with every method and outcome", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  describe("a card", () => {
    for (const number of ["4242424242424242", "5555555555554444", "6362970000457013", "6062825624254001"]) {
      it(`${number} succeeds`, async () => {
        const intent = await payWith(vintem, number)
        expect(intent).to.deep.include({ status: "succeeded", next_action: null, last_payment_error: null })
        expect(intent.charges.latest).to.match(/^ch_/)
        expect(await eventsOf(vintem, intent.id)).to.deep.equal(["payment_intent.succeeded"])
      })
    }

    for (const [number, code] of [
      [CARDS.declined, "card_declined"],
      [CARDS.insufficientFunds, "insufficient_funds"],
      [CARDS.expired, "expired_card"],
      [CARDS.wrongCvc, "incorrect_cvc"],
      [CARDS.declinedWhenCharged, "card_declined"],
    ] as const) {
      it(`${number} is refused with ${code} and status 200`, async () => {
        const intent = await payWith(vintem, number)
        expect(intent.status).to.equal("canceled")
        expect(intent.last_payment_error.code).to.equal(code)
        expect(intent.charges.latest).to.match(/^ch_/)
        expect(await eventsOf(vintem, intent.id)).to.deep.equal(["payment_intent.payment_failed"])
      })
    }

    it("4000000000000036 is processing, and succeeds at the next tick", async () => {
      const merchant = await newMerchant(vintem)
      const { id, status, charges } = await payWith(merchant, CARDS.processing)
      expect(status).to.equal("processing")
      const settled = await until(async () => {
        const intent = await retrieve(merchant, id)
        return intent.status !== "processing" && intent
      })
      expect(settled).to.deep.include({ status: "succeeded", charges })
      expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    })

    it("4000000000003188 succeeds, then half of it is disputed, and the rest can be refunded", async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await payWith(merchant, CARDS.halfDisputed, { amount: 4991 })
      const [refund] = await until(async () => {
        const refunds = await refundsOf(merchant, id)
        return refunds.length > 0 && refunds
      })
      expect(refund).to.include({ amount: 2496, reason: "dispute", status: "succeeded" })
      expect(await balanceIn(merchant)).to.deep.equal({ available: 2495, pending: 0 })
      const rest = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
      expect(rest.amount).to.equal(2495)
    })

    it("4000000000000259 succeeds, then is disputed, with one refund and one event", async () => {
      const merchant = await newMerchant(vintem)
      const { id, charges } = await payWith(merchant, CARDS.disputed)
      const [refund] = await until(async () => {
        const refunds = await refundsOf(merchant, id)
        return refunds.length > 0 && refunds
      })
      expect(refund).to.deep.include({ amount: 4990, reason: "dispute", status: "succeeded" })
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded", "charge.dispute.created"])
      const { data } = expectStatus(await merchant.request("GET", "/v1/events?type=charge.dispute.created"), 200)
      expect(data[0].data.object).to.deep.include({
        object: "dispute",
        payment_intent: id,
        charge: charges.latest,
        amount: 4990,
        currency: "brl",
        refund: refund!.id,
        livemode: false,
      })
      expect(await codeOf(merchant.request("POST", "/v1/refunds", { payment_intent: id }))).to.equal(
        "payment_intent_already_refunded",
      )
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
      await vintem.server.tick()
      expect(await refundsOf(merchant, id)).to.have.lengthOf(1)
    })
  })

  describe("confirm", () => {
    it("rejects a token of another type, which stays usable", async () => {
      const { id } = await newIntent(vintem)
      const token = await newBareToken(vintem, "pix")
      const { body } = await confirm(vintem, id, token.id)
      expect([body.error.code, body.error.param]).to.deep.equal(["parameter_invalid", "payment_method"])
      const open = await newOpenIntent(vintem)
      expect((await confirm(vintem, open.id, token.id)).body.status).to.equal("requires_action")
      expect(await codeOf(confirm(vintem, (await newOpenIntent(vintem)).id, token.id))).to.equal("token_unusable")
    })

    it("does not support wallets yet", async () => {
      const wallet = { type: "wallet", wallet: { provider: "apple_pay", payload: "abc" } }
      const token = expectStatus(await vintem.request("POST", "/v1/tokens", wallet), 201)
      expect(await codeOf(confirm(vintem, (await newOpenIntent(vintem)).id, token.id))).to.equal("unsupported_token_type")
    })

    it("accepts a return_url with https, or http on localhost with a test key", async () => {
      for (const return_url of ["http://shop.example/x", "javascript:alert(1)", "shop.example", "ftp://localhost/"]) {
        const { id } = await newOpenIntent(vintem)
        const { status, body } = await confirm(vintem, id, (await newToken(vintem, CARDS.threeDs)).id, { return_url })
        expect([status, body.error?.code, body.error?.param], return_url).to.deep.equal([400, "parameter_invalid", "return_url"])
      }
      for (const return_url of ["https://shop.example/x?y=1", "http://localhost:8080/back"]) {
        const { id } = await newOpenIntent(vintem)
        const intent = await confirmWith(vintem, id, CARDS.threeDs, { return_url })
        expect(intent.next_action).to.deep.include({ type: "redirect_to_url", return_url })
      }
    })
  })
})
