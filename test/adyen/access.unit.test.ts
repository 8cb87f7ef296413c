import { expect } from "chai"
import { startAdyen } from "./adyen.ts"
import { CARDS } from "./cards.ts"
import { brl, paymentOf, stage } from "./stage.ts"

describe("The simulator of Adyen lets in", () => {
  const on = stage()
  const control = () => on.adyen.control
  const statusWith = async (headers: Record<string, string>, more: object = {}) =>
    (await on.post("/payments", paymentOf(on.adyen, more), undefined, headers)).status

  it("who has an API key, for the merchant accounts of the key", async () => {
    expect(await statusWith({ "x-api-key": "wrong" })).to.equal(401)
    const other = await control().newMerchant()
    const forbidden = await on.post("/payments", paymentOf(on.adyen, { merchantAccount: other.account }))
    expect([forbidden.status, forbidden.body.errorCode, forbidden.body.message]).to.deep.equal([
      403,
      "901",
      "Invalid Merchant Account",
    ])
    await control().shareApiKey({ account: other.account, key: on.adyen.merchant.apiKey })
    expect(await statusWith({}, { merchantAccount: other.account })).to.equal(200)
    expect(await control().violations()).to.deep.equal([])
  })

  it("two API keys until the old one is revoked", async () => {
    const key = await control().newApiKey()
    expect([await statusWith({}), await statusWith({ "x-api-key": key })]).to.deep.equal([200, 200])
    await control().revokeApiKey(on.adyen.merchant.apiKey)
    expect([await statusWith({}), await statusWith({ "x-api-key": key })]).to.deep.equal([401, 200])
  })

  it("JSON that is called so, and nobody without a key", async () => {
    expect(await statusWith({ "content-type": "text/plain" })).to.equal(400)
    expect((await on.post("/payments", "{", undefined)).status).to.equal(400)
    expect(await statusWith({ "x-api-key": "" })).to.equal(401)
    expect(await control().violations()).to.have.length(3)
    await control().allow(/./)
  })
})

describe("The simulator of Adyen reports", () => {
  const on = stage()
  const control = () => on.adyen.control

  it("look-ups, which Adyen does not have", async () => {
    const psp = await on.paid()
    for (const path of [`/payments/${psp}`, "/payments?reference=1"]) {
      const response = await fetch(on.adyen.urls.checkout + path, { headers: { "x-api-key": on.adyen.merchant.apiKey } })
      expect(response.status).to.equal(404)
    }
    expect((await control().violations()).map(({ rule }) => rule)[0]).to.match(/^there is no GET .*: Adyen has no look-up$/)
    await control().allow(/no look-up/)
  })

  const refused: [what: string, more: object, card?: object][] = [
    ["a currency other than BRL, USD and EUR", { amount: { currency: "JPY", value: 100 } }],
    ["an amount below zero", { amount: brl(-1) }],
    ["no address to return to", { returnUrl: undefined }],
    ["an address without a protocol", { returnUrl: "shop.example" }],
    ["a reference of more than 80", { reference: "r".repeat(81) }],
    ["a shopperReference of less than 3", { shopperReference: "ab" }],
    ["a capture after more than 672 hours", { captureDelayHours: 673 }],
    ["metadata of more than 20 keys", { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, "1"])) }],
    ["metadata with a long key", { metadata: { ["k".repeat(21)]: "1" } }],
    ["metadata with a long value", { metadata: { k: "1".repeat(81) } }],
    ["a payment on file without its model", { shopperInteraction: "ContAuth" }, { cvc: undefined }],
    ["a year of two digits", {}, { expiryYear: "30" }],
  ]
  for (const [what, more, card] of refused)
    it(`and refuses ${what}`, async () => {
      const { status, body } = await on.pay(more, card)
      expect([status, body.status, body.errorType]).to.deep.equal([422, 422, "validation"])
      expect(body.message).to.be.a("string")
      expect(body.errorCode).to.be.a("string")
      if (what !== "a year of two digits") expect(await control().violations()).to.have.length.greaterThan(0)
      await control().allow(/./)
    })

  const taken: [what: string, rule: RegExp, more: object][] = [
    ["personal data in the shopperReference", /personal data/, { shopperReference: "ana@example.com" }],
    ["a long statement", /longer than 22/, { shopperStatement: "a".repeat(23) }],
    ["a verification with installments", /verification has installments/, { amount: brl(0), installments: { value: 2 } }],
    ["the number in another place", /outside of paymentMethod/, { metadata: { card: CARDS.visa } }],
    ["native 3D Secure", /native/, { authenticationData: { threeDSRequestData: { nativeThreeDS: "preferred" } } }],
  ]
  for (const [what, rule, more] of taken)
    it(`although it takes it: ${what}`, async () => {
      expect((await on.pay(more)).status).to.equal(200)
      const found = await control().violations()
      expect(found).to.have.length(1)
      expect(found[0]!.rule).to.match(rule)
      await control().allow(rule)
    })

  it("at its end: whoever closes it hears of violations that no test has allowed", async () => {
    const one = await startAdyen()
    await fetch(`${one.urls.checkout}/payments/1`)
    const heard = await one.close().catch((error: Error) => error.message)
    expect(heard).to.contain("Adyen was misused:\nunknown: there is no GET")
  })

  it("which secrets a text has", async () => {
    await on.pay()
    const { apiKey, hmacKey } = on.adyen.merchant
    expect(await control().secretsIn(`a log with ${apiKey} and ${CARDS.visa}`)).to.deep.equal([apiKey, CARDS.visa])
    expect(await control().secretsIn(hmacKey)).to.deep.equal([hmacKey])
    expect(await control().secretsIn("a log with 411111******1111")).to.deep.equal([])
  })

  it("nothing after a reset, which keeps the merchants", async () => {
    await on.pay({}, {}, null)
    await control().reset()
    expect([await control().violations(), await control().ledger()]).to.deep.equal([[], []])
    expect((await on.pay()).status).to.equal(200)
  })
})
