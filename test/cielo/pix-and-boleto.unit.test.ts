import { expect } from "chai"
import { hasError, parsePix } from "pix-utils"
import { lineOfBarCode } from "../../src/acquirers/bar-code.ts"
import { type Cielo, startCielo } from "./cielo.ts"
import { boletoSale, callerOf, pixSale } from "./samples.ts"
import { DEFAULTS } from "./types.ts"

let cielo: Cielo
let caller: ReturnType<typeof callerOf>
const start = async () => {
  cielo = await startCielo()
  caller = callerOf(cielo)
}
const stop = () => cielo.close()
const payment = async (id: string) => (await caller.query(id)).body.Payment
const wait = () => cielo.control.advance(DEFAULTS.voidGapMs)
const entry = async () => (await cielo.control.ledger())[0]

describe("The simulator of Cielo sells by PIX", () => {
  beforeEach(start)
  afterEach(stop)
  const sell = async () => (await caller.sell(pixSale({ Amount: 4990 }))).body.Payment

  it("with a BR Code that the payer's bank can read", async () => {
    const sold = await sell()
    expect(sold).to.include({ Status: 12, ReturnCode: "0" })
    expect(sold).to.include.keys("PaymentId", "QrCodeString", "QrCodeBase64Image", "SentOrderId")
    const code = parsePix(sold.QrCodeString)
    if (hasError(code)) throw new Error(code.message)
    expect(sold.QrCodeString).to.contain("540549.90")
  })

  it("with the other spelling by option", async () => {
    await cielo.control.setOptions({ otherSpelling: true })
    const sold = await sell()
    expect(sold).to.include.keys("Paymentid", "QrcodeBase64Image")
    expect(sold).not.to.have.any.keys("PaymentId", "QrCodeBase64Image")
  })

  it("and shows who paid it", async () => {
    const { PaymentId: id } = await sell()
    await cielo.control.pay({ payment: id, payer: "Rui Lima" })
    const paid = await payment(id)
    expect(paid).to.include({ Status: 2, CapturedAmount: 4990 })
    expect(paid.EndToEndId).to.match(/^E[0-9]{20}[0-9a-z]{11}$/)
    expect((await entry())?.payments[0]).to.include({ amount: 4990, payer: "Rui Lima" })
    const again = await cielo.control.pay({ payment: id }).catch(String)
    expect(again).to.contain("cannot be paid: its Status is 2")
  })

  it("until its time is over, and may be paid late all the same", async () => {
    const { PaymentId: id } = await sell()
    await cielo.control.advance(3_599_000)
    expect(await payment(id)).to.include({ Status: 12 })
    await cielo.control.advance(1_000)
    expect(await payment(id)).to.include({ Status: 13 })
    await cielo.control.pay({ payment: id })
    expect(await payment(id)).to.include({ Status: 2 })
  })

  it("and leaves it waiting for the payer after its time, by option", async () => {
    await cielo.control.setOptions({ expiredPixStatus: 12 })
    const { PaymentId: id } = await sell()
    await cielo.control.advance(3_600_000)
    expect(await payment(id)).to.include({ Status: 12 })
  })

  it("and takes it back while nobody has paid it", async () => {
    const { PaymentId: id } = await sell()
    expect((await caller.void(id, 4990)).status).to.equal(400)
    await wait()
    expect((await caller.void(id)).body).to.include({ Status: 10, ReturnCode: "0" })
    const late = await cielo.control.pay({ payment: id }).catch(String)
    expect(late).to.contain("cannot be paid: its Status is 10")
    expect(await entry()).to.include({ captured: 0, voided: 0 })
  })

  it("and sends money back after it has answered", async () => {
    await cielo.control.setOptions({ pixRefundMs: 60_000 })
    const { PaymentId: id } = await sell()
    await cielo.control.pay({ payment: id })
    expect((await caller.void(id, 990)).body).to.include({ Status: 2, ReturnCode: "0" })
    expect(await payment(id)).not.to.have.property("VoidedAmount")
    expect(await entry()).to.include({ voided: 0, remaining: 4000 })
    await cielo.control.advance(60_000)
    expect(await payment(id)).to.include({ Status: 2, VoidedAmount: 990 })
    await caller.void(id)
    await cielo.control.endRefunds({ payment: id, done: true })
    expect(await payment(id)).to.include({ Status: 10, VoidedAmount: 4990 })
  })

  it("and keeps the money where the payer's bank refuses it", async () => {
    await cielo.control.setOptions({ pixRefundMs: 60_000, pixRefundStatus: 12 })
    const { PaymentId: id } = await sell()
    await cielo.control.pay({ payment: id })
    expect((await caller.void(id)).body).to.include({ Status: 12 })
    await cielo.control.endRefunds({ payment: id, done: false })
    expect(await payment(id)).to.include({ Status: 2 })
    expect(await entry()).to.include({ voided: 0, remaining: 4990 })
  })

  it("and sends money back for 90 days", async () => {
    const { PaymentId: id } = await sell()
    await cielo.control.pay({ payment: id })
    await cielo.control.advance(91 * 24 * 3600 * 1000)
    expect((await caller.void(id)).body).to.include({ ReturnCode: "55" })
  })
})

describe("The simulator of Cielo sells by boleto", () => {
  beforeEach(start)
  afterEach(stop)
  const sell = async (Provider = "Bradesco2") => (await caller.sell(boletoSale({ Provider, Amount: 12345 }))).body.Payment

  it("of Bradesco, with the line that payers type, formatted", async () => {
    const sold = await sell()
    expect(sold).to.include({ Status: 1 }).and.to.include.keys("Url", "Number")
    expect(sold.BarCodeNumber).to.match(/^237\d{41}$/)
    expect(sold.DigitableLine).to.match(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/)
    expect(sold.DigitableLine.replace(/\D/g, "")).to.equal(lineOfBarCode(sold.BarCodeNumber))
  })

  it("of Banco do Brasil, without that line", async () => {
    const sold = await sell("BancoDoBrasil3")
    expect(sold.BarCodeNumber).to.match(/^001\d{41}$/)
    expect(sold).not.to.have.property("DigitableLine")
  })

  it("and shows when it was paid, too little or late", async () => {
    const { PaymentId: id } = await sell()
    await cielo.control.pay({ payment: id, amount: 12000, at: "2040-02-02T12:00:00-03:00" })
    const paid = await payment(id)
    expect(paid).to.include({ Status: 2, Amount: 12345, CapturedAmount: 12000, CapturedDate: "2040-02-02 12:00:00" })
  })

  it("and does not void it", async () => {
    const { PaymentId: id } = await sell()
    await cielo.control.pay({ payment: id })
    expect(await caller.void(id)).to.deep.equal({ status: 400, body: [{ Code: 126, Message: "a boleto has no void" }] })
    expect(await cielo.control.violations()).to.have.length(1)
  })
})
