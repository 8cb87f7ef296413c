import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { type Merchant, newEndpoint, newMerchant, ONLY_OUTCOMES, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"
import { confirm, confirmWith, help, newBareToken, newOpenIntent, payWith } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"

const MARKUP = `"><img src=x onerror=alert(1)>'&`

describe("The pages of payments in the dashboard", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  before(async () => {
    vintem = await startVintem()
    operator = await signIn(vintem, "reads@example.com", "operator")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const at = (rest: string) => `/${merchant.account}/test${rest}`
  const page = async (rest: string, headers?: Record<string, string>) => (await operator.get(at(rest), headers)).html
  const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")

  it("tell the story in the order of the account's time, and say where a request has real time", async () => {
    const { id } = await newOpenIntent(merchant)
    const told = (text: string) =>
      until(async () => {
        const html = await page(`/payments/${id}`)
        return html.includes(text) && html.slice(html.indexOf('<ol class="timeline">'))
      })
    expect(await told("POST /v1/payment_intents")).not.to.include("real time")
    await advance(merchant, { seconds: 40 * 86_400 })
    expectStatus(await confirm(merchant, id, (await newBareToken(merchant, "pix")).id), 200)
    const story = await told("/v1/payment_intents/{id}/confirm")
    const items = [...story.matchAll(/<li><div class="what">(.*?)<\/div><time datetime="([^"]+)"/gs)]
    const days = items.map(([, title, time]) => ({
      isRequest: title!.includes("/requests/"),
      isReal: Date.parse(time!) < Date.now() + 86_400_000,
    }))
    // Newest first: what came after the advance (the confirm and its event), then what came before it. The requests after it have real time, and the page says so.
    expect(days.filter(({ isRequest }) => !isRequest).map(({ isReal }) => isReal)).to.deep.equal([false, false, true])
    expect(items.slice(-2).map(([, title]) => /Payment created|POST/.exec(title!)?.[0])).to.have.members([
      "Payment created",
      "POST",
    ])
    expect(story.match(/real time, as the log of requests has it/g)).to.have.length(
      items.filter(([, title]) => title!.includes("/requests/")).length,
    )
  })

  it("tell the whole story of a payment on one page", async () => {
    const endpoint = await newEndpoint(merchant, "https://127.0.0.1/hooks")
    const { id } = await newOpenIntent(merchant, {
      description: "Order 77",
      statement_descriptor: "SHOP*77",
      metadata: { order: "77-A" },
      utm: { utm_source: "newsletter" },
    })
    const pix = expectStatus(await confirm(merchant, id, (await newBareToken(merchant, "pix")).id), 200)
    expect(await page(`/payments/${id}`)).to.include(pix.next_action.qr_code_data)
    await help(merchant, id, "succeed")
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 }), 201)
    const html = await until(async () => {
      const found = await page(`/payments/${id}`)
      return found.includes("POST /v1/refunds") && found
    })
    const [event] = expectStatus(await merchant.request("GET", "/v1/events", undefined, ONLY_OUTCOMES), 200).data
    for (const link of [`/webhooks/events/${event.id}`, `/webhooks/deliveries/wd_`, `/requests/req_`, `/requests?about=${id}`])
      expect(html, link).to.include(`href="${at(link)}`)
    const story = textOf(html)
    for (const text of [
      ...[
        "R$49.90",
        "Partly refunded",
        "Order 77",
        "SHOP*77",
        "77-A",
        "newsletter",
        "Ana Souza",
        "CPF 529.982.247-25",
        "ana@example.com",
      ],
      ...["Payment created", "Charge at the acquirer", "payment_intent.succeeded", endpoint.id, "Refund of R$10.00", refund.id],
      ...["POST /v1/payment_intents/{id}/confirm", "$VINTEM_KEY", `${vintem.url}/v1/payment_intents/${id}`],
    ])
      expect(story, text).to.include(text)
    const order = ["Refund of R$10.00", "payment_intent.succeeded", "Charge at the acquirer", "Payment created"]
    const places = order.map((text) => story.indexOf(text))
    expect(places, "newest first").to.deep.equal([...places].sort((a, b) => a - b))
    expect(html).to.not.include(pix.next_action.qr_code_data)
  })

  it("say what the payer's card statement will show", async () => {
    const shown = async (method: string | undefined, statement_descriptor: string | null) => {
      const { id } = await newOpenIntent(merchant, { statement_descriptor })
      if (method) await confirmWith(merchant, id, method)
      const [, fact] = /<dt>On the card statement<\/dt><dd>(.*?)<\/dd>/.exec(await page(`/payments/${id}`)) ?? []
      return fact && textOf(fact).trim()
    }
    expect(await shown(undefined, "Café & Cia 77")).to.equal("CafeCia77")
    expect(await shown(CARDS.approved, "Padaria São João")).to.equal("PadariaSaoJoa")
    expect(await shown(CARDS.approved, "東京")).to.equal("Your name at the acquirer")
    expect(await shown(CARDS.approved, null)).to.equal(undefined)
    expect(await shown("pix", "Café & Cia 77")).to.equal(undefined)
  })

  it("say why a card was refused, and what an acquirer does not answer", async () => {
    const { id } = await newOpenIntent(merchant)
    await confirmWith(merchant, id, CARDS.insufficientFunds)
    const refused = textOf(await page(`/payments/${id}`))
    expect(refused).to.include("Refused").and.include("insufficient_funds").and.include("Visa •••• ")

    const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
      ...acquirer,
      authorize: () => Promise.reject(new Error("the connection was lost")),
    }))
    const lost = await newOpenIntent(merchant)
    await confirmWith(merchant, lost.id, CARDS.approved)
    restore()
    expect(textOf(await page(`/payments/${lost.id}`)))
      .to.include("No response")
      .and.include("has not said whether this payment was made")
  })

  it("show a thousand requests about a payment as few lines, and where the others are", async () => {
    const { id } = await newIntent(merchant)
    for (let i = 0; i < 60; i++) expectStatus(await merchant.request("GET", `/v1/payment_intents/${id}`), 200)
    const story = await until(async () => {
      const text = textOf(await page(`/payments/${id}`))
      return text.includes("50 times") && text
    })
    expect(story.split("GET /v1/payment_intents/{id}")).to.have.lengthOf(2)
    expect(story).to.include("The newest 50 requests are here.")
  })

  it("show markup in what merchants and payers wrote as text", async () => {
    const { id: customer } = await newCustomer(merchant, {
      name: MARKUP,
      phone: "+5511999990000",
      metadata: { [MARKUP]: MARKUP },
    })
    const details = { customer, description: MARKUP, metadata: { [MARKUP]: MARKUP }, utm: { utm_source: MARKUP, src: MARKUP } }
    const paid = await payWith(merchant, CARDS.approved, details)
    const open = await newOpenIntent(merchant, details)
    await merchant.request("POST", `/v1/payment_intents/${open.id}/cancel`, { cancellation_reason: MARKUP })
    for (const path of [
      ...["/payments", `/payments/${paid.id}`, `/payments/${paid.id}/refund`, `/payments/${paid.id}/dispute`],
      ...[`/payments/${open.id}`, `/payments?q=${encodeURIComponent(MARKUP)}`, `/payments?amount=${encodeURIComponent(MARKUP)}`],
      ...[`/payments?status=${encodeURIComponent(MARKUP)}`, `/payments?from=${encodeURIComponent(MARKUP)}`],
    ]) {
      const html = await page(path)
      expect(html, path).to.not.include("<img")
      if (!/status|from/.test(path)) expect(html, path).to.include("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;")
    }
  })

  it("list refunds by status, each with its payment", async () => {
    expect(await page("/payments/refunds")).to.include("There are no refunds yet")
    const paid = await payWith(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: paid.id, reason: "duplicate" }), 201)
    for (const query of ["", "?status=succeeded"]) {
      const html = await page(`/payments/refunds${query}`)
      expect(html)
        .to.include(at(`/payments/${paid.id}`))
        .and.include("Duplicate")
    }
    expect(await page("/payments/refunds?status=failed")).to.not.include(paid.id)
  })

  it("are in Portuguese for who reads it, with amounts as in Brazil", async () => {
    const paid: Json = await payWith(merchant, CARDS.approved, { amount: 123_456 })
    const html = await page(`/payments/${paid.id}`, { "accept-language": "pt-BR" })
    const text = textOf(html).replace(/\u00a0/g, " ")
    expect(text).to.include("R$ 1.234,56").and.include("Linha do tempo").and.include("Reembolsar")
    const question = await page(`/payments/${paid.id}/refund`, { "accept-language": "pt-BR" })
    expect(question).to.include('value="1234,56"').and.include("não pode ser desfeita")
  })
})
