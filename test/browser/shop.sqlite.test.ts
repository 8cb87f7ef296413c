import { expect } from "chai"
import type { Browser } from "playwright-core"
import type { Json } from "../support/app/client.ts"
import { barriers } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { type Buyer, openShop, type Shop } from "../support/browser/shop.ts"
import { CARDS } from "../support/merchants/payments.ts"

const PRICE = 110_880

describe("The demo shop", function () {
  this.timeout(60_000)
  let browser: Browser
  let shop: Shop
  let buyer: Buyer

  before(async () => {
    browser = await launchChromium()
    shop = await openShop(browser)
  })
  after(async () => {
    await browser?.close()
    await shop?.close()
  })
  beforeEach(async () => {
    buyer = await shop.open()
  })
  afterEach(async () => {
    await buyer.page.context().close()
    expect(buyer.complaints).to.deep.equal([])
  })

  /** The newest payment intents. */
  const intents = async (limit = 1): Promise<Json[]> =>
    (await shop.request("GET", `/v1/payment_intents?limit=${limit}`)).body.data

  it("sells by card, and the order is paid by the event that arrives", async () => {
    await buyer.payByCard(CARDS.approved)
    await buyer.sees("Pedido pago")
    await buyer.seesEvents("payment_intent.succeeded")
    const [paid] = await intents()
    expect(paid).to.deep.include({ status: "succeeded", amount: PRICE })
    expect(paid!.payment_method_details.card).to.include({ last4: "4242", installments: 1 })
  })

  it("sells in installments, and shows what each one costs", async () => {
    await buyer.page.getByLabel("Parcelas").selectOption("6x de R$ 184,80")
    await buyer.payByCard(CARDS.mastercard)
    await buyer.sees("Pedido pago")
    expect((await intents())[0]!.payment_method_details.card.installments).to.equal(6)
  })

  it("says why a card was refused, and takes another one", async () => {
    await buyer.payByCard(CARDS.insufficientFunds)
    await buyer.page.getByText("O cartão não tem saldo para esta compra.").waitFor()
    await buyer.seesEvents("payment_intent.payment_failed")
    await buyer.payByCard(CARDS.approved)
    await buyer.sees("Pedido pago")
    expect((await intents(2)).map(({ status }) => status)).to.deep.equal(["succeeded", "canceled"])
  })

  it("shows what is wrong in the card's fields before anything is sent", async () => {
    const [newest] = await intents()
    await buyer.payByCard("4242 4242 4242 4241")
    await buyer.page.locator("#error:not(:empty)").waitFor()
    expect((await intents())[0]!.id).to.equal(newest!.id)
  })

  it("waits for the event where the card is still processing", async () => {
    await buyer.payByCard(CARDS.processing)
    await buyer.sees("Pedido pago")
  })

  it("shows a dispute that comes later", async () => {
    await buyer.payByCard(CARDS.disputed)
    await buyer.seesEvents("payment_intent.succeeded", "charge.dispute.created")
    await buyer.sees("Pedido pago")
  })

  it("sells a subscription by card, and renews it", async () => {
    await buyer.choose("Boleto")
    await buyer.choose(/Clube Horizonte/)
    expect(await buyer.page.getByRole("radio", { name: "Boleto" }).isVisible()).to.equal(false)
    await buyer.payByCard(CARDS.approved)
    await buyer.sees("Pedido pago")
    await buyer.page.getByText("A próxima mensalidade é em").waitFor()
    await buyer.press("Avançar um mês")
    await buyer.seesEvents("payment_intent.succeeded", "payment_intent.succeeded")
    const renewals = (await intents(2)).map(({ subscription, amount }) => [subscription !== null, amount])
    expect(renewals).to.deep.equal([
      [true, 5990],
      [false, 5990],
    ])
  })

  it("sells a subscription by PIX Automático, and the payer's bank pays its next month", async () => {
    await buyer.choose(/Clube Horizonte/)
    expect(await buyer.page.getByRole("radio", { name: "PIX", exact: true }).isVisible()).to.equal(false)
    await buyer.choose("PIX Automático")
    await buyer.fill()
    await buyer.press(/^Assinar/)
    await buyer.sees("Falta um passo")
    const frame = buyer.page.frameLocator("#frame iframe")
    await frame.getByText("Com o código você também autoriza o Pix Automático de “Clube Horizonte”").waitFor()
    await buyer.press("Simular: o cliente pagou")
    await buyer.sees("Pedido pago")
    await buyer.page.getByText("A próxima mensalidade é em").waitFor()
    await buyer.seesEvents("payment_method.attached", "payment_method.updated")
    await buyer.press("Avançar um mês")
    await buyer.seesEvents("payment_intent.processing")
    // Each period is ordered only once the one before is paid.
    await buyer.press("Avançar um mês")
    await buyer.seesEvents("payment_intent.processing", "payment_intent.processing")
    const renewals = (await intents(10)).filter(
      ({ payment_method_types: [type], subscription }) => type === "pix_automatico" && subscription,
    )
    expect(renewals.map(({ amount }) => amount)).to.deep.equal([5990, 5990])
    // The bank may pay some days after the month's end.
    expect(renewals[0]?.status).to.be.oneOf(["processing", "succeeded"])
    expect(renewals[1]?.status).to.equal("succeeded")
    await buyer.press("Fazer outro pedido")
    await buyer.choose(/Câmera/)
    expect(await buyer.page.getByRole("radio", { name: "Cartão" }).isChecked()).to.equal(true)
  })

  const order = async (method: "PIX" | "Boleto") => {
    await buyer.choose(method)
    await buyer.fill()
    await buyer.press(`Gerar ${method === "PIX" ? "PIX" : "boleto"}`)
    await buyer.sees("Falta um passo")
    return buyer.page.frameLocator("#frame iframe")
  }

  for (const method of ["PIX", "Boleto"] as const) {
    it(`shows ${method} in the page, until the event says that it was paid`, async () => {
      const frame = await order(method)
      await frame.locator("img:not([hidden])").first().waitFor()
      await buyer.press("Simular: o cliente pagou")
      await buyer.sees("Pedido pago")
      await buyer.seesEvents("customer.created", "payment_intent.requires_action", "payment_intent.succeeded")
      expect(await buyer.page.locator("#frame iframe").count()).to.equal(0)
    })
  }

  it("says that the time for a PIX is over, and lets the buyer pay by card", async () => {
    await order("PIX")
    await buyer.press("Simular: o prazo acabou")
    await buyer.page.getByText("O prazo para pagar acabou. Nada foi cobrado.").waitFor()
    await buyer.choose("Cartão")
    await buyer.payByCard(CARDS.approved)
    await buyer.sees("Pedido pago")
  })

  it("cancels a PIX where the buyer wants to pay in another way", async () => {
    await order("PIX")
    await buyer.press("Pagar de outro jeito")
    await buyer.seesEvents("payment_intent.canceled")
    expect((await intents())[0]!.status).to.equal("canceled")
    await buyer.page.getByRole("button", { name: "Gerar PIX" }).waitFor()
  })

  it("shows the bank's challenge in the page, and is paid where the buyer passes it", async () => {
    await buyer.payByCard(CARDS.threeDs)
    await buyer.sees("Falta um passo")
    await buyer.page.frameLocator("#frame iframe").locator("button[value=authorize]").click()
    await buyer.sees("Pedido pago")
    expect(buyer.page.url()).to.equal(`${shop.demo.shopUrl}/`)
  })

  it("says that the bank did not confirm, where the buyer fails the challenge, and takes another card", async () => {
    await buyer.payByCard(CARDS.threeDs)
    await buyer.page.frameLocator("#frame iframe").locator("button[value=fail]").click()
    await buyer.page.getByText("O banco não confirmou o pagamento. Nada foi cobrado.").waitFor()
    await buyer.payByCard(CARDS.approved)
    await buyer.sees("Pedido pago")
  })

  it("asks for no more than the method needs, and says which field is wrong", async () => {
    const visible = () => buyer.page.locator("form input:not([type=radio]):visible, form select:visible").count()
    expect(await visible()).to.equal(3)
    await buyer.choose("PIX")
    expect(await visible()).to.equal(3)
    await buyer.choose("Boleto")
    expect(await visible()).to.equal(9)
    await buyer.choose("PIX")
    await buyer.fill()
    await buyer.page.getByLabel("CPF").fill("111.111.111-11")
    await buyer.press("Gerar PIX")
    await buyer.page.getByText("Confira o CPF.").waitFor()
    const cpf = buyer.page.getByLabel("CPF")
    expect(await cpf.evaluate((input: InPage) => [input.ariaInvalid, input.matches(":focus")])).to.deep.equal(["true", true])
  })

  it("says which part of the address no boleto can have, and makes the boleto once it is right", async () => {
    await buyer.choose("Boleto")
    await buyer.fill()
    const wrong: [string, string, string, string][] = [
      ["Estado", "XX", "SP", "Confira o estado, com duas letras, como SP."],
      ["CEP", "0131010", "01310-100", "Confira o CEP."],
    ]
    for (const [label, value, right, message] of wrong) {
      const input = buyer.page.getByLabel(label)
      await input.fill(value)
      await buyer.press("Gerar boleto")
      await buyer.page.getByText(message).waitFor()
      expect(await input.evaluate((each: InPage) => [each.ariaInvalid, each.matches(":focus")])).to.deep.equal(["true", true])
      await input.fill(right)
    }
    await buyer.press("Gerar boleto")
    await buyer.page.locator("#frame iframe").waitFor()
  })

  it("has no card number in the page, in what it sends to the shop, or in what it keeps", async () => {
    const sent: string[] = []
    buyer.page.on("request", (request) => {
      if (request.url().startsWith(shop.demo.shopUrl)) sent.push(`${request.url()} ${request.postData()}`)
    })
    await buyer.payByCard("4111 1111 1111 1111")
    await buyer.sees("Pedido pago")
    const page = await buyer.page.evaluate(() => {
      const { document, localStorage, sessionStorage } = globalThis as InPage
      const values = [...document.querySelectorAll("input, select")].map(({ value }) => value)
      return JSON.stringify([document.documentElement.outerHTML, values, localStorage, sessionStorage, document.cookie])
    })
    expect(sent.some((one) => one.includes("tok_"))).to.equal(true)
    for (const text of [page, ...sent]) expect(text.replaceAll(/[\s-]/g, "")).not.to.include("411111111111")
  })

  it("takes no event that is not signed by Vintém", async () => {
    const response = await fetch(`${shop.demo.shopUrl}/webhooks`, {
      method: "POST",
      body: '{"type":"payment_intent.succeeded"}',
      headers: { "service-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` },
    })
    expect(response.status).to.equal(400)
  })

  /** axe-core takes the ground of a frame for white. That of the card's frame is transparent, so it is painted as the page's ground behind it. */
  const found = async () => {
    const ground = await buyer.page.evaluate(() => {
      const { document, getComputedStyle } = globalThis as InPage
      const grounds: string[] = []
      for (let each = document.querySelector('iframe[src*="/v1/frame/card"]'); each; each = each.parentElement)
        grounds.push(getComputedStyle(each).backgroundColor)
      return grounds.find((color) => color !== "rgba(0, 0, 0, 0)")
    })
    const frame = buyer.page.frames().find((each) => each.url().includes("/v1/frame/card"))
    await frame?.evaluate((color) => {
      ;(globalThis as InPage).document.documentElement.style.background = color
    }, ground ?? "")
    return barriers(buyer.page)
  }

  for (const colorScheme of ["light", "dark"] as const) {
    it(`has no barriers, in its ${colorScheme} colors and on a phone`, async () => {
      await buyer.page.context().close()
      buyer = await shop.open({ colorScheme, viewport: { width: 390, height: 844 } })
      expect(await found()).to.deep.equal([])
      await buyer.choose("Boleto")
      await buyer.press("Gerar boleto")
      await buyer.page.getByText("Preencha este campo.").waitFor()
      expect(await found()).to.deep.equal([])
      const wide = await buyer.page.evaluate(() => (globalThis as InPage).document.documentElement.scrollWidth)
      expect(wide).to.equal(390)
      await buyer.choose("Cartão")
      await buyer.payByCard(CARDS.approved)
      await buyer.sees("Pedido pago")
      expect(await found()).to.deep.equal([])
    })
  }
})
