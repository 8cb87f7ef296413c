import { expect } from "chai"
import { updateSettings } from "../../src/accounts/settings.ts"
import { mustFindIntent } from "../../src/payments/intents/store.ts"
import { frameAncestors } from "../../src/web/pay/visit.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent, payWith } from "../support/merchants/rails.ts"

const SHOP = "https://shop.example"

describe("The page of a payment", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const pageOf = ({ next_action: { qr_code_url, pdf_url, url } }: Json): string =>
    url ?? (qr_code_url ?? pdf_url).replace(/\/[^/]*$/, "")
  const read = async (url: string, language?: string) => {
    const response = await fetch(url, language ? { headers: { "accept-language": language } } : {})
    return { html: await response.text(), policy: response.headers.get("content-security-policy")!, headers: response.headers }
  }
  const heading = async (url: string, language?: string) => /<h1>(.*)<\/h1>/.exec((await read(url, language)).html)![1]

  it("is in the language that the payer's browser prefers, else in Portuguese", async () => {
    const url = pageOf(await payWith(merchant, "pix"))
    for (const [preferred, lang, text] of [
      ["pt-PT,pt;q=0.9,en;q=0.8", "pt-BR", "Pague com PIX"],
      ["en-GB,en;q=0.9", "en", "Pay with PIX"],
      ["es-MX", "es-AR", "Copiar código PIX"],
      ["de,fr;q=0.9", "pt-BR", "Pague com PIX"],
      [undefined, "pt-BR", "Pague com PIX"],
    ]) {
      const { html, headers } = await read(url, preferred)
      expect(html, preferred).to.contain(`<html lang="${lang}">`).and.to.contain(text)
      expect(headers.get("vary")).to.contain("Accept-Language")
    }
  })

  it("says of its state what the payer needs to know", async () => {
    const ends: [string, "succeed" | "expire" | "fail", string][] = [
      ["pix", "succeed", "Payment received"],
      ["pix", "expire", "The time to pay is over"],
      ["boleto", "fail", "Payment canceled"],
      [CARDS.threeDs, "succeed", "Payment authorised"],
      [CARDS.threeDs, "fail", "Payment not authorised"],
      [CARDS.threeDs, "expire", "The time to pay is over"],
    ]
    for (const [method, how, text] of ends) {
      const intent = await payWith(merchant, method)
      await help(merchant, intent.id, how)
      expect(await heading(pageOf(intent), "en"), `${method}, ${how}`).to.equal(text)
    }
    const canceled = await payWith(merchant, "pix")
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${canceled.id}/cancel`), 200)
    expect(await heading(pageOf(canceled), "en")).to.equal("Payment canceled")
  })

  it("tells its script how far the payment is, and how long the payer has", async () => {
    const intent = await payWith(merchant, "pix")
    const status = async (): Promise<Json> => (await fetch(`${pageOf(intent)}/status`)).json() as Promise<Json>
    const waiting = await status()
    expect(waiting.state).to.equal("waiting")
    expect(waiting.seconds_left).to.be.within(3590, 3600)
    await help(merchant, intent.id, "succeed")
    expect(await status()).to.deep.equal({ state: "succeeded", seconds_left: null, outcome: "succeeded" })
    const boleto = await payWith(merchant, "boleto")
    const open = { state: "waiting", seconds_left: null, outcome: null }
    expect(await (await fetch(`${pageOf(boleto)}/status`)).json()).to.deep.equal(open)
    const unknown = await fetch(`${vintem.url}/pay/0123456789012345678901/status`)
    expect([unknown.status, unknown.headers.get("cache-control")]).to.deep.equal([404, "no-store"])
  })

  it("says that nothing is there, where something was added to its address", async () => {
    const url = pageOf(await payWith(merchant, "pix"))
    for (const wrong of [`${url}/`, `${url}/qr`, `${url}.`]) {
      const response = await fetch(wrong, { headers: { accept: "text/html", "accept-language": "pt-BR" } })
      expect(response.status, wrong).to.equal(404)
      expect(await response.text(), wrong).to.contain("<h1>Página não encontrada</h1>")
    }
  })

  it("leads back to the shop with the outcome, where the confirm named a return_url", async () => {
    for (const method of ["pix", "boleto", CARDS.threeDs]) {
      const { id } = await newOpenIntent(merchant)
      const intent = await confirmWith(merchant, id, method, { return_url: `${SHOP}/thanks?a=1&b=2` })
      await help(merchant, id, "succeed")
      const href = `href="${SHOP}/thanks?a=1&amp;b=2&amp;payment_intent=${id}&amp;redirect_status=succeeded"`
      expect((await read(pageOf(intent))).html).to.contain(href)
    }
    const alone = await payWith(merchant, "pix")
    await help(merchant, alone.id, "succeed")
    expect((await read(pageOf(alone), "en")).html)
      .to.contain("You can close this page.")
      .and.not.to.contain("Back to the shop")
  })

  it("can be framed by the origins of its account only, and a challenge by the pay page, too", async () => {
    const other = await newMerchant(vintem)
    for (const origin of [SHOP, "http://localhost:4242"])
      expectStatus(await merchant.request("POST", "/merchant-origins", { origin }), 201)
    for (const method of ["pix", "boleto", CARDS.threeDs]) {
      const { policy } = await read(pageOf(await payWith(merchant, method)))
      const [, listed] = /frame-ancestors (.*)$/.exec(policy)!
      const own = method === CARDS.threeDs ? [vintem.url] : []
      expect(listed!.split(" ").sort()).to.deep.equal([...own, "http://localhost:4242", SHOP])
      const { policy: policyOfOther } = await read(pageOf(await payWith(other, method)))
      expect(policyOfOther.split("frame-ancestors ")[1]).to.equal(own[0] ?? "'none'")
    }
    expectStatus(await merchant.request("DELETE", `/merchant-origins?origin=${encodeURIComponent(SHOP)}`), 200)
    expect((await read(pageOf(await payWith(merchant, "pix")))).policy).to.match(/frame-ancestors http:\/\/localhost:4242$/)
  })

  it("can be framed by the pay page where a payer is authenticated at an origin of its own", async () => {
    const intent = await mustFindIntent(vintem.server.modes.test.database, merchant, (await payWith(merchant, "pix")).id)
    const details = { amount: 4990, currency: "brl", payee: "Loja", statementDescriptor: null, return_url: null }
    const ids = { link: "A".repeat(22), account: merchant.account, payment_intent: intent.id, attempt: "att_1" }
    const hosted = { kind: "authentication", ...details, ...ids } as const
    const ancestors = await frameAncestors({ mode: vintem.server.modes.test, hosted, intent })
    expect(ancestors).to.deep.equal([vintem.url])
  })

  it("keeps the merchant's name and document as they were when it was made", async () => {
    const { database } = vintem.server.modes.test
    const rename = (display_name: string, document: string) =>
      database.transaction((tx) => updateSettings(tx, merchant.account, { display_name, document }))
    await rename("Padaria", "11222333000181")
    const url = pageOf(await payWith(merchant, "pix"))
    await rename("Confeitaria", "52998224725")
    expect((await read(url)).html)
      .to.contain("Padaria")
      .and.to.contain("11.222.333/0001-81")
      .and.not.to.contain("Confeitaria")
    expect((await read(pageOf(await payWith(merchant, "pix")))).html).to.contain("CPF 529.982.247-25")
  })

  it("says in test mode how to simulate the payment, without a button that would need a key", async () => {
    const intent = await payWith(merchant, "pix")
    const { html } = await read(pageOf(intent))
    expect(html).to.contain(`POST /v1/test_helpers/payment_intents/${intent.id}/succeed`).and.to.contain(">Teste<")
    expect(html).not.to.contain("<form")
  })

  it("has a script that browsers keep as long as it is the same", async () => {
    const url = `${vintem.url}/pay/pay.js`
    const first = await fetch(url)
    expect(first.headers.get("content-type")).to.match(/^text\/javascript/)
    const again = await fetch(url, {
      headers: { "if-none-match": first.headers.get("etag")!, "cache-control": "max-age=0" },
    })
    expect(again.status).to.equal(304)
  })
})
