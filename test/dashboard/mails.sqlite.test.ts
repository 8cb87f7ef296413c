import { expect } from "chai"
import { KIND_NAMES } from "../../src/mail/kinds.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { readHtml, unescapeHtml } from "../support/bytes/html.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm, submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { newCustomer } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

describe("The dashboard's mails", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  const at = (path = "") => `/${merchant.account}/test/mails${path}`
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    owner = await signIn(vintem, "owner@example.com", "owner", merchant.account)
  })
  after(() => vintem.close())

  it("show what test mode would have sent, to whom and why, in a frame that can do nothing", async () => {
    const customer = await newCustomer(merchant, { email: "ana@example.com", name: "<b>Ana</b>" })
    await payOne(merchant, undefined, { customer: customer.id, statement_descriptor: "PADARIA" })
    const page = await until(async () => {
      const { html } = await owner.get(at())
      return html.includes("Not sent") && html
    })
    expect(readHtml(page).text).to.include("Receipt").and.include("ana@example.com").and.include("not sent")
    const path = /href="([^"]*\/mails\/mail_[^"]*)"/.exec(page)?.[1] ?? ""
    const { html } = await owner.get(path)
    expect(html).to.include(`<iframe class="mail" sandbox src="${path}/content"`)
    expect(readHtml(html).text).to.include("Mails of this mode are not sent.")
    const content = await owner.get(`${path}/content`)
    expect(content.headers["content-security-policy"]).to.include("default-src 'none'").and.include("sandbox")
    expect(content.html).to.include("PADARIA").and.include("Recebemos o seu pagamento")
    const stranger = await signIn(vintem, "stranger@example.com", "owner", (await newMerchant(vintem)).account)
    for (const each of [at(), path, `${path}/content`]) expect((await stranger.get(each)).status).to.equal(404)
  })

  it("are sent again, and a PIX is mailed on request, also while its kind is off", async () => {
    await submit(owner, at("/kinds/edit"), { kind: "receipt" })
    const { html } = await owner.get(at("/kinds"))
    // Nobody switches off that the bank account has changed, and that a refund needs a PIX key.
    expect(html.match(/>On</g)).to.have.length(3)
    const intent = await payWith(merchant, "pix")
    const payment = await owner.get(`/${merchant.account}/test/payments/${intent.id}`)
    expect(payment.html).to.include(`/payments/${intent.id}/mail`)
    const { status, location = "" } = await submit(owner, `/${merchant.account}/test/payments/${intent.id}/mail`)
    expect([status, location.includes("/mails/mail_")]).to.deep.equal([303, true])
    const content = await until(async () => {
      const { status, html } = await owner.get(`${location}/content`)
      return status === 200 && html
    })
    expect(unescapeHtml(content)).to.include(intent.next_action.qr_code_data)
    const again = await submit(owner, `${location}/send`)
    expect(again.location).to.include("/mails/mail_").and.not.equal(location)
    const paid = await payOne(merchant)
    expect((await owner.get(`/${merchant.account}/test/payments/${paid.id}/mail`)).status).to.equal(404)
    const viewer = await signIn(vintem, "viewer@example.com", "viewer", merchant.account)
    expect((await viewer.get(`${location}/send`)).status).to.equal(403)
    expect((await viewer.get(at("/kinds/edit"))).status).to.equal(403)
    expect((await openForm(owner, at("/kinds/edit"))).send).to.be.a("function")
  })

  it("have a preview of each kind, which carries the account's name and color", async () => {
    await vintem.cli(
      "accounts",
      "update",
      "--account",
      merchant.account,
      "--display-name",
      "Padaria & Filhos",
      "--color",
      "#123456",
    )
    for (const kind of KIND_NAMES) {
      const { html } = await owner.get(at(`/preview/content?kind=${kind}`))
      expect(html, kind).to.include("Padaria &amp; Filhos")
      expect((await owner.get(at(`/preview?kind=${kind}`))).status).to.equal(200)
    }
    expect((await owner.get(at("/preview/content?kind=pix_to_pay"))).html).to.include("#123456")
    expect((await owner.get(at("/preview?kind=nothing"))).status).to.equal(404)
  })

  it("are in the language of the customer, which its form has", async () => {
    const customers = (path = "") => `/${merchant.account}/test/customers${path}`
    const newest = { headers: { "service-version": "2026-12-01" } }
    const localeOf = async (id: string) => (await merchant.request("GET", `/v1/customers/${id}`, undefined, newest)).body.locale
    const { location = "" } = await submit(owner, customers("/new"), { email: "john@example.com", locale: "en" })
    const id = /cus_\w+/.exec(location)?.[0] ?? ""
    expect(await localeOf(id)).to.equal("en")
    expect(readHtml((await owner.get(customers(`/${id}`))).html).text).to.match(/Language of mails\s+English/)
    await submit(owner, customers(`/${id}/edit`), { name: "John" })
    expect(await localeOf(id)).to.equal("en")
    await submit(owner, customers(`/${id}/edit`), { locale: "pt-BR" })
    expect(await localeOf(id)).to.equal("pt-BR")
    expect((await submit(owner, customers(`/${id}/edit`), { locale: "xx" })).status).to.equal(400)
  })
})
