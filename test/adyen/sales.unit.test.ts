import { expect } from "chai"
import { CARDS, NAMES } from "./cards.ts"
import { REFUSALS } from "./refusals.ts"
import { brl, newReference, stage } from "./stage.ts"

describe("The simulator of Adyen takes cards", () => {
  const on = stage()
  const resultOf = async (card: object, more: object = {}) => {
    const { status, body } = await on.pay(more, card)
    return [status, body.resultCode, body.refusalReasonCode ?? null]
  }

  for (const [brand, number] of Object.entries(CARDS).filter(([name]) => name !== "challenge"))
    it(`by ${brand}, whose brand it finds`, async () => {
      const { body } = await on.pay({}, { number })
      expect(body).to.deep.include({ resultCode: "Authorised", amount: brl(15700) })
      expect(body.paymentMethod).to.deep.equal({ brand, type: "scheme" })
      expect(body.pspReference).to.match(/^[A-Z0-9]{16}$/)
      expect(body.additionalData).to.include({ cardSummary: number.slice(-4), cardBin: number.slice(0, 6) })
    })

  it("captures at once with no delay, later with one, and never by itself where the account's setting is manual", async () => {
    const { control } = on.adyen
    const captured = async (psp: string) => (await control.payment(psp)).captured
    expect(await captured(await on.paid({ captureDelayHours: 0 }))).to.equal(15700)
    const later = await on.paid({ captureDelayHours: 2 })
    await control.advance(2 * 3_600_000 - 1)
    expect(await captured(later)).to.equal(0)
    await control.advance(1)
    expect(await captured(later)).to.equal(15700)
    await control.setCaptureDelay("manual")
    const manual = await on.paid()
    await control.advance(24 * 3_600_000)
    expect(await captured(manual)).to.equal(0)
    expect(await on.told()).to.deep.equal(Array(3).fill("AUTHORISATION true"))
  })

  it("tells of automatic captures where an account is told of them", async () => {
    await on.adyen.control.setOptions({ automaticCaptureTold: true })
    await on.paid({ captureDelayHours: 0 })
    expect(await on.told()).to.deep.equal(["AUTHORISATION true", "CAPTURE true"])
  })

  for (const [name, code] of Object.entries(NAMES).filter(([, one]) => !["13", "30"].includes(one)))
    it(`refuses the holder ${name} with ${code}`, async () => {
      const resultCode = code === "4" ? "Error" : code === "15" || code === "16" ? "Cancelled" : "Refused"
      expect(await resultOf({ holderName: name })).to.deep.equal([200, resultCode, code])
    })

  it("refuses by each number that RequestedTestAcquirerResponseCode may have, which counts before the holder", async () => {
    for (const [code, reason] of Object.entries(REFUSALS)) {
      const { body } = await on.pay({ additionalData: { RequestedTestAcquirerResponseCode: code } }, { holderName: "DECLINED" })
      expect([body.refusalReasonCode, body.refusalReason]).to.deep.equal([code, reason])
    }
    const told = await on.told()
    expect(told).to.deep.equal(Object.keys(REFUSALS).map(() => "AUTHORISATION false"))
    expect(on.listener.received[0]!.items[0]!.reason).to.equal("Refused")
  })

  it("refuses a card that is over, and another CVC than that of the test cards", async () => {
    expect(await resultOf({ expiryMonth: "10", expiryYear: "2026" })).to.deep.equal([200, "Refused", "6"])
    expect(await resultOf({ expiryMonth: "11", expiryYear: "2026" })).to.deep.equal([200, "Authorised", null])
    expect(await resultOf({ cvc: "111" })).to.deep.equal([200, "Refused", "24"])
    expect(await resultOf({ cvc: undefined })).to.deep.equal([200, "Authorised", null])
  })

  it("refuses numbers, months and CVCs of no card with 422: the payer has entered them", async () => {
    for (const card of [{ number: "4111111111111112" }, { expiryMonth: "13" }, { cvc: "12" }]) {
      const { status, body } = await on.pay({}, card)
      expect([status, body.status, body.errorType]).to.deep.equal([422, 422, "validation"])
    }
    expect(await on.adyen.control.violations()).to.deep.equal([])
  })

  it("takes a part where the holder is PARTIALLY_APPROVED", async () => {
    const { body } = await on.pay({}, { holderName: "PARTIALLY_APPROVED" })
    expect([body.resultCode, body.amount.value]).to.deep.equal(["PartiallyAuthorised", 7850])
  })

  it("has received a payment of PENDING, and decides it later", async () => {
    for (const code of [undefined, "12"]) {
      const { body } = await on.pay({}, { holderName: "PENDING" })
      expect([body.resultCode, body.refusalReasonCode]).to.deep.equal(["Received", undefined])
      const before = (await on.told()).length
      await on.adyen.control.settle({ payment: body.pspReference, ...(code && { code }) })
      expect((await on.told()).slice(before)).to.deep.equal([`AUTHORISATION ${code === undefined}`])
    }
  })

  it("ends the next payment as a test says, with a merchantAdviceCode", async () => {
    const reference = newReference()
    await on.adyen.control.nextOutcome({ reference, code: "2", additionalData: { merchantAdviceCode: "03" } })
    expect((await on.pay()).body.resultCode).to.equal("Authorised")
    const { body } = await on.pay({ reference })
    expect([body.refusalReasonCode, body.additionalData.merchantAdviceCode]).to.deep.equal(["2", "03"])
    expect((await on.pay()).body.resultCode).to.equal("Authorised")
  })

  it("has not decided a payment whose resultCode says nothing of it", async () => {
    for (const resultCode of ["Pending", "AuthenticationFinished", "Success"]) {
      await on.adyen.control.nextOutcome({ resultCode })
      const { body } = await on.pay()
      expect(body.resultCode).to.equal(resultCode)
      expect((await on.adyen.control.payment(body.pspReference)).state).to.equal("received")
    }
    expect(await on.told()).to.deep.equal([])
  })

  it("verifies a card with an amount of 0", async () => {
    const { body } = await on.pay({ amount: brl(0), recurringProcessingModel: "CardOnFile", shopperReference: "payer-1" })
    expect([body.resultCode, body.amount.value]).to.deep.equal(["Authorised", 0])
    expect(body.additionalData.networkTxReference).to.match(/^\d{15}$/)
    expect((await on.adyen.control.payment(body.pspReference)).captured).to.equal(0)
  })

  for (const currency of ["USD", "EUR"])
    it(`is paid, captured in part and refunded in ${currency}, which its webhooks name`, async () => {
      const psp = await on.paid({ amount: { currency, value: 1999 }, captureDelayHours: 672 })
      const amount = { currency, value: 1500 }
      expect((await on.modify("captures", psp, { amount })).status).to.equal(201)
      expect((await on.modify("refunds", psp, { amount: { currency, value: 500 } })).status).to.equal(201)
      expect(await on.told()).to.deep.equal(["AUTHORISATION true", "CAPTURE true", "REFUND true"])
      const told = on.listener.received.flatMap(({ items }) =>
        items.map((item) => `${item.amount!.currency} ${item.amount!.value}`),
      )
      expect(told).to.deep.equal([`${currency} 1999`, `${currency} 1500`, `${currency} 500`])
    })

  it("takes installments up to the acquirer's limit", async () => {
    const psp = await on.paid({ installments: { value: 3 } })
    expect((await on.adyen.control.payment(psp)).installments).to.equal(3)
    expect((await on.pay({ installments: { value: 13 } })).status).to.equal(422)
  })

  it("says less where it is not selected in the Customer Area", async () => {
    await on.adyen.control.setOptions({ additionalData: false })
    const { body } = await on.pay({}, { holderName: "DECLINED" })
    expect(body.refusalReasonCode).to.equal("2")
    expect(body.additionalData).not.to.have.any.keys("refusalReasonRaw", "networkTxReference", "merchantAdviceCode")
  })

  it("releases what nobody has captured after 28 days", async () => {
    const psp = await on.paid({ captureDelayHours: 672 })
    await on.adyen.control.setCaptureDelay("manual")
    const open = await on.paid()
    await on.adyen.control.advance(28 * 24 * 3_600_000)
    const stateOf = async (which: string) => (await on.adyen.control.payment(which)).state
    expect([await stateOf(psp), await stateOf(open)]).to.deep.equal(["authorised", "closed"])
    expect((await on.told()).at(-1)).to.equal("EXPIRE true")
  })
})
