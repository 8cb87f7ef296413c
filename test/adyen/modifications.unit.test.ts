import { expect } from "chai"
import { brl, newReference, stage } from "./stage.ts"

const MANUAL = { captureDelayHours: 672 }
const DAY_MS = 24 * 3_600_000

describe("The simulator of Adyen changes payments", () => {
  const on = stage()
  const { control } = { control: () => on.adyen.control }
  const booked = async (psp: string) => {
    const { authorised, released, captured, refunded } = await control().payment(psp)
    return { authorised, released, captured, refunded }
  }
  const last = async () => {
    await on.told()
    return on.listener.received.at(-1)!.items[0]!
  }

  it("by a capture, which is told with its own pspReference and the payment's", async () => {
    const psp = await on.paid(MANUAL)
    const { status, body } = await on.modify("captures", psp, { amount: brl(15700), reference: "cap-1" })
    expect(status).to.equal(201)
    expect(body).to.deep.include({ status: "received", paymentPspReference: psp, reference: "cap-1", amount: brl(15700) })
    expect(body.pspReference).not.to.equal(psp)
    expect(await last()).to.deep.include({
      eventCode: "CAPTURE",
      pspReference: body.pspReference,
      originalReference: psp,
      success: "true",
    })
    expect(await booked(psp)).to.deep.equal({ authorised: 15700, released: 0, captured: 15700, refunded: 0 })
  })

  it("by a capture of a part, which releases the rest", async () => {
    const psp = await on.paid(MANUAL)
    await on.modify("captures", psp, { amount: brl(5000) })
    await on.modify("captures", psp, { amount: brl(5000) })
    expect(await on.told()).to.deep.equal(["AUTHORISATION true", "CAPTURE true", "CAPTURE false"])
    expect(await booked(psp)).to.deep.include({ captured: 5000, released: 10700 })
  })

  it("by several captures where they are switched on", async () => {
    await control().setOptions({ multipleCaptures: true })
    const psp = await on.paid(MANUAL)
    for (const value of [5000, 10700]) await on.modify("captures", psp, { amount: brl(value) })
    expect(await booked(psp)).to.deep.include({ captured: 15700, released: 0 })
    await on.modify("reversals", psp)
    expect((await on.told()).at(-1)).to.equal("CANCEL_OR_REFUND false")
  })

  it("not by a capture of what is captured by itself, which does no harm", async () => {
    const psp = await on.paid()
    await on.modify("captures", psp, { amount: brl(15700) })
    expect((await on.told()).at(-1)).to.equal("CAPTURE true")
    expect(await booked(psp)).to.deep.include({ captured: 15700 })
  })

  it("and tells later that a capture has failed", async () => {
    const psp = await on.paid()
    await control().failCapture({ payment: psp })
    expect(await last()).to.deep.include({ eventCode: "CAPTURE_FAILED", originalReference: psp, success: "true" })
    expect(await booked(psp)).to.deep.include({ captured: 0 })
  })

  it("by refunds of parts, up to what was captured", async () => {
    const psp = await on.paid()
    for (const value of [5000, 10700, 1]) await on.modify("refunds", psp, { amount: brl(value), reference: newReference() })
    expect((await on.told()).slice(1)).to.deep.equal(["REFUND true", "REFUND true", "REFUND false"])
    expect(await booked(psp)).to.deep.include({ refunded: 15700 })
    expect((await control().violations()).map(({ rule }) => rule)).to.deep.equal([
      "refunds more than is left of what was captured",
    ])
    await control().allow(/refunds more/)
  })

  it("by refunds with a reason of the contract, whose webhook may name the refund or the payment", async () => {
    const reference = newReference()
    const psp = await on.paid({ reference })
    const refund = () =>
      on.modify("refunds", psp, { amount: brl(100), reference: newReference(), merchantRefundReason: "CUSTOMER REQUEST" })
    const { body } = await refund()
    expect(await last()).to.deep.include({ pspReference: body.pspReference, merchantReference: body.reference })
    await control().setOptions({ refundReference: "payment" })
    await refund()
    expect(await last()).to.deep.include({ merchantReference: reference })
  })

  it("not by a refund before the capture", async () => {
    const psp = await on.paid(MANUAL)
    expect((await on.modify("refunds", psp, { amount: brl(15700) })).status).to.equal(201)
    const { success, reason } = await last()
    expect([success, reason]).to.deep.equal(["false", "Transaction hasn't been captured, refund not possible"])
  })

  for (const [act, code, state] of [
    ["failRefund", "REFUND_FAILED", "failed"],
    ["reverseRefund", "REFUNDED_REVERSED", "reversed"],
  ] as const)
    it(`and tells by ${code}, a day after REFUND, that a refund's money is back`, async () => {
      const psp = await on.paid()
      const { body } = await on.modify("refunds", psp, { amount: brl(15700), reference: "ref-1" })
      await control().advance(DAY_MS)
      await control()[act](body.pspReference)
      expect((await on.told()).slice(1)).to.deep.equal(["REFUND true", `${code} true`])
      expect(await last()).to.deep.include({ pspReference: body.pspReference, originalReference: psp, amount: brl(15700) })
      expect((await control().payment(psp)).refunds[0]).to.include({ state })
      expect(await booked(psp)).to.deep.include({ refunded: 0 })
    })

  it("by a cancel before the capture, and not after it", async () => {
    const [open, captured] = [await on.paid(MANUAL), await on.paid()]
    for (const psp of [open, captured]) expect((await on.modify("cancels", psp)).body.status).to.equal("received")
    expect((await on.told()).slice(2)).to.deep.equal(["CANCELLATION true", "CANCELLATION false"])
    expect(await booked(open)).to.deep.include({ released: 15700, captured: 0 })
    await control().advance(30 * DAY_MS)
    expect(await booked(open)).to.deep.include({ captured: 0 })
  })

  it("by a reversal, which cancels or refunds, and says which", async () => {
    const [open, captured] = [await on.paid(MANUAL), await on.paid()]
    for (const [psp, action] of [
      [open, "cancel"],
      [captured, "refund"],
    ] as const) {
      await on.modify("reversals", psp)
      const { additionalData, success } = await last()
      expect([additionalData!["modification.action"], success]).to.deep.equal([action, "true"])
    }
    expect(await booked(captured)).to.deep.include({ refunded: 15700 })
    await on.modify("reversals", captured)
    expect((await last()).success).to.equal("false")
  })

  it("by the merchant's own reference alone, which is told as TECHNICAL_CANCEL", async () => {
    const reference = newReference()
    const psp = await on.paid({ reference, ...MANUAL })
    const body = { merchantAccount: on.adyen.merchant.account, paymentReference: reference, reference: "cancel-1" }
    const { status, body: answer } = await on.post("/cancels", body)
    expect(status).to.equal(201)
    expect(answer).to.include({ status: "received", paymentReference: reference, reference: "cancel-1" })
    expect(await last()).to.deep.include({ eventCode: "TECHNICAL_CANCEL", originalReference: psp, success: "true" })
    for (const [unknownCancelTold, count] of [
      [false, 2],
      [true, 3],
    ] as const) {
      await control().setOptions({ unknownCancelTold })
      expect((await on.post("/cancels", { ...body, paymentReference: "never came" })).status).to.equal(201)
      expect(await on.told()).to.have.length(count)
    }
    expect((await last()).success).to.equal("false")
  })

  it("later, where a modification takes its time", async () => {
    await control().setOptions({ modificationMs: DAY_MS })
    const psp = await on.paid()
    await on.modify("refunds", psp, { amount: brl(100) })
    expect(await on.told()).to.deep.equal(["AUTHORISATION true"])
    expect(await control().payment(psp)).to.include({ pending: 100, refunded: 0 })
    await control().advance(DAY_MS)
    expect(await on.told()).to.deep.equal(["AUTHORISATION true", "REFUND true"])
  })

  it("not where a test says so", async () => {
    const psp = await on.paid()
    await control().nextModification({ kind: "refund", payment: psp, reason: "Card was closed" })
    await on.modify("refunds", psp, { amount: brl(100) })
    expect([(await last()).success, (await last()).reason]).to.deep.equal(["false", "Card was closed"])
    await on.modify("refunds", psp, { amount: brl(100) })
    expect((await last()).success).to.equal("true")
  })

  it("and refuses other currencies, no amount, and payments of nobody or of another merchant", async () => {
    const psp = await on.paid()
    const other = await control().newMerchant()
    const theirs = { merchantAccount: other.account, amount: brl(100) }
    const answers = [
      await on.modify("refunds", psp, { amount: { currency: "USD", value: 100 } }),
      await on.modify("refunds", psp, { amount: brl(0) }),
      await on.modify("captures", psp, {}),
      await on.modify("refunds", "UNKNOWN", { amount: brl(100) }),
      await on.post(`/payments/${psp}/refunds`, theirs, undefined, { "x-api-key": other.apiKey }),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([422, 422, 422, 422, 422])
    expect(await control().violations()).to.have.length(5)
    await control().allow(/./)
  })

  it("and reports who pays or refunds twice under one reference with two keys, or captures too much", async () => {
    const reference = newReference()
    const psp = await on.paid({ reference })
    await on.paid({ reference })
    for (let count = 0; count < 2; count++) await on.modify("refunds", psp, { amount: brl(100), reference: "r" })
    await on.modify("captures", psp, { amount: brl(15701) })
    const rules = (await control().violations()).map(({ rule }) => rule)
    expect(rules).to.deep.equal([
      `pays ${reference} under a second key, although the first payment is not refused`,
      "refunds r under a second key",
      "captures more than was authorised",
    ])
    await control().allow(/./)
  })
})
