import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent, pressButton, retrieve } from "../support/merchants/rails.ts"
import { challengeOn, directive, fieldsOf, load, payBy, send } from "./payer.ts"

const CPF = "529.982.247-25"
const ADDRESS = { postal_code: "01310-100", line1: "Rua das Laranjeiras", number: "100", city: "São Paulo", state: "SP" }

describe("The pay page", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  /** A payment of a customer of whom the shop knows only the address of e-mail. */
  const ofStranger = async (details: Json = {}) => {
    const customer = await newCustomer(vintem, { email: "joana@example.com", name: null })
    return newIntent(vintem, { payment_method_types: ["pix", "boleto"], ...details, customer: customer.id })
  }
  const customerOf = async ({ customer }: Json) => expectStatus(await vintem.request("GET", `/v1/customers/${customer}`), 200)
  const newest = async (customer: string): Promise<Json[]> =>
    expectStatus(await vintem.request("GET", `/v1/payment_intents?customer=${customer}`), 200).data

  it("asks only for what a PIX needs, stores it with the customer, and shows the code", async () => {
    const intent = await ofStranger()
    const page = await load(intent.hosted_url)
    expect([...fieldsOf(page).keys()]).to.deep.equal(["seen", "method", "name", "document"])
    expect(page.html).to.contain("j•••@example.com").and.not.to.contain("joana@example.com")
    const response = await send(page, { name: "Joana Dias", document: CPF })
    expect([response.status, response.headers.get("location")]).to.deep.equal([303, new URL(intent.hosted_url).pathname])
    const { status, next_action } = await retrieve(vintem, intent.id)
    expect([status, next_action.type]).to.deep.equal(["requires_action", "pix_display_qr_code"])
    expect((await load(intent.hosted_url)).html).to.contain(next_action.qr_code_data)
    const { name, document } = await customerOf(intent)
    expect([name, document]).to.deep.equal(["Joana Dias", { type: "cpf", number: "52998224725" }])
    expectStatus(await help(vintem, intent.id, "succeed"), 200)
    expect((await load(intent.hosted_url)).html).to.contain("Payment received")
  })

  it("asks for the address of a boleto too, and says what is wrong with it", async () => {
    const intent = await ofStranger()
    const wrong = await payBy(intent.hosted_url, "boleto", { name: "Joana Dias", document: "529.982.247-26", ...ADDRESS })
    const html = await wrong.text()
    expect(wrong.status).to.equal(400)
    expect(html).to.contain("its digits do not match").and.to.contain('value="Rua das Laranjeiras"')
    expect((await customerOf(intent)).name, "a form with an error stores nothing").to.equal(null)
    expect((await payBy(intent.hosted_url, "boleto", { name: "Joana Dias", document: CPF, ...ADDRESS })).status).to.equal(303)
    expect((await retrieve(vintem, intent.id)).next_action.type).to.equal("boleto_display_details")
    expect((await customerOf(intent)).address).to.include({ line1: ADDRESS.line1, postal_code: "01310100", country: "BR" })
  })

  it("takes no CEP that does not exist or is in another state, and says which", async () => {
    const intent = await ofStranger()
    const payer = { name: "Joana Dias", document: CPF, ...ADDRESS }
    const told = async (address: object) => {
      const response = await payBy(intent.hosted_url, "boleto", { ...payer, ...address })
      return [response.status, /id="wrong-postal_code">([^<]*)</.exec(await response.text())?.[1]]
    }
    expect(await told({ postal_code: "00000000" })).to.deep.equal([400, "There is no such CEP. Check its digits."])
    for (const other of [{ state: "RJ" }, { postal_code: "69301-000" }])
      expect(await told(other)).to.deep.equal([400, "This CEP is in another state. Check the CEP and the state."])
    expect((await payBy(intent.hosted_url, "boleto", { ...payer, postal_code: "69301-000", state: "RR" })).status).to.equal(303)
  })

  it("changes nothing that the shop knows, and shows no address and no whole document", async () => {
    const intent = await newOpenIntent(vintem)
    const before = await customerOf(intent)
    const page = await load(`${intent.hosted_url}?method=boleto`)
    expect([...fieldsOf(page).keys()]).to.deep.equal(["seen", "method"])
    expect(page.html).to.contain("***.982.247-**").and.not.to.contain("52998224725").and.not.to.contain("Laranjeiras")
    expect((await send(page, { name: "Eva Vil", document: "111.444.777-35", ...ADDRESS })).status).to.equal(303)
    expect(await customerOf(intent)).to.deep.equal(before)
  })

  it("takes a card by a token, offers its installments, and leads on to the shop", async () => {
    const intent = await newOpenIntent(vintem, {
      amount: 10_000,
      payment_method_options: { card: { max_installments: 3 } },
      return_url: "https://shop.example/thanks?order=7",
    })
    const page = await load(`${intent.hosted_url}?method=card`, "pt-BR")
    expect(page.html).to.contain("3x de R$\u00a033,34 sem juros").and.not.to.contain("4x de")
    const token = await newToken(vintem, CARDS.approved)
    expect((await send(page, { token: token.id, installments: "4" })).status).to.equal(400)
    const response = await send(page, { token: token.id, installments: "3" })
    expect(response.headers.get("location")).to.equal(`${new URL(intent.hosted_url).pathname}?watched`)
    const { status, payment_method_details } = await retrieve(vintem, intent.id)
    expect([status, payment_method_details.card.installments]).to.deep.equal(["succeeded", 3])
    const { html } = await load(`${intent.hosted_url}?watched`)
    expect(html).to.contain(`https://shop.example/thanks?order=7&amp;payment_intent=${intent.id}&amp;redirect_status=succeeded`)
  })

  it("says what the card's statement will say, and how to reach the seller also beside a code", async () => {
    await vintem.cli(...["accounts", "update", "--account", vintem.account], ...["--support-email", "ajuda@padaria.example"])
    const intent = await newOpenIntent(vintem, { statement_descriptor: "PÃO QUENTE do João" })
    const form = await load(`${intent.hosted_url}?method=card`, "pt-BR")
    expect(form.html.replace(/<[^>]*>/g, "")).to.contain("Na fatura: PAOQUENTEdoJo")
    for (const method of ["pix", "boleto"]) {
      expect((await payBy(intent.hosted_url, method)).status).to.equal(303)
      const { html } = await load(intent.hosted_url)
      expect(html).to.contain("<textarea").and.to.contain("ajuda@padaria.example")
    }
  })

  it("shows the bank's challenge in a frame of its own origin only, and leads there and back", async () => {
    const intent = await newOpenIntent(vintem)
    const token = await newToken(vintem, CARDS.threeDs)
    const form = await payBy(intent.hosted_url, "card", { token: token.id, installments: "1" })
    expect(form.headers.get("location")).to.equal(new URL(intent.hosted_url).pathname)
    const page = await load(intent.hosted_url)
    const challenge = challengeOn(page)
    expect(challenge).to.equal((await retrieve(vintem, intent.id)).next_action.url)
    expect(directive(page, "frame-src")).to.equal(new URL(challenge).origin)
    expect(directive(page, "frame-ancestors")).to.equal("'none'")
    expect(directive(await load(challenge), "frame-ancestors")).to.equal(new URL(intent.hosted_url).origin)
    const back = await pressButton(challenge, "authorize")
    const returned = await load(back.headers.get("location")!)
    expect(returned.status).to.equal(303)
    expect((await load(intent.hosted_url)).html).to.contain("Payment received")
  })

  it("pays once when a form is sent twenty times at once", async () => {
    const intent = await newOpenIntent(vintem)
    const page = await load(`${intent.hosted_url}?method=pix`)
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(page)))
    expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([303]))
    expect((await newest(intent.customer)).map(({ id, status }) => [id, status])).to.deep.equal([[intent.id, "requires_action"]])
  })

  it("charges one card when twenty tabs each send one", async () => {
    const intent = await newOpenIntent(vintem)
    const page = await load(`${intent.hosted_url}?method=card`)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => newToken(vintem, CARDS.approved)))
    await Promise.all(tokens.map(({ id }) => send(page, { token: id, installments: "1" })))
    const [paid, ...others] = await newest(intent.customer)
    expect([paid?.status, others.length]).to.deep.equal(["succeeded", 0])
    const used = await Promise.all(
      tokens.map(
        async ({ id }) =>
          (
            await vintem.request("POST", `/v1/payment_intents/${(await newOpenIntent(vintem)).id}/confirm`, {
              payment_method: id,
            })
          ).status,
      ),
    )
    expect(used.filter((status) => status !== 200)).to.have.lengthOf(1)
  })

  it("an old form after the payment changes nothing", async () => {
    const intent = await newOpenIntent(vintem)
    const old = await load(`${intent.hosted_url}?method=pix`)
    await confirmWith(vintem, intent.id, CARDS.approved)
    expect((await send(old)).status).to.equal(303)
    expect((await retrieve(vintem, intent.id)).status).to.equal("succeeded")
    expect(await newest(intent.customer)).to.have.lengthOf(1)
  })

  it("is 404 for a link that the service has not made", async () => {
    const { hosted_url } = await newOpenIntent(vintem)
    const forged = hosted_url.slice(0, -1) + (hosted_url.endsWith("A") ? "Q" : "A")
    expect((await load(forged)).status).to.equal(404)
    expect((await load(hosted_url)).status).to.equal(200)
  })

  it("says that the shop has canceled the payment", async () => {
    const intent = await newOpenIntent(vintem)
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${intent.id}/cancel`), 200)
    const { status, html } = await load(intent.hosted_url)
    expect([status, html.includes("<form")]).to.deep.equal([410, false])
    expect(html).to.contain("Payment canceled")
  })
})
