// Payers who are authenticated at Adyen, in the sale. The pages need live mode, which is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { CARDS } from "../../adyen/cards.ts"
import type { Json } from "../../support/app/client.ts"
import { findCanaries } from "../../support/bytes/canary.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { eventsOf, retrieve } from "../../support/merchants/rails.ts"
import { actsOf, DAY, MINUTE } from "./acts.ts"
import { withAdyen } from "./at-adyen.ts"
import { AUTHENTICATED, payersOf } from "./payers.ts"

describe("A payer whom Adyen authenticates in the sale", function () {
  this.timeout(60_000)
  const on = withAdyen({}, { pages: true })
  const { control, entries, saleOf, statusOf } = actsOf(on)
  const { secrets, confirmed, asked, decides, detailsCalls, threeDSecureOf } = payersOf(on)

  it("pays once, with the issuer's guarantee, and comes back to the shop", async () => {
    const { id, page } = await asked()
    expect(await entries()).to.have.lengthOf(0)
    const next = await page.lead()
    expect(next).to.include({ step: "redirect", method: "GET" })
    expect((await page.status()).state).to.equal("waiting")
    const before = (await detailsCalls()).length
    const back = await decides(next.url, "authenticated")
    expect(back.startsWith(`${page.url}/back?redirectResult=`)).to.equal(true)
    expect((await page.follow(back)).url.startsWith(on.vintem.url)).to.equal(true)
    expect(await retrieve(on.merchant, id)).to.include({ status: "succeeded", amount_received: 4990 })
    expect(await threeDSecureOf(id)).to.deep.equal(AUTHENTICATED)
    // Two more returns, and pages that were left open.
    for (const again of [back, await decides(next.url, "authenticated").catch(() => back)]) await page.follow(again ?? back)
    expect([await page.lead(), await page.leave()]).to.deep.equal([{ step: "over" }, { step: "over" }])
    expect((await detailsCalls()).length - before).to.equal(1)
    await on.told()
    await on.poll(120)
    expect((await entries()).map(({ captured, refunded }) => [captured, refunded])).to.deep.equal([[4990, 0]])
    expect(await eventsOf(on.merchant, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  for (const decision of ["failed", "given_up"] as const)
    it(`is refused after the issuer's page: ${decision}`, async () => {
      const { id, page } = await asked()
      await page.follow(await decides((await page.lead()).url, decision))
      const { status, last_payment_error } = await retrieve(on.merchant, id)
      expect([status, last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
      expect(await threeDSecureOf(id)).to.include({ result: "failed", liability_shifted: false })
      expect((await page.status()).outcome).to.equal("failed")
    })

  it("pays without the page of an issuer who asks nothing, and the issuer bears the risk", async () => {
    await control().setOptions({ threeDSecure: "frictionless" })
    const { id, page } = await asked({ number: CARDS.mc })
    expect(await page.lead()).to.deep.equal({ step: "over" })
    expect(await statusOf(id)).to.equal("succeeded")
    expect(await threeDSecureOf(id)).to.include({ result: "authenticated", eci: "02" })
  })

  for (const capture_method of ["automatic", "manual"])
    it(`is refused, and gets the money back, with a card that takes no part in it (${capture_method})`, async () => {
      await control().setOptions({ threeDSecure: "not_enrolled" })
      const { id, page } = await asked({ intent: { capture_method } })
      expect(await page.lead()).to.deep.equal({ step: "over" })
      const { status, last_payment_error } = await retrieve(on.merchant, id)
      expect([status, last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
      expect(await threeDSecureOf(id)).to.include({ result: "not_enrolled", liability_shifted: false })
      for (const later of [2, 70, 140, 400]) await on.told().then(() => on.poll(later))
      const [entry] = await entries()
      expect(entry!.captured - entry!.refunded).to.equal(0)
      const back = (await on.attempts()).filter(({ kind }) => kind === "reversal" || kind === "void")
      expect(back.map(({ state }) => state)).to.deep.equal(["done"])
    })

  it("whose money was sent back, and has come back to Adyen since, is paid back by a person, once", async () => {
    await control().setOptions({ threeDSecure: "not_enrolled" })
    await (await asked()).page.lead()
    for (const later of [2, 70, 140, 400]) await on.told().then(() => on.poll(later))
    const reversal = async () => (await on.attempts()).find(({ kind }) => kind === "reversal")!
    const { id, state, reference } = await reversal()
    expect([state, (await entries())[0]!.refunded]).to.deep.equal(["done", 4990])
    const follow = async (from: number) => {
      for (const later of [70, 140]) await on.told().then(() => on.poll(from + later))
      return [(await reversal()).state, await on.attention()]
    }
    await control().failRefund(reference)
    expect(await follow(400)).to.deep.equal(["by_hand", ["reversal_by_hand"]])
    const settled = await on.vintem.cli("refunds", "settle", id)
    expect(settled.status, settled.stderr).to.equal(0)
    await control().resend({ eventCode: "REFUND_FAILED" })
    expect(await follow(600)).to.deep.equal(["done", []])
  })

  it("is asked where the issuer refuses the card without it, once, with another reference", async () => {
    const card = { holderName: "AUTHENTICATION_REQUIRED" }
    const { id, page } = await asked({ request: "automatic", card })
    await page.follow(await decides((await page.lead()).url, "authenticated"))
    expect(await statusOf(id)).to.equal("succeeded")
    expect(new Set((await on.attempts()).map(({ reference }) => reference)).size).to.equal(2)
    expect((await entries()).map(({ captured }) => captured)).to.deep.equal([0, 4990])
  })

  for (const [currency, shown] of [
    ["usd", "US$\u00a049,90"],
    ["eur", "€\u00a049,90"],
  ] as const)
    it(`is asked in ${currency}, on a page that names it, also without an address in Brazil`, async () => {
      const { id, page } = await asked({ intent: { currency } })
      const html = await (await fetch(page.url, { headers: { accept: "text/html", "accept-language": "pt" } })).text()
      expect(html).to.include(shown)
      await page.follow(await decides((await page.lead()).url, "authenticated"))
      expect(await retrieve(on.merchant, id)).to.include({ status: "succeeded", currency, amount_received: 4990 })
    })

  it("is not asked where the payment says never, or nobody asks", async () => {
    for (const request of ["never", "automatic"]) {
      const { answer } = await confirmed({ request, number: CARDS.challenge })
      expect(expectStatus(answer, 200)).to.include({ status: "succeeded" })
    }
  })

  it("goes to the same page of the issuer from two tabs, and only the first return counts", async () => {
    const { id, page } = await asked()
    const tabs = await Promise.all([page.lead(), page.lead()])
    const led = tabs.filter(({ step }) => step === "redirect")
    expect(led.length).to.be.greaterThan(0)
    const { url } = await page.lead()
    expect(new Set([...led.map((tab) => tab.url), url]).size).to.equal(1)
    const returns = [await decides(url, "failed"), await decides(url, "authenticated")]
    await page.follow(returns[0]!)
    await page.follow(returns[1]!)
    expect((await retrieve(on.merchant, id)).last_payment_error.code).to.equal("authentication_failed")
    expect(await entries()).to.satisfy((all: Json[]) => all.every(({ captured }) => captured === 0))
  })

  it("pays once where both tabs come back at once", async () => {
    const { id, page } = await asked()
    const { url } = await page.lead()
    const returns = [await decides(url, "authenticated"), await decides(url, "authenticated")]
    await Promise.all(returns.map((back) => page.follow(back)))
    await on.told()
    await on.poll(2)
    expect(await statusOf(id)).to.equal("succeeded")
    expect((await entries()).map(({ captured }) => captured)).to.deep.equal([4990])
  })

  it("may come back with nothing that Adyen gave, and still pay", async () => {
    const { id, page } = await asked()
    const { url } = await page.lead()
    await page.follow(`${page.url}/back?redirectResult=invented`)
    expect(await retrieve(on.merchant, id)).to.include({ status: "requires_action" })
    expect((await page.lead()).url).to.equal(url)
    await page.follow(await decides(url, "authenticated"))
    expect(await statusOf(id)).to.equal("succeeded")
  })

  it("does not pay with what another payer brings back", async () => {
    const [own, other] = [await asked(), await asked()]
    await own.page.lead()
    const back = await decides((await other.page.lead()).url, "authenticated")
    await own.page.follow(back.replace(other.page.url, own.page.url))
    await on.told()
    for (const later of [2, 70, 140]) await on.poll(later)
    expect(await statusOf(own.id)).to.not.equal("succeeded")
    // Adyen has made the other one, and has told it.
    expect(await statusOf(other.id)).to.equal("succeeded")
    expect((await entries()).map(({ captured }) => captured).sort()).to.deep.equal([0, 4990])
  })

  it("who never comes back has not paid: the payment ends when its time does, and late money would go back", async () => {
    const { id, page } = await asked()
    const back = await decides((await page.lead()).url, "authenticated")
    await on.poll(21 * MINUTE)
    const { status, last_payment_error } = await retrieve(on.merchant, id)
    expect([status, last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
    await page.follow(back)
    expect(await entries()).to.satisfy((all: Json[]) => all.every(({ captured }) => captured === 0))
    // Adyen could still make it, until the offer is closed.
    await control().notify({
      payment: (await saleOf()).reference,
      item: { eventCode: "AUTHORISATION", pspReference: "LATE000000000082" },
    })
    await on.told()
    await on.poll(22 * MINUTE)
    expect((await on.attempts()).filter(({ kind }) => kind === "reversal").map(({ charge }) => charge)).to.deep.equal([
      "LATE000000000082",
    ])
  })

  it("is not paid for after the merchant has canceled, or the payer has left", async () => {
    for (const end of ["cancel", "leave"]) {
      const { id, page } = await asked()
      const back = await decides((await page.lead()).url, "authenticated")
      if (end === "leave") await page.leave()
      else expectStatus(await on.merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
      const before = (await detailsCalls()).length
      await page.follow(back)
      expect([await statusOf(id), (await detailsCalls()).length]).to.deep.equal(["canceled", before])
    }
  })

  it("is forgotten by the payment once it has ended: nothing sealed is left", async () => {
    for (const decision of ["authenticated", "failed"] as const) {
      const { page } = await asked()
      await page.follow(await decides((await page.lead()).url, decision))
    }
    await on.poll(DAY)
    const rows = await on.sealed()
    expect(rows.length).to.be.greaterThan(0)
    for (const row of rows) expect(row).to.include({ sealed_secret: null, sealed_proof: null, step: "decided" })
  })

  it("leaves no secret in a table or in the log", async () => {
    expect(secrets.length).to.be.greaterThan(0)
    expect(await findCanaries(secrets, on.databases)).to.deep.equal([])
    for (const secret of secrets) expect(JSON.stringify(on.lines)).to.not.include(secret)
  })
})
