import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { newCardUrl } from "../../src/checkout/new-card-link.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { barriersInEveryLook, PHONE } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, newCustomer, newIntent } from "../support/merchants/payments.ts"
import { newOpenIntent, retrieve } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  timeOf,
} from "../support/merchants/subscriptions.ts"

describe("The pay page in a browser", function () {
  this.timeout(60_000)
  let vintem: Running
  let browser: Browser
  let shop: Server
  let page: Page
  let complaints: string[]
  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
    shop = createServer((_, response) => response.end("the shop")).listen(0, "127.0.0.1")
  })
  after(async () => {
    shop?.close()
    await browser?.close()
    await vintem?.close()
  })
  afterEach(() => page.context().close())

  async function open(url: string, options: BrowserContextOptions = {}): Promise<void> {
    const context = await browser.newContext({ locale: "pt-BR", viewport: PHONE, ...options })
    page = await context.newPage()
    complaints = []
    page.on("console", (message) => complaints.push(message.text()))
    await page.goto(url)
  }

  async function fillCard(number: string): Promise<void> {
    const fields = page.frameLocator("iframe")
    await fields.getByLabel("Número do cartão").fill(number)
    await fields.getByLabel("Validade").fill("12/34")
    await fields.getByLabel("Código de segurança").fill("123")
    await page.getByLabel("Nome no cartão").fill("JOANA DIAS")
  }

  /** axe-core does not see the page's color through the frame. */
  async function paintFrame(): Promise<void> {
    await page.frames()[1]?.evaluate(() => {
      const { CSSStyleSheet, document } = globalThis as InPage
      const painted = new CSSStyleSheet()
      painted.replaceSync("@media (prefers-color-scheme: dark) { html { background: #211f1b } }")
      document.adoptedStyleSheets = [painted]
    })
  }

  const pay = () => page.getByRole("button", { name: /^Pagar R/ }).click()

  it("a card is refused, another one pays in installments, and the payer goes back to the shop", async () => {
    const return_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks`
    const intent = await newOpenIntent(vintem, { amount: 10_000, return_url })
    await open(intent.hosted_url)
    await fillCard(CARDS.declined)
    await pay()
    await page.getByRole("alert").filter({ hasText: "não foi autorizado" }).waitFor()
    await fillCard(CARDS.approved)
    await page.getByLabel("Parcelas").selectOption({ label: "3x de R$\u00a033,34 sem juros" })
    await pay()
    await page.getByRole("heading", { name: "Pagamento recebido" }).waitFor()
    await page.waitForURL(`${return_url}?*`)
    const { replaced_by } = await retrieve(vintem, intent.id)
    const paid = await retrieve(vintem, replaced_by)
    expect([paid.status, paid.payment_method_details.card.installments]).to.deep.equal(["succeeded", 3])
    expect(page.url()).to.contain(`payment_intent=${paid.id}&redirect_status=succeeded`)
    expect(complaints).to.deep.equal([])
  })

  it("a payer chooses debit, which has no installments, and pays by it", async () => {
    const merchant = await newMerchant(vintem)
    await vintem.cli("accounts", "update", "--account", merchant.account, "--debit")
    const intent = await newIntent(merchant)
    await open(intent.hosted_url)
    await page.getByLabel("Parcelas").selectOption("3")
    await fillCard(CARDS.frictionless)
    await page.frameLocator("iframe").getByRole("radio", { name: "Débito" }).check()
    await page.getByLabel("Parcelas").waitFor({ state: "hidden" })
    await pay()
    await page.getByRole("heading", { name: "Pagamento recebido" }).waitFor()
    const { card } = (await retrieve(merchant, intent.id)).payment_method_details
    expect([card.funding, card.installments]).to.deep.equal(["debit", 1])
    expect(complaints).to.deep.equal([])
  })

  it("the Back button and a second press charge nothing again", async () => {
    const intent = await newOpenIntent(vintem)
    await open(intent.hosted_url)
    await fillCard(CARDS.approved)
    await page.getByRole("button", { name: /^Pagar R/ }).dblclick()
    await page.getByRole("heading", { name: "Pagamento recebido" }).waitFor()
    await page.goBack()
    await page.reload()
    await page.getByRole("heading", { name: "Pagamento recebido" }).waitFor()
    const { body } = await vintem.request("GET", `/v1/payment_intents?customer=${intent.customer}`)
    expect(body.data).to.have.lengthOf(1)
  })

  for (const [late, file] of [
    ["the page's script", /\/pay\/pay\.js$/],
    ["the script of the card fields", /\/v1\/frame\/card\.js$/],
    ["the card fields", /\/v1\/frame\/card\?/],
  ] as const) {
    it(`takes a card where ${late} comes last, and after a reload`, async () => {
      const intent = await newOpenIntent(vintem)
      const held = Promise.withResolvers<void>()
      await open("about:blank")
      await page.route(file, async (route) => {
        await held.promise
        await route.continue()
      })
      const other = page.waitForResponse(late === "the page's script" ? /\/v1\/frame\/card\.js$/ : /\/pay\/pay\.js$/)
      await page.goto(intent.hosted_url, { waitUntil: "commit" })
      await (await other).finished()
      held.resolve()
      await page.frameLocator("iframe").getByLabel("Número do cartão").waitFor()
      await page.reload()
      await fillCard(CARDS.approved)
      expect(await page.locator("iframe").count()).to.equal(1)
      await pay()
      await page.getByRole("heading", { name: "Pagamento recebido" }).waitFor()
      expect(complaints).to.deep.equal([])
    })
  }

  it("a card that is not complete is not sent", async () => {
    const intent = await newOpenIntent(vintem)
    await open(intent.hosted_url)
    await pay()
    await page.getByText("Não conseguimos ler o cartão").waitFor()
    expect((await retrieve(vintem, intent.id)).status).to.equal("requires_payment_method")
  })

  for (const javaScriptEnabled of [true, false]) {
    it(`PIX is paid with${javaScriptEnabled ? "" : "out"} JavaScript, and a CPF may be typed in any way`, async () => {
      const { id: customer } = await newCustomer(vintem, { name: null })
      const intent = await newIntent(vintem, { customer, payment_method_types: ["card", "pix", "boleto"] })
      await open(intent.hosted_url, { javaScriptEnabled })
      await page.getByRole("link", { name: "PIX" }).click()
      await page.getByLabel("Nome completo").fill("Joana Dias")
      await page.getByLabel("CPF ou CNPJ").fill("52998224725")
      await page.getByRole("button", { name: "Gerar código PIX" }).click()
      await page.getByRole("heading", { name: "Pague com PIX" }).waitFor()
      await page.getByRole("link", { name: "Pagar de outra forma" }).click()
      await page.getByText("o pagamento já iniciado é cancelado").waitFor()
      await page.getByRole("link", { name: "Boleto" }).click()
      await page.getByLabel("CEP").fill("01310100")
      await page.getByLabel("Rua").fill("Rua das Laranjeiras")
      await page.getByLabel("Cidade").fill("São Paulo")
      await page.getByLabel("Estado").selectOption("SP")
      await page.getByRole("button", { name: "Gerar boleto" }).click()
      await page.getByRole("heading", { name: "Pague o boleto" }).waitFor()
      const { status, replaced_by } = await retrieve(vintem, intent.id)
      expect([status, (await retrieve(vintem, replaced_by)).next_action.type]).to.deep.equal([
        "canceled",
        "boleto_display_details",
      ])
      expect(complaints).to.deep.equal([])
    })
  }

  it("another card is saved for a subscription whose charge failed, and is charged after 3DS", async () => {
    const merchant = await newMerchant(vintem)
    const begun = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    await saveNewCard(merchant, begun.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: begun.current_period_end })
    await open(
      newCardUrl(vintem.server.modes.test, { account: merchant.account, id: begun.id, period: 1 }, await timeOf(merchant)),
    )
    await page.frameLocator("iframe").getByLabel("Número do cartão").waitFor()
    await paintFrame()
    expect(await barriersInEveryLook(page)).to.deep.equal([])
    await fillCard(CARDS.declined)
    const save = () => page.getByRole("button", { name: "Salvar cartão" }).click()
    await save()
    await page.getByRole("alert").filter({ hasText: "não aceitou o cartão" }).waitFor()
    await fillCard(CARDS.threeDs)
    await page.getByLabel(/Cobrar R.* neste cartão agora/).check()
    await save()
    await page.frameLocator("dialog iframe").getByRole("button", { name: "Autorizar" }).click()
    await page.getByRole("heading", { name: "Está tudo pago" }).waitFor()
    expect(page.url()).to.contain("/pay/card/")
    expect(await barriersInEveryLook(page)).to.deep.equal([])
    await page.goBack()
    await page.reload()
    const { status, payment_method } = await again(merchant, begun)
    expect([status, payment_method === null]).to.deep.equal(["ACTIVE", false])
    expect(await cyclesOf(merchant, begun)).to.have.lengthOf(2)
    expect(complaints).to.deep.equal([])
  })

  it("has no barriers, in light and dark, on a phone and a desktop", async () => {
    const { id: customer } = await newCustomer(vintem, { name: null })
    const intent = await newIntent(vintem, { customer, payment_method_types: ["card", "pix", "boleto"] })
    await open(intent.hosted_url)
    await page.frameLocator("iframe").getByLabel("Número do cartão").waitFor()
    await paintFrame()
    expect(await barriersInEveryLook(page)).to.deep.equal([])
    await page.getByRole("link", { name: "Boleto" }).click()
    await page.getByLabel("CEP").waitFor()
    expect(await barriersInEveryLook(page)).to.deep.equal([])
    const isWider = await page.evaluate(() => {
      const { document, innerWidth } = globalThis as InPage
      return document.documentElement.scrollWidth > innerWidth
    })
    expect(isWider).to.equal(false)
  })

  it("is small before the card fields", async () => {
    const intent = await newOpenIntent(vintem)
    const sizes: number[] = []
    const context = await browser.newContext({ viewport: PHONE })
    page = await context.newPage()
    page.on("response", async (response) => {
      if (new URL(response.url()).origin === vintem.url) sizes.push((await response.request().sizes()).responseBodySize)
    })
    await page.goto(intent.hosted_url, { waitUntil: "networkidle" })
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(bytes).to.be.within(2000, 60_000)
  })
})
