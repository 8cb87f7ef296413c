import { expect } from "chai"
import { barCodeOfLine } from "../../src/acquirers/bar-code.ts"
import { readCode } from "../bank-pix/code.ts"
import { brl, newReference, PAYER, stage } from "./stage.ts"

const DAY_MS = 24 * 3_600_000

describe("The simulator of Adyen takes PIX and boleto", () => {
  const on = stage()
  const offer = async (type: string, more: object = {}) => {
    const reference = newReference()
    const body = { ...PAYER, ...more, paymentMethod: { type }, reference, amount: brl(3700), returnUrl: "https://shop.example/" }
    const answer = await on.post("/payments", { merchantAccount: on.adyen.merchant.account, ...body })
    return { reference, ...answer }
  }
  const stateOf = async (reference: string) => {
    const { state, captured } = await on.adyen.control.payment(reference)
    return [state, captured]
  }

  it("shows a code, and tells that it was paid", async () => {
    const { reference, body } = await offer("pix", { sessionValidity: "2026-11-20T16:00:00-03:00" })
    expect(body.resultCode).to.equal("Pending")
    expect(body.action).to.include({ type: "qrCode", paymentMethodType: "pix", expiresAt: "2026-11-20T20:00:00+01:00" })
    expect(readCode(body.action.qrCodeData).amount).to.equal("37.00")
    expect(await stateOf(reference)).to.deep.equal(["open", 0])
    await on.adyen.control.pay({ payment: reference })
    expect(await on.told()).to.deep.equal(["AUTHORISATION true"])
    expect(on.listener.received[0]!.items[0]!.merchantReference).to.equal(reference)
    expect(await stateOf(reference)).to.deep.equal(["authorised", 3700])
  })

  it("or presents it with another resultCode", async () => {
    await on.adyen.control.setOptions({ pixResult: "PresentToShopper" })
    expect((await offer("pix")).body.resultCode).to.equal("PresentToShopper")
  })

  it("tells that a code has expired, after which it is paid late only", async () => {
    const { reference } = await offer("pix")
    await on.adyen.control.advance(3_600_000)
    expect(await on.told()).to.deep.equal(["OFFER_CLOSED true"])
    const refused = await on.adyen.control.pay({ payment: reference }).catch((error: Error) => error.message)
    expect(refused).to.contain("has expired")
    await on.adyen.control.pay({ payment: reference, late: true })
    expect(await on.told()).to.deep.equal(["OFFER_CLOSED true", "AUTHORISATION true"])
  })

  it("refunds a PIX, and cancels none", async () => {
    const { reference } = await offer("pix")
    await on.adyen.control.pay({ payment: reference })
    const { pspReference } = await on.adyen.control.payment(reference)
    await on.modify("refunds", pspReference, { amount: brl(3700) })
    await on.modify("cancels", pspReference)
    expect((await on.told()).slice(1)).to.deep.equal(["REFUND true", "CANCELLATION false"])
    expect((await on.adyen.control.violations()).map(({ rule }) => rule)).to.deep.equal([
      "cancels a payment by pix: only authorisations are canceled",
    ])
    await on.adyen.control.allow(/cancels a payment/)
  })

  it("issues a boleto with a line that can be paid, also with another amount", async () => {
    const { reference, body } = await offer("boletobancario_santander", { deliveryDate: "2026-11-30T23:59:59Z" })
    expect(body.resultCode).to.equal("PresentToShopper")
    const { reference: line, ...action } = body.action
    expect(action).to.deep.include({ type: "voucher", totalAmount: brl(3700), initialAmount: brl(3700) })
    expect(line).to.match(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/)
    expect(barCodeOfLine(line)?.slice(0, 3)).to.equal("033")
    await on.adyen.control.pay({ payment: reference, amount: 3600 })
    await on.told()
    expect(on.listener.received[0]!.items[0]!.amount).to.deep.equal(brl(3600))
  })

  for (const code of ["OFFER_CLOSED", "EXPIRE"] as const)
    it(`tells by ${code} that nobody paid a boleto`, async () => {
      await on.adyen.control.setOptions({ unpaidBoleto: code })
      const { reference } = await offer("boletobancario_santander")
      await on.adyen.control.advance(4 * DAY_MS)
      expect(await on.told()).to.deep.equal([`${code} true`])
      expect(await stateOf(reference)).to.deep.equal(["closed", 0])
    })

  it("has no refund of a boleto", async () => {
    const { reference, body } = await offer("boletobancario_santander")
    await on.adyen.control.pay({ payment: reference })
    await on.modify("refunds", body.pspReference, { amount: brl(3700) })
    expect((await on.told()).at(-1)).to.equal("REFUND false")
    await on.adyen.control.allow(/refunds a boleto/)
  })

  it("demands the payer's name and document, and for a boleto the whole address", async () => {
    const wrong: [string, object][] = [
      ["pix", { shopperName: undefined }],
      ["pix", { socialSecurityNumber: "529.982.247-25" }],
      ["pix", { sessionValidity: "tomorrow" }],
      ["boletobancario_santander", { billingAddress: undefined }],
      ["boletobancario_santander", { billingAddress: { ...PAYER.billingAddress, street: undefined } }],
    ]
    for (const [type, more] of wrong) expect((await offer(type, more)).status, JSON.stringify(more)).to.equal(422)
    await on.adyen.control.allow(/./)
  })
})
