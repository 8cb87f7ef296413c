import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { expectStatus, newCustomer, newIdempotencyKey } from "../support/merchants/payments.ts"

describe("Creates that arrive together", () => {
  let vintem: Running
  let customer: string
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT: "100000" })
    customer = (await newCustomer(vintem)).id
  })
  after(() => vintem.close())

  const create = (amount: number, { idempotencyKey = newIdempotencyKey(), to = customer } = {}) =>
    vintem.request("POST", "/v1/payment_intents", { amount, currency: "brl", customer: to }, { idempotencyKey })
  const amountsOf = async (of: string) => {
    const { data } = expectStatus(await vintem.request("GET", `/v1/payment_intents?limit=100&customer=${of}`), 200)
    return data.map(({ amount }: { amount: number }) => amount).sort((a: number, b: number) => a - b)
  }

  it("each get their own payment, whatever happens to the others", async () => {
    const amounts = Array.from({ length: 60 }, (_, i) => 1000 + i)
    const isWrong = (amount: number) => amount % 10 === 3
    const responses = await Promise.all(amounts.map((amount) => create(amount, isWrong(amount) ? { to: "cus_unknown" } : {})))
    for (const [i, response] of responses.entries()) {
      const amount = amounts[i]!
      if (isWrong(amount)) expect(expectStatus(response, 404).error.code).to.equal("customer_not_found")
      else expect(expectStatus(response, 201).amount).to.equal(amount)
    }
    expect(await amountsOf(customer)).to.deep.equal(amounts.filter((amount) => !isWrong(amount)))
  })

  it("with one key make one payment, and all get the same response", async () => {
    const { id: to } = await newCustomer(vintem)
    const idempotencyKey = newIdempotencyKey()
    const others = Array.from({ length: 10 }, (_, i) => create(3000 + i, { to }))
    const same = await Promise.all(Array.from({ length: 5 }, () => create(2000, { idempotencyKey, to })))
    await Promise.all(others)
    expect(new Set(same.map((response) => expectStatus(response, 201).id)).size).to.equal(1)
    expect(await amountsOf(to)).to.deep.equal([2000, ...others.map((_, i) => 3000 + i)])
  })

  it("with one key for two payments: one is made, and the other one is refused", async () => {
    const { id: to } = await newCustomer(vintem)
    const idempotencyKey = newIdempotencyKey()
    const responses = await Promise.all([4000, 5000, 6000].map((amount) => create(amount, { idempotencyKey, to })))
    expect(responses.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422])
    expect(await amountsOf(to)).to.have.length(1)
  })

  it("are found by whoever has the response", async () => {
    const found = Array.from({ length: 30 }, async (_, i) => {
      const { id } = expectStatus(await create(7000 + i), 201)
      return expectStatus(await vintem.request("GET", `/v1/payment_intents/${id}`), 200).amount
    })
    expect(await Promise.all(found)).to.deep.equal(found.map((_, i) => 7000 + i))
  })
})
