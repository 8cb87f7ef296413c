import { expect } from "chai"
import { brl, newReference, paymentOf, stage } from "./stage.ts"
import { type Item, signatureOf, signedText } from "./webhooks/sign.ts"

const MINUTE_MS = 60_000

describe("The simulator of Adyen signs webhooks", () => {
  const on = stage()
  const item = () => on.listener.received.at(-1)!.items[0]!
  const signature = (key: string, one: Item = item()) => signatureOf(signedText(one), key)

  it("as the library's own vectors say", () => {
    const key = "DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00"
    const vectors = {
      "pspReference:originalReference:merchantAccount:reference:1000:EUR:CAPTURE:true":
        "xhpHvYq2u2Np0rstbZ6QjLGu7JWhvf7Iwaa6EviJSX0=",
      "countryCode:currencyCode:merchantAccount:merchantReference:paymentAmount:sessionValidity:skinCode:NL:EUR:MagentoMerchantTest2:TEST-PAYMENT-2017-02-01-14\\:02\\:05:199:2017-02-02T14\\:02\\:05+01\\:00:PKz2KML1":
        "34oR8T1whkQWTv9P+SzKyp8zhusf9n0dpqrm9nsqSJs=",
    }
    for (const [text, expected] of Object.entries(vectors)) expect(signatureOf(text, key)).to.equal(expected)
  })

  it("over eight members, of which a missing one is empty, and nothing is escaped", async () => {
    const reference = "a:b\\c-é"
    const { body } = await on.pay({ reference })
    await on.told()
    expect(signedText(item())).to.equal(
      `${body.pspReference}::${on.adyen.merchant.account}:${reference}:15700:BRL:AUTHORISATION:true`,
    )
    expect(item().additionalData!.hmacSignature).to.equal(signature(on.adyen.merchant.hmacKey))
    expect(on.listener.received[0]!.live).to.equal("false")
  })

  it("with the old key until the new one is in use", async () => {
    const { control, merchant } = on.adyen
    const key = await control.newHmacKey()
    await on.pay()
    await on.told()
    expect(item().additionalData!.hmacSignature).to.equal(signature(merchant.hmacKey))
    await control.signWith("new")
    await on.pay()
    await on.told()
    expect(item().additionalData!.hmacSignature).to.equal(signature(key))
    await control.resend({ eventCode: "AUTHORISATION", pspReference: item().pspReference, sign: "old" })
    await on.told()
    expect(item().additionalData!.hmacSignature).to.equal(signature(merchant.hmacKey))
  })

  it("wrongly or not at all where a test says so, and what a forger sends", async () => {
    const { control, merchant } = on.adyen
    await control.hold()
    const psp = await on.paid()
    await control.release({ sign: "wrong" })
    await on.told()
    expect(item().additionalData!.hmacSignature).not.to.equal(signature(merchant.hmacKey))
    await control.resend({ pspReference: psp, sign: "none" })
    await on.told()
    expect(item().additionalData).not.to.have.property("hmacSignature")
    const status = await control.forge({
      url: on.listener.url,
      item: { merchantReference: "x", pspReference: psp, amount: brl(1) },
    })
    expect(status).to.equal(200)
    expect(item().additionalData!.hmacSignature).not.to.equal(signature(merchant.hmacKey))
  })

  it("and not over date, reason and the rest of additionalData", async () => {
    const psp = await on.paid()
    await on.adyen.control.notify({
      payment: psp,
      item: { eventCode: "AUTHORISATION", pspReference: psp, reason: "changed", eventDate: "1999-01-01T00:00:00+01:00" },
    })
    await on.told()
    const [first, second] = on.listener.received.map(({ items }) => items[0]!.additionalData!.hmacSignature)
    expect(first).to.equal(second)
  })
})

describe("The simulator of Adyen sends webhooks", () => {
  const on = stage()
  const control = () => on.adyen.control

  it("again where they are not acknowledged: three times at once, then after longer and longer", async () => {
    on.listener.answers.status = 500
    await on.pay()
    await on.told()
    expect(on.listener.received).to.have.length(4)
    let expected = 4
    for (const minutes of [2, 5, 10, 15, 30, 60, 120, 240, 480, 480]) {
      await control().advance(minutes * MINUTE_MS - 1)
      await on.told()
      expect(on.listener.received).to.have.length(expected)
      await control().advance(1)
      await on.told()
      expect(on.listener.received).to.have.length(++expected)
    }
    on.listener.answers.status = 202
    await control().advance(480 * MINUTE_MS)
    await on.told()
    const [delivery] = await control().deliveries()
    expect([delivery!.state, delivery!.attempts.at(-1)!.status]).to.deep.equal(["accepted", 202])
    await control().advance(480 * MINUTE_MS)
    await on.told()
    expect(on.listener.received).to.have.length(expected + 1)
  })

  it("for 30 days", async () => {
    on.listener.answers.status = 500
    await on.pay()
    for (let day = 0; day < 31 * 3; day++) {
      await control().advance(480 * MINUTE_MS)
      await on.told()
    }
    expect((await control().deliveries())[0]!.state).to.equal("lost")
  })

  it("one after the other: later ones wait while one fails", async () => {
    await control().setOptions({ quickRetriesMs: [] })
    on.listener.answers.status = 503
    const [first, second] = [newReference(), newReference()]
    await on.pay({ reference: first })
    await on.pay({ reference: second })
    await on.told()
    const references = () => on.listener.received.map(({ items }) => items[0]!.merchantReference)
    expect(references()).to.deep.equal([first])
    on.listener.answers.status = 200
    await control().advance(2 * MINUTE_MS)
    await on.told()
    expect(references()).to.deep.equal([first, first, second])
  })

  it("until the body [accepted], where an account is acknowledged in that way", async () => {
    await control().setOptions({ acknowledgement: "accepted", quickRetriesMs: [] })
    await on.pay()
    await on.told()
    expect((await control().deliveries())[0]!.attempts[0]).to.include({ status: 200, accepted: false })
    on.listener.answers.text = "[accepted]"
    await control().advance(2 * MINUTE_MS)
    await on.told()
    expect((await control().deliveries())[0]!.state).to.equal("accepted")
  })

  it("and takes a redirect or silence for no acknowledgement", async () => {
    await control().setOptions({ quickRetriesMs: [] })
    on.listener.answers.status = 302
    await on.pay()
    await on.told()
    on.listener.answers.isSilent = true
    await control().setOptions({ ackMs: 100 })
    await control().advance(2 * MINUTE_MS)
    await on.told()
    const [delivery] = await control().deliveries()
    expect(delivery!.attempts.map(({ status }) => status)).to.deep.equal([302, null])
    expect(on.listener.received).to.have.length(2)
  })

  it("late, in another order, twice, several in one call, or never", async () => {
    await control().hold()
    const psp = await on.paid()
    await on.modify("refunds", psp, { amount: brl(100) })
    expect(await on.told()).to.deep.equal([])
    await control().release({ order: "reversed", times: 2 })
    expect(await on.told()).to.deep.equal(["REFUND true", "REFUND true", "AUTHORISATION true", "AUTHORISATION true"])
    await control().hold()
    const other = await on.paid()
    await on.modify("refunds", other, { amount: brl(100) })
    await control().release({ codes: ["REFUND"] })
    expect((await on.told()).slice(4)).to.deep.equal(["REFUND true"])
    await control().release()
    expect((await on.told()).slice(5)).to.deep.equal(["AUTHORISATION true"])
    await control().hold()
    await on.modify("refunds", other, { amount: brl(100) })
    await on.modify("refunds", other, { amount: brl(101) })
    await control().release({ bundle: true })
    await on.told()
    expect(on.listener.received.at(-1)!.items.map(({ amount }) => amount.value)).to.deep.equal([100, 101])
    await control().hold()
    await on.paid()
    await control().drop()
    await control().resend({ pspReference: psp, eventCode: "AUTHORISATION" })
    await on.told()
    expect(on.listener.received.at(-1)!.items[0]).to.include({ pspReference: psp })
  })

  it("before the answer of the request that has brought them, where it is told so", async () => {
    await control().setOptions({ webhookFirst: true })
    const psp = await on.paid()
    expect(on.listener.received.map(({ items }) => items[0]!.pspReference)).to.deep.equal([psp])
  })

  it("with the user and password of the endpoint", async () => {
    await control().setWebhook({ url: on.listener.url, user: "vintem", password: "secret" })
    await on.pay()
    await on.told()
    expect(on.listener.received[0]!.authorization).to.equal(`Basic ${Buffer.from("vintem:secret").toString("base64")}`)
  })

  it("to nobody without an endpoint, but remembers what has happened", async () => {
    await control().setWebhook({ url: null })
    await on.pay()
    expect(await on.told()).to.deep.equal([])
    expect((await control().items()).map(({ eventCode }) => eventCode)).to.deep.equal(["AUTHORISATION"])
  })

  it("of codes that nobody knows, of reports, and of a later and other outcome of the same payment", async () => {
    const psp = await on.paid()
    await control().notify({ payment: psp, item: { eventCode: "SOMETHING_NEW", success: "false" } })
    await control().reportAvailable({ url: "https://reports.example/1.csv", account: on.adyen.merchant.account })
    await control().correct({ payment: psp, success: false })
    const told = ["AUTHORISATION true", "SOMETHING_NEW false", "REPORT_AVAILABLE true", "AUTHORISATION false"]
    expect(await on.told()).to.deep.equal(told)
    expect(on.listener.received[2]!.items[0]!.reason).to.equal("https://reports.example/1.csv")
  })

  it("for each merchant account to its own endpoint, with its own key", async () => {
    const other = await control().newMerchant()
    await control().setWebhook({ account: other.account, url: `${on.listener.url}/other` })
    const body = paymentOf(on.adyen, { merchantAccount: other.account })
    await on.post("/payments", body, undefined, { "x-api-key": other.apiKey })
    await on.told()
    const [item] = on.listener.received[0]!.items
    expect(item!.merchantAccountCode).to.equal(other.account)
    expect(item!.additionalData!.hmacSignature).to.equal(signatureOf(signedText(item!), other.hmacKey))
  })
})
