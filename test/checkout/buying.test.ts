import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { confirm, confirmWith, help } from "../support/merchants/rails.ts"
import { newPlan } from "../support/merchants/subscriptions.ts"
import { fieldsOf, load, send } from "./payer.ts"

const BUYER = { name: "Joana Dias", email: "joana@example.com" }
const CPF = "529.982.247-25"

describe("The page of a payment link", () => {
  let vintem: Running
  let merchant: Merchant
  let product: string
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    product = expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro <raro>" }), 201).id
    await setPrice(4990)
  })
  after(() => vintem.close())

  const setPrice = async (amount: number) =>
    expectStatus(await merchant.request("POST", `/v1/products/${product}/price`, { amount, currency: "brl" }), 201)
  const newLink = async (body: object = {}): Promise<Json> =>
    expectStatus(await merchant.request("POST", "/v1/payment_links", { product, ...body }), 201)
  const retrieveLink = async ({ id }: Json): Promise<Json> =>
    expectStatus(await merchant.request("GET", `/v1/payment_links/${id}`), 200)
  const close = async ({ id }: Json) =>
    expectStatus(await merchant.request("POST", `/v1/payment_links/${id}`, { active: false }), 200)
  const intents = async (): Promise<Json[]> =>
    expectStatus(await merchant.request("GET", "/v1/payment_intents?limit=100"), 200).data
  const customers = async (): Promise<Json[]> => expectStatus(await merchant.request("GET", "/v1/customers"), 200).data
  /** Sends the first form of a link. Returns the address of the pay page. */
  const buy = async (url: string, buyer: Record<string, string> = BUYER): Promise<string> => {
    const response = await send(await load(url), buyer)
    expect(response.status).to.equal(303)
    return new URL(response.headers.get("location")!, url).href
  }

  it("says what is sold, and leads the payer to a PIX of an intent and a customer of their own", async () => {
    const link = await newLink({ after_payment_url: "https://shop.example/thanks", metadata: { shelf: "7" } })
    const page = await load(`${link.url}?utm_source=instagram&sck=42&fbclid=x`, "pt-BR")
    expect(page.html).to.contain("Livro &lt;raro&gt;").and.to.contain("R$\u00a049,90")
    const payPage = new URL((await send(page, BUYER)).headers.get("location")!, link.url).href
    const [intent] = await intents()
    expect(intent).to.deep.include({ amount: 4990, product, payment_link: link.id, hosted_url: payPage })
    const { utm } = expectStatus(await merchant.request("GET", `/v1/payment_intents/${intent!.id}`), 200)
    expect(utm).to.include({ utm_source: "instagram", sck: "42" })
    expect((await customers()).map(({ name, email }) => ({ name, email }))).to.deep.equal([BUYER])
    const paid = await send(await load(`${payPage}?method=pix`), { document: CPF })
    expect(paid.status).to.equal(303)
    expectStatus(await help(merchant, intent!.id, "succeed"), 200)
    expect((await load(`${payPage}?watched`)).html).to.contain("https://shop.example/thanks?payment_intent=pi_")
    expect((await retrieveLink(link)).payments).to.equal(1)
  })

  it("makes nothing when it is opened, and one payment from a form that is sent twice", async () => {
    const link = await newLink()
    const page = await load(link.url)
    await load(link.url)
    expect([await intents(), await customers()]).to.deep.equal([[], []])
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(page, BUYER)))
    expect(new Set(sent.map(({ status, headers }) => `${status} ${headers.get("location")}`)).size).to.equal(1)
    expect([(await intents()).length, (await customers()).length]).to.deep.equal([1, 1])
    await buy(link.url)
    expect((await customers()).length, "another page of the same payer").to.equal(2)
  })

  it("lets a payer who goes back correct the address", async () => {
    const page = await load((await newLink()).url)
    const wrong = await send(page, { ...BUYER, email: "joana@exmaple.com" })
    const corrected = await send(page, BUYER)
    expect(corrected.headers.get("location")).to.equal(wrong.headers.get("location"))
    expect((await customers()).map(({ email }) => email)).to.deep.equal([BUYER.email])
  })

  it("leaves out of the query what the API refuses as utm, and sells all the same", async () => {
    const link = await newLink()
    const query = new URLSearchParams({ utm_source: "4111 1111 1111 1111", utm_medium: "a\u0007b", utm_campaign: "natal" })
    await send(await load(`${link.url}?${query}`), BUYER)
    const [{ id }] = (await intents()) as [Json]
    const { utm } = expectStatus(await merchant.request("GET", `/v1/payment_intents/${id}`), 200)
    expect(utm).to.include({ utm_source: null, utm_medium: null, utm_campaign: "natal" })
  })

  it("says what is wrong with a form, keeps what was written, and makes nothing", async () => {
    const { url } = await newLink()
    for (const [field, value, problem] of [
      ["email", "joana", "Check the e-mail address"],
      ["name", "", "Enter the full name"],
      ["name", "4242 4242 4242 4242", "Enter the full name"],
    ] as const) {
      const response = await send(await load(url), { ...BUYER, [field]: value })
      const html = await response.text()
      expect([response.status, html.includes(problem)], value).to.deep.equal([400, true])
      expect(html).to.contain(field === "name" ? 'value="joana@example.com"' : 'value="Joana Dias"')
    }
    const forged = await send(await load(url), { ...BUYER, purchase: "x".repeat(47) })
    expect(forged.status).to.equal(400)
    expect(await intents()).to.deep.equal([])
  })

  it("is closed once its link, its product or its time is over, and what was begun can still be paid", async () => {
    const link = await newLink()
    const page = await load(link.url)
    const begun = await buy(link.url)
    await close(link)
    const closed = await load(link.url)
    expect([closed.status, closed.html.includes("This sale is closed")]).to.deep.equal([410, true])
    expect((await send(page, BUYER)).status).to.equal(410)
    expect((await send(await load(`${begun}?method=pix`), { document: CPF })).status).to.equal(303)
    const other = await newLink({ expires_at: Math.floor(Date.now() / 1000) + 3600 })
    expect((await load(other.url)).status).to.equal(200)
    await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 3600 })
    expect((await load(other.url)).status).to.equal(410)
    const third = await newLink()
    expectStatus(await merchant.request("POST", `/v1/products/${product}`, { status: "INACTIVE" }), 200)
    expect((await load(third.url)).status).to.equal(410)
    expect((await load(`${third.url.slice(0, -1)}_`)).status).to.equal(404)
  })

  it("sells at the price of the day, and a trial for nothing", async () => {
    const link = await newLink({ payment_method_types: ["card"] })
    await setPrice(5990)
    await buy(link.url)
    await newPlan(vintem, merchant, product, { trialDays: 7 })
    expect((await load(link.url)).html)
      .to.contain("a month")
      .and.to.contain("The first 7 days are free")
    const payPage = await buy(link.url)
    const [trial, sold] = await intents()
    expect([trial!.amount, sold!.amount]).to.deep.equal([0, 5990])
    const token = await newToken(merchant, CARDS.approved)
    expectStatus(await confirm(merchant, trial!.id, token.id), 200)
    expect((await load(payPage)).html).not.to.contain("<form")
  })

  describe("that takes a number of payments", () => {
    const begun = async (link: Json, count: number): Promise<Json[]> => {
      for (let i = 0; i < count; i++) await buy(link.url)
      return intents()
    }

    it("is paid exactly so often, under fifty at once", async () => {
      const link = await newLink({ max_payments: 7, payment_method_types: ["card"] })
      const made = await begun(link, 50)
      const tokens = await Promise.all(made.map(() => newToken(merchant, CARDS.approved)))
      const ends = await Promise.all(made.map(({ id }, i) => confirm(merchant, id, tokens[i]!.id)))
      expect(ends.filter(({ status }) => status === 200)).to.have.length(7)
      for (const { status, body } of ends)
        if (status !== 200) expect([status, body.error.code]).to.deep.equal([400, "payment_intent_unexpected_state"])
      expect((await retrieveLink(link)).payments).to.equal(7)
      const page = await load(link.url)
      expect([page.status, page.html.includes("This sale is closed")]).to.deep.equal([410, true])
      expect((await retrieveLink(link)).active, "nothing becomes free again").to.equal(false)
      const again = await merchant.request("POST", `/v1/payment_links/${link.id}`, { active: true })
      expect([again.status, again.body.error.param]).to.deep.equal([400, "active"])
    }).timeout(60_000)

    it("keeps a place for a PIX of 15 minutes, until it expires", async () => {
      const link = await newLink({ max_payments: 1 })
      const [first, second] = await begun(link, 2)
      const { next_action } = await confirmWith(merchant, await withDocument(first!), "pix")
      expect(next_action.expires_at - Math.floor(Date.now() / 1000)).to.be.within(840, 900)
      await withDocument(second!)
      const refused = await send(await load(`${second!.hosted_url}?method=pix`))
      expect(await refused.text()).to.contain("Sold out for now")
      await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 1000 })
      expect((await send(await load(`${second!.hosted_url}?method=pix`))).status).to.equal(303)
    })

    it("gives the place of a refused card to another payer", async () => {
      const link = await newLink({ max_payments: 1, payment_method_types: ["card"] })
      const [first, second, third] = await begun(link, 3)
      const pay = async ({ id }: Json, card: string) => (await confirm(merchant, id, (await newToken(merchant, card)).id)).status
      expect(await pay(first!, CARDS.declined)).to.equal(200)
      expect(await pay(second!, CARDS.unreachable)).to.equal(503)
      expect((await load(link.url)).html).to.contain("<form")
      expect(await pay(third!, CARDS.approved)).to.equal(200)
      expect(await pay(second!, CARDS.approved)).to.equal(400)
      expect((await load(link.url)).html).not.to.contain("<form")
      const page = await load(`${second!.hosted_url}?method=card`)
      const refused = await send(page, { token: (await newToken(merchant, CARDS.approved)).id, installments: "1" })
      expect(await refused.text())
        .to.contain("This sale is closed")
        .and.not.to.contain("Sold out for now")
    })

    const withDocument = async ({ id, customer }: Json): Promise<string> => {
      const document = { type: "cpf", number: CPF }
      expectStatus(await merchant.request("POST", `/v1/customers/${customer}`, { document }), 200)
      return id
    }
  })

  it("needs no JavaScript and asks only for a name and an address of e-mail", async () => {
    const { url } = await newLink()
    const page = await load(`${url}?utm_term=caf%C3%A9`)
    expect([...fieldsOf(page).keys()]).to.deep.equal(["utm_term", "purchase", "name", "email"])
    expect(page.html).to.contain('autocomplete="email"').and.to.contain('autocomplete="name"')
  })
})
