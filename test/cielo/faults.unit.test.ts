import { expect } from "chai"
import { type Cielo, startCielo } from "./cielo.ts"
import { readFaults } from "./faults.ts"
import { callerOf, cardSale, pixSale } from "./samples.ts"

async function expectCut(call: () => Promise<unknown>): Promise<void> {
  const answer = await call().catch(() => "cut")
  expect(answer).to.equal("cut")
}

describe("The simulator of Cielo fails when it is told to", () => {
  let cielo: Cielo
  let caller: ReturnType<typeof callerOf>
  before(async () => {
    cielo = await startCielo()
    caller = callerOf(cielo)
  })
  after(() => cielo.close())
  beforeEach(() => cielo.control.reset())

  /** Sells by card: the HTTP status or `cut`, and how many sales the bank made. */
  const sell = async () => {
    const answer = await caller.sell(cardSale()).then(
      ({ status }) => status,
      () => "cut",
    )
    return [answer, (await cielo.control.ledger()).length]
  }

  for (const [fault, answer, sales] of [
    ["cut_before", "cut", 0],
    ["cut_after", "cut", 1],
    ["error_before", 500, 0],
    ["error_after", 500, 1],
    ["error_before:503", 503, 0],
    ["truncated", "cut", 1],
    ["slow_before:1", 201, 1],
    ["slow_after:1", 201, 1],
  ] as const) {
    it(`${fault}: the caller sees ${answer}, and the bank has made ${sales} of 1 sales`, async () => {
      await cielo.control.setFaults({ fault })
      expect(await sell()).to.deep.equal([answer, sales])
      expect((await cielo.control.calls()).hits).to.have.length(1)
    })
  }

  for (const [fault, sales] of [
    ["hang_before", 0],
    ["hang_after", 1],
    ["slow_before:60000", 0],
    ["slow_after:60000", 1],
  ] as const) {
    it(`${fault}: the caller hears nothing, and the bank has made ${sales} of 1 sales`, async () => {
      await cielo.control.setFaults({ fault })
      const sold = sell()
      while ((await cielo.control.calls()).hits.length === 0) await new Promise(setImmediate)
      const first = await Promise.race([sold, cielo.control.ledger().then(({ length }) => length)])
      expect(first).to.equal(sales)
    })
  }

  it("decides a sale only after its answer", async () => {
    await cielo.control.setFaults({ operation: "card", fault: "undecided:60000", times: 1 })
    const { Status, PaymentId, ...payment } = (await caller.sell(cardSale())).body.Payment
    expect(Status).to.equal(0)
    expect(payment).not.to.have.any.keys("CapturedAmount", "ReturnCode", "AuthorizationCode")
    expect((await caller.query(PaymentId)).body.Payment).to.include({ Status: 0 })
    await cielo.control.advance(60_000)
    expect((await caller.query(PaymentId)).body.Payment).to.include({ Status: 2, CapturedAmount: 15700 })
  })

  it("hides a sale from queries for a while", async () => {
    await cielo.control.setFaults({ fault: "unseen:60000", times: 1 })
    const sale = cardSale()
    const { PaymentId } = (await caller.sell(sale)).body.Payment
    const find = async () => [(await caller.query(PaymentId)).status, (await caller.ofOrder(sale.MerchantOrderId)).status]
    expect(await find()).to.deep.equal([404, 404])
    await cielo.control.advance(60_000)
    expect(await find()).to.deep.equal([200, 200])
  })

  it("hides a sale whose answer is lost, by the amount that was asked for, before any other fault", async () => {
    await cielo.control.setFaults({ fault: "error_before" })
    await cielo.control.addFaults({ amount: 4990, fault: "unseen:60000+cut_after", times: 1 })
    expect(await sell()).to.deep.equal([500, 0])
    const sale = cardSale({ Amount: 4990 })
    await expectCut(() => caller.sell(sale))
    await cielo.control.setFaults()
    expect((await caller.ofOrder(sale.MerchantOrderId)).status).to.equal(404)
    expect(await cielo.control.sales({ orders: [sale.MerchantOrderId] })).to.have.length(1)
    expect(await sell()).to.deep.equal([201, 2])
  })

  it("says nothing about a sale any more, and answers all other calls", async () => {
    await cielo.control.setFaults({ fault: "silent", times: 1 })
    const [sale, other] = [cardSale(), cardSale()]
    const { PaymentId } = (await caller.sell(sale)).body.Payment
    const another = (await caller.sell(other)).body.Payment.PaymentId
    const look = async (payment: string, { MerchantOrderId }: typeof sale) => [
      (await caller.query(payment)).status,
      (await caller.ofOrder(MerchantOrderId)).status,
    ]
    expect(await look(PaymentId, sale)).to.deep.equal([500, 500])
    expect(await look(another, other)).to.deep.equal([200, 200])
    await cielo.control.silence({ payment: another, by: "error_before" })
    expect(await look(another, other)).to.deep.equal([500, 500])
    expect((await caller.void(PaymentId)).body.Status).to.equal(10)
  })

  it("refuses a joined fault of which it does not know a part", () => {
    expect(() => readFaults("card=unseen:60000+fire@10")).to.throw(RangeError, "no such fault")
    expect(readFaults("card=unseen:60000+cut_after@10")).to.deep.equal([
      { operation: "card", fault: "unseen:60000+cut_after", every: 10 },
    ])
  })

  it("takes another amount, or another currency", async () => {
    await cielo.control.setFaults({ fault: "short:700", times: 1 }, { fault: "currency:USD", times: 1 }, { fault: "over:300" })
    expect((await caller.sell(cardSale())).body.Payment).to.include({ Amount: 15700, CapturedAmount: 15000, Currency: "BRL" })
    expect((await caller.sell(cardSale())).body.Payment).to.include({ CapturedAmount: 15700, Currency: "USD" })
    expect((await caller.sell(cardSale())).body.Payment).to.include({ Amount: 15700, CapturedAmount: 16000, Currency: "BRL" })
  })

  it("answers one call with other spellings", async () => {
    await cielo.control.setFaults({ operation: "pix", fault: "other_spelling", times: 1 })
    const { Paymentid } = (await caller.sell(pixSale())).body.Payment
    expect((await caller.query(Paymentid)).body.Payment).to.include({ PaymentId: Paymentid })
  })

  it("answers one query without what older answers lack", async () => {
    const { PaymentId } = (await caller.sell(cardSale())).body.Payment
    await caller.void(PaymentId, 1)
    await cielo.control.setFaults({ operation: "query", fault: "older", times: 1 })
    expect((await caller.query(PaymentId)).body.Payment).not.to.have.property("VoidedAmount")
    expect((await caller.query(PaymentId)).body.Payment).to.include({ VoidedAmount: 1 })
  })

  it("fails in many ways, and never hangs, where any fault will do", async () => {
    await cielo.control.setFaults({ fault: "any" })
    await Promise.allSettled(Array.from({ length: 40 }, () => caller.sell(cardSale())))
    const { hits } = await cielo.control.calls()
    expect(new Set(hits.map(({ fault }) => fault))).to.have.property("size", 7)
  })

  it("hits one in so many calls, as the seed says", async () => {
    await cielo.control.setFaults({ operation: "card", fault: "error_before", every: 5 })
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await caller.sell(cardSale())).status))
    expect(statuses.filter((status) => status === 500)).to.have.length(4)
  })

  it("hits only the sale, the order or the merchant that was named", async () => {
    const sale = cardSale()
    const other = await cielo.control.newMerchant()
    await cielo.control.setFaults(
      { order: sale.MerchantOrderId, fault: "error_before:501" },
      { merchant: other.merchant_id, fault: "error_before:502" },
    )
    expect((await caller.sell(sale)).status).to.equal(501)
    expect((await callerOf({ ...cielo, merchant: other }).sell(cardSale())).status).to.equal(502)
    const { PaymentId } = (await caller.sell(cardSale())).body.Payment
    await cielo.control.setFaults({ payment: PaymentId, operation: "query", fault: "error_before:503" })
    expect((await caller.query(PaymentId)).status).to.equal(503)
    expect((await caller.void(PaymentId)).status).to.equal(200)
  })

  it("says what is wrong with a fault", () => {
    const rules = [{ operation: "card", fault: "cut_after", every: 10 }, { fault: "void_code:72" }]
    expect(readFaults("card=cut_after@10,void_code:72")).to.deep.equal(rules)
    expect(() => readFaults("cart=cut_after")).to.throw(RangeError, "there is no such operation")
    expect(() => readFaults("card=cut")).to.throw(RangeError, "there is no such fault")
    expect(() => readFaults("card=cut_after@")).to.throw(RangeError, "card=cut_after@")
  })

  it("refuses faults and options that it does not have", async () => {
    const fault = await cielo.control.setFaults({ fault: "cut_after", operaton: "card" } as never).catch(String)
    expect(fault).to.contain("a fault has no operaton")
    const option = await cielo.control.setOptions({ oldest: true } as never).catch(String)
    expect(option).to.contain("there is no option oldest")
  })
})
