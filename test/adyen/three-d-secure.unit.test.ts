import { expect } from "chai"
import { CARDS } from "./cards.ts"
import type { Decision } from "./payments/types.ts"
import { BROWSER, brl, newReference, stage } from "./stage.ts"

const HOUR_MS = 3_600_000

describe("The simulator of Adyen authenticates payers", () => {
  const on = stage()
  const begin = async (more: object = {}, card: object = { number: CARDS.challenge }) =>
    (await on.pay({ ...BROWSER, ...more }, card)).body
  const decided = async (url: string, decision: Decision): Promise<URL> => {
    const body = new URLSearchParams({ decision })
    const response = await fetch(url, { method: "POST", body, redirect: "manual" })
    expect(response.status).to.equal(302)
    return new URL(response.headers.get("location")!)
  }
  const details = (redirectResult: string | null, key?: string) =>
    on.post("/payments/details", { details: { redirectResult } }, key)

  it("on a page, to which an answer without pspReference sends the browser", async () => {
    const reference = newReference()
    const { action, ...rest } = await begin({ reference })
    expect(rest).to.deep.equal({ resultCode: "RedirectShopper", merchantReference: reference })
    expect(action).to.deep.include({ type: "redirect", method: "GET", paymentMethodType: "scheme" })
    const page = await fetch(action.url)
    const text = await page.text()
    expect(page.headers.get("content-type")).to.contain("text/html")
    for (const decision of ["authenticated", "failed", "given_up"]) expect(text).to.contain(`value="${decision}"`)
    expect(await on.told()).to.deep.equal([])
  })

  it("and authorises after the details, with a redirectResult that was escaped in the address", async () => {
    const { action } = await begin()
    const back = await decided(action.url, "authenticated")
    expect([back.origin, back.searchParams.get("order")]).to.deep.equal(["https://shop.example", "1"])
    const { status, body } = await details(back.searchParams.get("redirectResult"))
    expect([status, body.resultCode, body.amount.value]).to.deep.equal([200, "Authorised", 15700])
    expect(body.pspReference).to.match(/^[A-Z0-9]{16}$/)
    expect(body.additionalData).to.include({ threeDAuthenticated: "true", liabilityShift: "true" })
    expect(await on.told()).to.deep.equal(["AUTHORISATION true"])
    const escaped = back.search.split("redirectResult=")[1]!
    expect((await details(escaped)).status).to.equal(422)
  })

  it("and refuses who fails, and who gives up", async () => {
    for (const [decision, resultCode, code] of [
      ["failed", "Refused", "11"],
      ["given_up", "Cancelled", "16"],
    ] as const) {
      const { action } = await begin()
      const { body } = await details((await decided(action.url, decision)).searchParams.get("redirectResult"))
      expect([body.resultCode, body.refusalReasonCode]).to.deep.equal([resultCode, code])
    }
  })

  it("and may refuse the card of who was authenticated", async () => {
    const { action } = await begin({}, { number: CARDS.challenge, holderName: "NOT_ENOUGH_BALANCE" })
    const { body } = await details((await decided(action.url, "authenticated")).searchParams.get("redirectResult"))
    expect([body.resultCode, body.refusalReasonCode]).to.deep.equal(["Refused", "12"])
  })

  it("once: who decides twice has two results, of which the first that is sent counts", async () => {
    const { action } = await begin()
    const results = [await decided(action.url, "failed"), await decided(action.url, "authenticated")].map(({ searchParams }) =>
      searchParams.get("redirectResult"),
    )
    expect(results[0]).not.to.equal(results[1])
    expect((await details(results[1]!)).body.resultCode).to.equal("Authorised")
    expect((await details(results[0]!)).status).to.equal(422)
    expect((await on.adyen.control.violations()).map(({ rule }) => rule)).to.deep.equal([
      "The payment was completed before, under another key",
    ])
    await on.adyen.control.allow(/completed before/)
  })

  it("and answers details again under their key", async () => {
    const { action } = await begin()
    const result = (await decided(action.url, "authenticated")).searchParams.get("redirectResult")
    const [first, again] = [await details(result, "d1"), await details(result, "d1")]
    expect(again.body).to.deep.equal(first.body)
    expect(await on.told()).to.deep.equal(["AUTHORISATION true"])
  })

  it("and refuses texts that it did not give: anybody can call the merchant's address", async () => {
    for (const text of ["made up", ""]) expect((await details(text)).status).to.equal(422)
    expect(await on.adyen.control.violations()).to.deep.equal([])
  })

  it("for 12 hours: then the offer is closed, and nothing ends the payment any more", async () => {
    const reference = newReference()
    const { action } = await begin({ reference })
    const back = await decided(action.url, "authenticated")
    await on.adyen.control.advance(12 * HOUR_MS)
    expect(await on.told()).to.deep.equal(["OFFER_CLOSED true"])
    expect((await details(back.searchParams.get("redirectResult"))).status).to.equal(422)
    expect((await fetch(action.url)).status).to.equal(410)
    expect((await on.adyen.control.payment(reference)).state).to.equal("closed")
  })

  it("by a form, and back by a form, where it is configured so", async () => {
    await on.adyen.control.setOptions({ redirectMethod: "POST" })
    const { action } = await begin({ redirectFromIssuerMethod: "POST" })
    expect(action.method).to.equal("POST")
    const shown = await fetch(action.url, { method: "POST", body: new URLSearchParams(action.data) })
    expect(await shown.text()).to.contain("<form")
    const back = await fetch(action.url, { method: "POST", body: new URLSearchParams({ decision: "authenticated" }) })
    const [, result] = /name="redirectResult" value="([^"]+)"/.exec(await back.text())!
    expect((await details(result!)).body.resultCode).to.equal("Authorised")
  })

  it("as a test decides without a browser", async () => {
    const reference = newReference()
    await begin({ reference })
    const [first, second] = await on.adyen.control.decide({ payment: reference, decision: "authenticated", times: 2 })
    expect(first!.url).to.contain("https://shop.example/back?order=1&redirectResult=")
    expect(second!.redirectResult).not.to.equal(first!.redirectResult)
  })

  it("only if the issuer wants to: others are authenticated in the first answer, or take no part in it", async () => {
    const authenticationData = { attemptAuthentication: "always" }
    for (const [threeDSecure, eci, shifts] of [
      ["frictionless", "05", "true"],
      ["not_enrolled", "N/A", "false"],
    ] as const) {
      await on.adyen.control.setOptions({ threeDSecure })
      const { resultCode, additionalData } = await begin({ authenticationData })
      expect([resultCode, additionalData.eci, additionalData.liabilityShift]).to.deep.equal(["Authorised", eci, shifts])
      expect(additionalData.threeDAuthenticated).to.equal(shifts)
    }
  })

  it("any card that is told to, and not the one of the challenge where it is told not to", async () => {
    const attempt = (attemptAuthentication: string) => ({ authenticationData: { attemptAuthentication } })
    expect((await begin(attempt("always"), {})).resultCode).to.equal("RedirectShopper")
    expect((await begin(attempt("never"))).resultCode).to.equal("Authorised")
  })

  it("after a refusal that asks for it, with a second reference", async () => {
    const holderName = "AUTHENTICATION_REQUIRED"
    const refused = await on.pay({}, { holderName })
    expect(refused.body.refusalReasonCode).to.equal("38")
    const { action } = await begin({ authenticationData: { attemptAuthentication: "always" } }, { holderName })
    const { body } = await details((await decided(action.url, "authenticated")).searchParams.get("redirectResult"))
    expect(body.resultCode).to.equal("Authorised")
  })

  it("with the pspReference in the first answer where it gives it", async () => {
    await on.adyen.control.setOptions({ pspReferenceWithAction: true })
    const { action, pspReference } = await begin()
    const { body } = await details((await decided(action.url, "authenticated")).searchParams.get("redirectResult"))
    expect(body.pspReference).to.equal(pspReference)
  })

  it("in a browser only that is described, on a page whose origin is named, and with something to reach a Visa payer", async () => {
    const { browserInfo } = BROWSER
    const wrong = [
      { browserInfo: undefined },
      { browserInfo: { ...browserInfo, colorDepth: 10 } },
      { browserInfo: { ...browserInfo, language: undefined } },
      { origin: "https://shop.example/cart" },
      { origin: undefined },
      { channel: undefined },
      { shopperIP: undefined },
    ]
    for (const more of wrong) {
      const { status } = await on.pay({ ...BROWSER, ...more }, { number: CARDS.challenge })
      expect(status, JSON.stringify(more)).to.equal(422)
    }
    expect(
      (await on.pay({ ...BROWSER, shopperIP: undefined, shopperEmail: "ana@example.com", amount: brl(100) }, {})).status,
    ).to.equal(200)
    expect(await on.adyen.control.violations()).to.have.length.greaterThan(wrong.length - 1)
    await on.adyen.control.allow(/./)
  })
})
