import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey, newIntent } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, retrieve } from "../support/merchants/rails.ts"

describe("Canceling a payment intent", () => {
  let vintem: Vintem
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const cancel = (id: string, body?: object, options?: object) =>
    merchant.request("POST", `/v1/payment_intents/${id}/cancel`, body, options)

  it("keeps the merchant's reason and includes it in the event", async () => {
    const cancellation_reason = "😀".repeat(255)
    const { id } = await newIntent(merchant)
    const canceled = expectStatus(await cancel(id, { cancellation_reason }), 200)
    expect(canceled).to.deep.include({ status: "canceled", cancellation_reason, last_payment_error: null })
    expect(await retrieve(merchant, id)).to.deep.equal(canceled)
    const { data } = expectStatus(await merchant.request("GET", "/v1/events?type=payment_intent.canceled"), 200)
    expect(data[0]).to.deep.include({ type: "payment_intent.canceled" })
    expect(data[0].data.object).to.deep.equal(canceled)
  })

  it("rejects a reason that is empty or too long, and returns null without one", async () => {
    const { id } = await newIntent(merchant)
    for (const cancellation_reason of ["x".repeat(256), "", 5]) {
      const { status, body } = await cancel(id, { cancellation_reason })
      expect([status, body.error?.code, body.error?.param]).to.deep.equal([400, "parameter_invalid", "cancellation_reason"])
    }
    expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
    expect(expectStatus(await cancel(id, { cancellation_reason: null }), 200).cancellation_reason).to.equal(null)
    expect(expectStatus(await cancel((await newIntent(merchant)).id), 200).cancellation_reason).to.equal(null)
  })

  it("keeps the charge of a PIX, and shows its code no more", async () => {
    const { id } = await newOpenIntent(merchant)
    const { charges } = await confirmWith(merchant, id, "pix")
    expect(expectStatus(await cancel(id), 200)).to.deep.include({ charges, next_action: null, last_payment_error: null })
  })

  it("fails the second time, except for a replay of the same request", async () => {
    const { id } = await newIntent(merchant)
    const own = { idempotencyKey: newIdempotencyKey() }
    const first = await cancel(id, { cancellation_reason: "a" }, own)
    const again = await cancel(id, { cancellation_reason: "a" }, own)
    expect([again.status, again.text]).to.deep.equal([200, first.text])
    const second = await cancel(id, { cancellation_reason: "b" })
    expect([second.status, second.body.error.code]).to.deep.equal([400, "payment_intent_canceled"])
    expect((await retrieve(merchant, id)).cancellation_reason).to.equal("a")
  })
})
