import { expect } from "chai"
import { CARDS } from "./cards.ts"
import { stage } from "./stage.ts"

const FIRST = { recurringProcessingModel: "Subscription", shopperReference: "payer-1" }
const AGAIN = { shopperInteraction: "ContAuth", recurringProcessingModel: "Subscription", shopperReference: "payer-1" }

describe("The simulator of Adyen charges cards on file", () => {
  const on = stage()
  const begin = async (more: object = FIRST, card: object = {}) =>
    (await on.pay(more, card)).body.additionalData.networkTxReference as string
  const again = async (networkPaymentReference: string | undefined, card: object = {}, more: object = AGAIN) =>
    (await on.pay(more, { cvc: undefined, networkPaymentReference, ...card })).body
  const rules = async () => (await on.adyen.control.violations()).map(({ rule }) => rule)
  const violates = async (...expected: (string | RegExp)[]) => {
    const found = await rules()
    for (const one of expected)
      expect(found.some((rule) => rule.match(one))).to.equal(true, `${one} is not in ${found.join("; ")}`)
    expect(found).to.have.length(expected.length)
    await on.adyen.control.allow(/./)
  }

  it("by the number and the reference of the first payment, without a CVC", async () => {
    const reference = await begin()
    expect((await again(reference)).resultCode).to.equal("Authorised")
    expect(await rules()).to.deep.equal([])
  })

  it("of a payer who is present, with or without a CVC", async () => {
    const reference = await begin({ ...FIRST, recurringProcessingModel: "CardOnFile" })
    const more = { ...AGAIN, recurringProcessingModel: "CardOnFile" }
    for (const card of [{}, { cvc: "737" }, { networkPaymentReference: undefined }])
      expect((await again(reference, card, more)).resultCode).to.equal("Authorised")
    expect(await rules()).to.deep.equal([])
  })

  it("also those that were verified only", async () => {
    const reference = await begin({ ...FIRST, amount: { currency: "BRL", value: 0 } })
    expect((await again(reference)).resultCode).to.equal("Authorised")
  })

  it("and reports a payment without its payer that has a CVC, no reference, or 3D Secure", async () => {
    const reference = await begin()
    await again(reference, { cvc: "737" })
    await again(undefined)
    await again(reference, {}, { ...AGAIN, authenticationData: { attemptAuthentication: "always" } })
    await violates(/has a CVC/, /has no networkPaymentReference/, /although the payer is absent/, /needs channel Web/)
  })

  it("and reports references of another card, another merchant, or a payment that said nothing of later ones", async () => {
    const unmarked = (await on.pay()).body.additionalData.networkTxReference
    const reference = await begin()
    await again(reference, { number: CARDS.mc })
    await again(unmarked)
    await violates(/is none that a first payment with this card was given/, /is none that a first payment/)
  })

  it("and reports what stores cards at Adyen", async () => {
    await on.pay({ ...FIRST, storePaymentMethod: true })
    await on.pay({}, { storedPaymentMethodId: "M5N7TQ4TG5PFWR50" })
    await violates(/stores a card at Adyen/, /pays with what Adyen stores/)
  })

  it("no longer where the holder has stopped it, and reports who charges on", async () => {
    const reference = await begin()
    await on.adyen.control.revoke(reference)
    expect((await again(reference)).refusalReasonCode).to.equal("26")
    expect(await rules()).to.deep.equal([])
    expect((await again(reference)).refusalReasonCode).to.equal("26")
    await violates(/again after refusal 26, which is final for ever/)
  })

  const endings: [what: string, told: Parameters<typeof on.adyen.control.nextOutcome>[0], isOver: boolean][] = [
    ["after a blocked card", { code: "5" }, true],
    ["after a number that does not exist", { code: "8" }, true],
    ["after merchantAdviceCode 03", { code: "2", additionalData: { merchantAdviceCode: "03" } }, true],
    ["after merchantAdviceCode 21", { code: "2", additionalData: { merchantAdviceCode: "21" } }, true],
    ["on the day of a refusal against retries", { code: "46" }, true],
    ["after a balance that was too small", { code: "12" }, false],
  ]
  for (const [what, told, isOver] of endings)
    it(`${isOver ? "no longer" : "again"} ${what}`, async () => {
      const reference = await begin()
      await on.adyen.control.nextOutcome(told)
      await again(reference)
      await again(reference)
      await violates(...(isOver ? [/charges a card again/] : []))
    })

  it("on the next day after a refusal against retries", async () => {
    const reference = await begin()
    await on.adyen.control.nextOutcome({ code: "46" })
    await again(reference)
    await on.adyen.control.advance(24 * 3_600_000)
    await again(reference)
    expect(await rules()).to.deep.equal([])
  })

  it("of brands that take a reference with the number", async () => {
    await on.adyen.control.setOptions({ networkReferences: ["visa", "mc"] })
    const reference = await begin(FIRST, { number: CARDS.elo })
    const { status } = await on.pay(AGAIN, { number: CARDS.elo, cvc: undefined, networkPaymentReference: reference })
    expect(status).to.equal(422)
  })
})
