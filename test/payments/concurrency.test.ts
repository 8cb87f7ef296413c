import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"

describe("Concurrent requests", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("a hundred creates with one idempotency key make one payment intent and get the same response", async () => {
    const { id: customer } = await newCustomer(vintem)
    const idempotencyKey = newIdempotencyKey()
    const body = { amount: 777, currency: "brl", customer }
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => vintem.request("POST", "/v1/payment_intents", body, { idempotencyKey })),
    )
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).to.have.lengthOf(1)
    expect(responses[0]?.status).to.equal(201)
    expect(responses.filter(({ headers }) => headers["idempotent-replayed"] === "true")).to.have.lengthOf(99)
    expect(new Set(responses.map(({ headers }) => headers["request-id"]))).to.have.lengthOf(100)
    const list = await vintem.request("GET", `/v1/payment_intents?customer=${customer}&limit=100`)
    expect(list.body.data).to.have.lengthOf(1)
  })

  it("a hundred confirms with one idempotency key charge once and get the same response", async () => {
    const intent = await newIntent(vintem, { amount: 778 })
    const { id: payment_method } = await newToken(vintem)
    const idempotencyKey = newIdempotencyKey()
    const responses = await Promise.all(
      Array.from({ length: 100 }, () =>
        vintem.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method }, { idempotencyKey }),
      ),
    )
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).to.have.lengthOf(1)
    expect(expectStatus(responses[0]!, 200).status).to.equal("succeeded")
    expect(await mockCharges(vintem, 778)).to.have.lengthOf(1)
  })

  it("one of fifty payment intents confirmed with the same token succeeds, and the others get token_unusable", async () => {
    const { id: customer } = await newCustomer(vintem)
    const intents = await Promise.all(Array.from({ length: 50 }, () => newIntent(vintem, { customer, amount: 779 })))
    const { id: payment_method } = await newToken(vintem)
    const responses = await Promise.all(
      intents.map(({ id }) => vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method })),
    )
    expect(responses.filter(({ status, body }) => status === 200 && body.status === "succeeded")).to.have.lengthOf(1)
    expect(responses.filter(({ status, body }) => status === 400 && body.error.code === "token_unusable")).to.have.lengthOf(49)
    expect(await mockCharges(vintem, 779)).to.have.lengthOf(1)
  })

  it("fifty confirms of one payment intent with different tokens charge it once", async () => {
    const intent = await newIntent(vintem, { amount: 780 })
    const tokens = await Promise.all(Array.from({ length: 50 }, () => newToken(vintem)))
    const responses = await Promise.all(
      tokens.map(({ id }) => vintem.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: id })),
    )
    expect(responses.filter(({ status }) => status === 200)).to.have.lengthOf(1)
    for (const { status, body } of responses.filter((response) => response.status !== 200)) {
      expect([400, 409]).to.include(status)
      expect(["payment_intent_unexpected_state", "payment_intent_locked"]).to.include(body.error.code)
    }
    expect(await mockCharges(vintem, 780)).to.have.lengthOf(1)
  })

  it("a concurrent cancel and confirm: one succeeds, and a canceled payment intent has no charge", async () => {
    for (let round = 0; round < 20; round++) {
      const intent = await newIntent(vintem, { amount: 8000 + round })
      const { id: payment_method } = await newToken(vintem)
      const path = `/v1/payment_intents/${intent.id}`
      const [confirmed, canceled] = await Promise.all([
        vintem.request("POST", `${path}/confirm`, { payment_method }),
        vintem.request("POST", `${path}/cancel`, {}),
      ])
      const { status } = (await vintem.request("GET", path)).body
      expect([confirmed.status, canceled.status].sort()).to.deep.equal([200, 400])
      expect(status).to.equal(confirmed.status === 200 ? "succeeded" : "canceled")
      expect(await mockCharges(vintem, 8000 + round)).to.have.lengthOf(status === "succeeded" ? 1 : 0)
    }
  })
})
