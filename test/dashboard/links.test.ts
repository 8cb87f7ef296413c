import { expect } from "chai"
import { load, send } from "../checkout/payer.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { newPaymentLink, newPricedProduct } from "../support/merchants/payment-links.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith } from "../support/merchants/rails.ts"

describe("Payment links in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  let viewer: Visitor
  before(async () => {
    vintem = await startVintem()
    operator = await signIn(vintem, "operator@example.com", "operator")
    viewer = await signIn(vintem, "viewer@example.com", "viewer")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const at = (path: string) => `/${merchant.account}/test/links${path}`
  const links = async () => expectStatus(await merchant.request("GET", "/v1/payment_links"), 200).data

  it("are created with a form, as the API does it", async () => {
    const product = await newPricedProduct(merchant)
    const filled = {
      product,
      payment_method_types: ["card"],
      max_installments: "3",
      max_payments: "20",
      expires_at: "2031-05-31",
    }
    const created = await submit(operator, at("/new"), { ...filled, after_payment_url: "https://shop.example/thanks" })
    const [link] = await links()
    expect(created.location).to.include(at(`/${link.id}`))
    const terms = { product, payment_method_types: ["card"], max_installments: 3, max_payments: 20, active: true }
    expect(link).to.deep.include({ ...terms, after_payment_url: "https://shop.example/thanks" })
    // The end of the day in São Paulo.
    expect(new Date(link.expires_at * 1000).toISOString()).to.equal("2031-06-01T03:00:00.000Z")
    expect((await viewer.get(at(`/${link.id}`))).html)
      .to.include(link.url)
      .and.to.include("0 of 20")
  })

  it("that are wrong are not created, and the form says why", async () => {
    await newPricedProduct(merchant)
    for (const [name, value, said] of [
      ["max_payments", "many", "Most payments: write a whole number"],
      ["max_installments", "13", "Most installments"],
      ["expires_at", "2020-01-01", "Closes"],
      ["after_payment_url", "ftp://shop.example", "Address after the payment"],
    ] as const) {
      const refused = await submit(operator, at("/new"), { [name]: value })
      expect(refused.html, name).to.include(said)
    }
    expect(await links()).to.deep.equal([])
  })

  it("have a QR code, are closed and opened again, and are listed by whether they are open", async () => {
    const id = await newPaymentLink(merchant, await newPricedProduct(merchant))
    const other = await newPaymentLink(merchant, await newPricedProduct(merchant))
    expect((await viewer.get(at(`/${id}/qr.svg`))).html).to.match(/^<svg/)
    await submit(operator, at(`/${id}/close`))
    expect((await viewer.get(at("?status=closed"))).html)
      .to.include(id)
      .and.not.include(other)
    expect((await viewer.get(at("?status=open"))).html)
      .to.include(other)
      .and.not.include(id)
    await submit(operator, at(`/${id}/open`))
    expect((await links()).every(({ active }: { active: boolean }) => active)).to.equal(true)
  })

  it("are closed from their end on, and offer nobody to open them again", async () => {
    const product = await newPricedProduct(merchant)
    const { now } = expectStatus(await merchant.request("GET", "/v1/test_helpers/clock"), 200)
    const { id } = expectStatus(await merchant.request("POST", "/v1/payment_links", { product, expires_at: now + 3600 }), 201)
    expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 3601 }), 200)
    expect((await viewer.get(at("?status=open"))).html).not.to.include(id)
    expect((await viewer.get(at("?status=closed"))).html).to.include(id)
    expect((await operator.get(at(`/${id}`))).html).not.to.include(`/links/${id}/open`)
    expect((await submit(operator, at(`/${id}/open`))).html).to.include("The time of this link is over")
  })

  it("are only read by viewers", async () => {
    const id = await newPaymentLink(merchant, await newPricedProduct(merchant))
    expect((await viewer.get(at(`/${id}`))).html).to.not.include("Close the link")
    for (const path of ["/new", `/${id}/close`]) expect((await viewer.get(at(path))).status, path).to.equal(403)
  })

  it("are named by the payments that they made, with the page to pay on", async () => {
    const id = await newPaymentLink(merchant, await newPricedProduct(merchant))
    const [{ url }] = await links()
    await send(await load(url), { name: "Joana Dias", email: "joana@example.com" })
    const [intent] = expectStatus(await merchant.request("GET", "/v1/payment_intents"), 200).data
    const page = async () => (await viewer.get(`/${merchant.account}/test/payments/${intent.id}`)).html
    expect(await page())
      .to.include(intent.hosted_url)
      .and.to.include(`href="${at(`/${id}`)}"`)
    await confirmWith(merchant, intent.id, CARDS.approved)
    expect(await page()).to.not.include("Page to pay on")
  })
})
