import { expect } from "chai"
import { brandOf, readNumber } from "../../src/vault/number.ts"
import { type Cielo, startCielo } from "./cielo.ts"
import { cardFor, SPECIAL_CARDS } from "./outcomes.ts"
import { BRANDS, type Brand } from "./rules/cards.ts"
import { CARD, callerOf, cardSale, newOrderId } from "./samples.ts"

const BRANDS_OF_VINTEM: Partial<Record<Brand, string>> = { Master: "mastercard" }

describe("The simulator of Cielo sells", () => {
  let cielo: Cielo
  let caller: ReturnType<typeof callerOf>
  before(async () => {
    cielo = await startCielo()
    caller = callerOf(cielo)
  })
  after(() => cielo.close())
  beforeEach(async () => {
    await cielo.control.reset()
    await cielo.control.setOptions({ older: false, noSale: "404", duplicates: "accept" })
  })
  const pay = async (number: string, brand: Brand = "Visa") => {
    const card = { CardNumber: number, Brand: brand, SecurityCode: brand === "Amex" ? "1234" : "123" }
    const { status, body } = await caller.sell(cardSale({ card }))
    expect(status).to.equal(201)
    return body.Payment
  }

  it("takes the money of an approved card, and shows it in the query", async () => {
    const sold = await pay("4111111111111111")
    expect(sold).to.include({ Status: 2, ReturnCode: "00", Amount: 15700, CapturedAmount: 15700, Currency: "BRL" })
    expect(sold.CreditCard.CardNumber).to.equal("411111******1111")
    expect((await caller.query(sold.PaymentId)).body.Payment).to.deep.equal(sold)
    expect((await cielo.control.ledger())[0]).to.include({ payment_id: sold.PaymentId, captured: 15700, remaining: 15700 })
  })

  it("only reserves the money where it is told not to capture", async () => {
    const { body } = await caller.sell(cardSale({ Capture: false }))
    expect(body.Payment).to.include({ Status: 1, ReturnCode: "00" })
    expect((await cielo.control.ledger())[0]).to.include({ captured: 0 })
  })

  it("decides by the last digit of a sandbox card", async () => {
    const numbers = { "05": "4242424242424242", 57: "4000000000000093", 78: "4000000000000085", 99: "4000000000000036" }
    const more = { 77: "4000000000000127", 70: "4000000000000028" }
    for (const [code, number] of Object.entries({ ...numbers, ...more })) {
      const { Status, ReturnCode } = await pay(number)
      expect([number, Status, ReturnCode]).to.deep.equal([number, 3, code])
    }
  })

  it("decides a card that ends with 9 by its seed", async () => {
    const play = async (seed: number) => {
      const other = await startCielo({ seed })
      const codes: string[] = []
      for (let sale = 0; sale < 8; sale++) {
        const { body } = await callerOf(other).sell(cardSale({ card: { CardNumber: "4000000000000119" } }))
        codes.push(body.Payment.ReturnCode)
      }
      await other.close()
      return codes
    }
    const codes = await play(5)
    expect(new Set(codes)).to.deep.equal(new Set(["00", "05"]))
    expect(await play(5)).to.deep.equal(codes)
  })

  it("has a card for every refusal, and of every brand", async () => {
    for (const name of SPECIAL_CARDS.filter((each) => /^[0-9A-Z]+$/.test(each)))
      expect(await pay(cardFor("Visa", name))).to.include({ Status: 3, ReturnCode: name })
    for (const brand of BRANDS) {
      expect(await pay(cardFor(brand), brand)).to.include({ Status: 2 })
      expect(brandOf(readNumber(cardFor(brand)) ?? "")).to.equal(BRANDS_OF_VINTEM[brand] ?? brand.toLowerCase())
    }
  })

  it("gives the advice of Mastercard for Mastercard only", async () => {
    expect(await pay(cardFor("Master", "advice 03"), "Master")).to.include({ Status: 3, MerchantAdviceCode: "03" })
    expect(await pay(cardFor("Visa", "advice 03"))).not.to.have.property("MerchantAdviceCode")
  })

  it("refuses a card that has expired with 54", async () => {
    const { body } = await caller.sell(cardSale({ card: { ExpirationDate: "10/2024" } }))
    expect(body.Payment).to.include({ Status: 3, ReturnCode: "54" })
  })

  it("finds sales by their order, and answers 404 or an empty list where there is none", async () => {
    const sale = cardSale()
    const { PaymentId } = (await caller.sell(sale)).body.Payment
    const found = (await caller.ofOrder(sale.MerchantOrderId)).body
    expect(found.Payments[0].PaymentId).to.equal(PaymentId)
    expect(found.Payments[0].ReceveidDate).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await cielo.control.setOptions({ older: true })
    expect((await caller.ofOrder(sale.MerchantOrderId)).body.Payment[0].PaymentId).to.equal(PaymentId)
    expect((await caller.ofOrder("nothing")).status).to.equal(404)
    await cielo.control.setOptions({ noSale: "empty", older: false })
    expect((await caller.ofOrder("nothing")).body.Payments).to.deep.equal([])
  })

  it("makes a second sale of the same order, under an id of its own", async () => {
    const sale = cardSale()
    const first = (await caller.sell(sale)).body.Payment
    const second = (await caller.sell(sale)).body.Payment
    expect(first).not.to.have.property("SentOrderId")
    expect(second.SentOrderId).to.match(/^[0-9a-f]{20}$/)
    const both = (await caller.ofOrder(sale.MerchantOrderId)).body.Payments as { PaymentId: string }[]
    expect(both.map(({ PaymentId }) => PaymentId)).to.deep.equal([first.PaymentId, second.PaymentId])
    expect((await caller.ofOrder(second.SentOrderId)).body.Payments).to.have.length(1)
    expect(await cielo.control.ledger()).to.have.length(2)
  })

  it("refuses the same order within 24 hours with 302, by option", async () => {
    await cielo.control.setOptions({ duplicates: "refuse" })
    const sale = cardSale()
    await caller.sell(sale)
    expect(await caller.sell(sale)).to.deep.equal({
      status: 400,
      body: [{ Code: 302, Message: "Duplicated MerchantOrderId" }],
    })
    expect([await cielo.control.ledger(), await cielo.control.violations()].map(({ length }) => length)).to.deep.equal([1, 0])
    await cielo.control.advance(24 * 3600 * 1000)
    expect((await caller.sell(sale)).status).to.equal(201)
  })

  it("verifies a card without a sale", async () => {
    const verify = async (number: string) => (await caller.call("POST", "/1/zeroauth", { ...CARD, CardNumber: number })).body
    expect(await verify(cardFor("Visa"))).to.include({ Valid: true, ReturnCode: "00" })
    expect(await verify(cardFor("Visa", "N7"))).to.include({ Valid: false, ReturnCode: "N7" })
    expect(await verify(cardFor("Visa", "savable, then 51"))).to.include({ Valid: true })
    expect(await pay(cardFor("Visa", "savable, then 51"))).to.include({ Status: 3, ReturnCode: "51" })
    expect(await cielo.control.ledger()).to.have.length(1)
  })

  it("saves cards, and takes money of a saved one", async () => {
    const { SecurityCode: _, ...saved } = CARD
    const { status, body } = await caller.call("POST", "/1/card/", { ...saved, CustomerName: "Ana" })
    expect([status, body.Links.Method]).to.deep.equal([201, "GET"])
    const withSale = (await caller.sell(cardSale({ card: { SaveCard: true } }))).body.Payment.CreditCard
    for (const token of [body.CardToken, withSale.CardToken]) {
      const sale = { ...cardSale({ CreditCard: { CardToken: token, Brand: "Visa" } }), MerchantOrderId: newOrderId() }
      expect((await caller.sell(sale)).body.Payment).to.include({ Status: 2 })
    }
    const unknown = { CardToken: "0b9a3f0e-3d55-4c3c-9d3b-0b9a3f0e3d55", Brand: "Visa" }
    expect((await caller.sell(cardSale({ CreditCard: unknown }))).status).to.equal(400)
  })

  it("shows a chargeback in the query, and not in older answers", async () => {
    const { PaymentId } = await pay("4111111111111111")
    await cielo.control.chargeback({ payment: PaymentId, amount: 700 })
    const { Chargebacks, Status } = (await caller.query(PaymentId)).body.Payment
    expect([Status, Chargebacks[0].Amount]).to.deep.equal([2, 700])
    expect(Chargebacks[0]).to.have.all.keys("Amount", "CaseNumber", "Date", "ReasonCode", "ReasonMessage", "Status")
    expect((await cielo.control.ledger())[0]).to.include({ charged_back: 700, remaining: 15000 })
    await cielo.control.setOptions({ older: true })
    expect((await caller.query(PaymentId)).body.Payment).not.to.have.property("Chargebacks")
    const tooMuch = await cielo.control.chargeback({ payment: PaymentId, amount: 15001 }).catch(String)
    expect(tooMuch).to.contain("15000 cents that a card network can take back")
  })

  it("keeps no card number in what it shows", async () => {
    await pay("4111111111111111")
    expect(JSON.stringify(await cielo.control.ledger())).not.to.contain("4111111111111111")
  })
})
