import { expect } from "chai"
import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Page } from "playwright-core"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { barriersInEveryLook, PHONE } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, retrieve } from "../support/merchants/rails.ts"

const NARROW = { width: 320, height: 640 }

describe("The bank's challenge on the pay page", function () {
  this.timeout(60_000)
  let vintem: Running
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let complaints: string[]
  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })
  afterEach(() => context.close())

  async function newTab(url: string): Promise<Page> {
    const tab = await context.newPage()
    tab.on("pageerror", (error) => complaints.push(error.message))
    tab.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    await tab.goto(url)
    return tab
  }

  async function newVisitor(options: BrowserContextOptions = {}): Promise<void> {
    context = await browser.newContext({ locale: "pt-BR", viewport: PHONE, ...options })
    complaints = []
  }

  /** Opens the page of a payment that waits for its payer's bank. */
  async function open(options?: BrowserContextOptions, details: Json = {}): Promise<Json> {
    await newVisitor(options)
    const { id, hosted_url } = await newOpenIntent(vintem, details)
    page = await newTab(hosted_url)
    await confirmWith(vintem, id, CARDS.threeDs)
    await page.reload()
    return { id, hosted_url }
  }

  const bank = (tab = page): FrameLocator => tab.frameLocator("dialog iframe")
  const authorize = (tab = page) => bank(tab).getByRole("button", { name: "Autorizar" })
  const isPaid = (tab = page) => tab.getByRole("heading", { name: "Pagamento recebido" }).waitFor()
  const statusOf = async ({ id }: Json): Promise<string> => (await retrieve(vintem, id)).status
  const focused = () =>
    page.evaluate(() => {
      const { document } = globalThis as InPage
      return `${document.activeElement?.localName}${document.activeElement?.closest("dialog") ? " in dialog" : ""}`
    })

  it("a card that the bank asks about is paid without leaving the page", async () => {
    await newVisitor()
    const intent = await newOpenIntent(vintem)
    page = await newTab(intent.hosted_url)
    const visited: string[] = []
    page.on("framenavigated", (frame) => frame === page.mainFrame() && visited.push(new URL(frame.url()).pathname))
    const fields = page.frameLocator("iframe")
    await fields.getByLabel("Número do cartão").fill(CARDS.threeDs)
    await fields.getByLabel("Validade").fill("12/34")
    await fields.getByLabel("Código de segurança").fill("123")
    await page.getByRole("button", { name: /^Pagar R/ }).click()
    await authorize().click()
    await isPaid()
    expect(await statusOf(intent)).to.equal("succeeded")
    expect(new Set(visited)).to.deep.equal(new Set([new URL(intent.hosted_url).pathname]))
    expect(complaints).to.deep.equal([])
  })

  it("a payer who fails is told that nothing was charged, and may use another card", async () => {
    const intent = await open()
    await bank().getByRole("button", { name: "Recusar" }).click()
    await page.getByRole("alert").filter({ hasText: "nada foi cobrado" }).waitFor()
    await page.frameLocator("iframe").getByLabel("Número do cartão").waitFor()
    expect(await statusOf(intent)).to.equal("canceled")
    expect(complaints).to.deep.equal([])
  })

  for (const [locale, name, about] of [
    ["pt-BR", "Confirmação do banco", "Se você fechar sem confirmar, nada é cobrado."],
    ["en-US", "Confirm with your bank", "If you close this without confirming, nothing is charged."],
  ] as const) {
    it(`is a dialog with a name and a way out that says what happens (${locale})`, async () => {
      await open({ locale })
      const dialog = page.getByRole("dialog", { name })
      await dialog.getByText(about).waitFor()
      expect(await dialog.getAttribute("aria-describedby")).to.equal("bank-about")
      await bank().getByRole("button").first().waitFor()
      expect(await page.locator("dialog iframe").getAttribute("title")).to.match(/banco|bank/)
    })
  }

  it("keeps the keyboard inside, and works with it alone", async () => {
    const intent = await open()
    await authorize().waitFor()
    await page.waitForFunction(() => (globalThis as InPage).document.activeElement?.localName === "iframe")
    const seen = new Set<string>()
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press("Tab")
      seen.add(await focused())
    }
    // The browser's own controls have the focus where no element of the page has it.
    expect([...seen].filter((each) => each !== "body" && each !== "html").sort()).to.deep.equal([
      "button in dialog",
      "iframe in dialog",
    ])
    await authorize().focus()
    await page.keyboard.press("Enter")
    await isPaid()
    expect(await statusOf(intent)).to.equal("succeeded")
  })

  for (const [way, leave] of [
    ["its button", () => page.getByRole("button", { name: "Fechar sem confirmar" }).press("Enter")],
    ["Escape", () => page.getByRole("button", { name: "Fechar sem confirmar" }).press("Escape")],
    ["Escape inside the bank's page", () => authorize().press("Escape")],
  ] as const) {
    it(`is closed by ${way}, which charges nothing, and is opened again`, async () => {
      const intent = await open()
      await authorize().waitFor()
      await leave()
      await page.getByRole("dialog").waitFor({ state: "hidden" })
      await page.locator("iframe").waitFor({ state: "detached" })
      expect(await statusOf(intent)).to.equal("requires_action")
      expect(await focused()).to.equal("a")
      await page.keyboard.press("Enter")
      await authorize().click()
      await isPaid()
      expect(complaints).to.deep.equal([])
    })
  }

  it("fits a screen of 320 pixels, and has no barriers in any look", async () => {
    await open({ viewport: NARROW })
    await authorize().waitFor()
    const isWider = await page.evaluate(() => {
      const { document, innerWidth } = globalThis as InPage
      const dialog = document.querySelector("dialog")
      return document.documentElement.scrollWidth > innerWidth || dialog.scrollWidth > dialog.clientWidth
    })
    expect(isWider).to.equal(false)
    expect(await page.locator("dialog").boundingBox()).to.include({ x: 0, width: 320 })
    expect(await barriersInEveryLook(page)).to.deep.equal([])
    await page.getByRole("button", { name: "Fechar sem confirmar" }).click()
    await page.locator("iframe").waitFor({ state: "detached" })
    expect(await barriersInEveryLook(page)).to.deep.equal([])
  })

  it("is there after a reload and for the Back button, and one charge is made", async () => {
    const intent = await open()
    await authorize().waitFor()
    await page.reload()
    await authorize().waitFor()
    await page.goto(`${intent.hosted_url}?method=pix`)
    await page.getByText("o pagamento já iniciado é cancelado").waitFor()
    await page.goBack()
    await authorize().click()
    await isPaid()
    await page.goBack()
    await page.goForward()
    await page.reload()
    await isPaid()
    const { status, replaced_by } = await retrieve(vintem, intent.id)
    expect([status, replaced_by]).to.deep.equal(["succeeded", null])
  })

  it("a second tab shows it too, and what one tab decides both show", async () => {
    const intent = await open()
    await authorize().waitFor()
    const second = await newTab(intent.hosted_url)
    await authorize(second).click()
    await isPaid(second)
    await page.bringToFront()
    await isPaid()
    expect(await statusOf(intent)).to.equal("succeeded")
    expect(complaints).to.deep.equal([])
  })

  it("a tab whose payer has closed it shows what another tab decides", async () => {
    const intent = await open()
    await authorize().waitFor()
    await page.getByRole("button", { name: "Fechar sem confirmar" }).click()
    const second = await newTab(intent.hosted_url)
    await authorize(second).click()
    await isPaid(second)
    await page.bringToFront()
    await isPaid()
  })

  it("a second tab that chooses PIX instead ends it, and the first one shows the PIX", async () => {
    const intent = await open()
    await authorize().waitFor()
    const second = await newTab(`${intent.hosted_url}?method=pix`)
    await second.getByRole("button", { name: "Gerar código PIX" }).click()
    await second.getByRole("heading", { name: "Pague com PIX" }).waitFor()
    await page.bringToFront()
    await page.getByRole("heading", { name: "Pague com PIX" }).waitFor()
    const { status, replaced_by } = await retrieve(vintem, intent.id)
    expect([status, await statusOf({ id: replaced_by })]).to.deep.equal(["canceled", "requires_action"])
  })

  it("says that the payment is being made while the bank's answer is missing, and then how it ended", async () => {
    const intent = await open()
    const { restore } = replaceAcquirer(vintem, vintem, (acquirer) => ({
      ...acquirer,
      finishChallenge: async (...args) => ({ ...(await acquirer.finishChallenge!(...args)), captured: 1 }),
    }))
    await authorize().click()
    await page.getByRole("heading", { name: "Um instante" }).waitFor()
    expect(await page.locator("dialog").count()).to.equal(0)
    restore()
    await vintem.request("POST", `/v1/test_helpers/payment_intents/${intent.id}/succeed`)
    await isPaid()
  })

  describe("leads the payer away where it cannot be shown", () => {
    /** Begins a challenge, in a browser that lacks what `spoil` takes. */
    async function openSpoiled(spoil: () => Promise<unknown>): Promise<Json> {
      await newVisitor()
      await spoil()
      const { id, hosted_url } = await newOpenIntent(vintem)
      const { next_action } = await confirmWith(vintem, id, CARDS.threeDs, { return_url: hosted_url })
      page = await newTab(hosted_url)
      await page.waitForURL(next_action.url)
      return { id, hosted_url }
    }
    const noDialogs = () =>
      context.addInitScript(() => {
        delete (globalThis as InPage).HTMLDialogElement.prototype.showModal
      })
    const noFrames = () =>
      context.route(/\/pay\/\w{22}$/, (route) => {
        const isFramed = route.request().frame().parentFrame() !== null
        return isFramed ? route.fulfill({ body: "blocked" }) : route.continue()
      })

    for (const [lack, spoil] of [
      ["dialogs", noDialogs],
      ["the frame", noFrames],
    ] as const) {
      it(`without ${lack}, and back`, async () => {
        const intent = await openSpoiled(spoil)
        await page.getByRole("button", { name: "Autorizar" }).click()
        await isPaid()
        expect([page.url().split("?")[0], await statusOf(intent)]).to.deep.equal([intent.hosted_url, "succeeded"])
      })
    }

    it("once: a payer who comes back stays on the page, which still has the way there", async () => {
      const { hosted_url } = await openSpoiled(noDialogs)
      await page.goto(hosted_url)
      await page.getByRole("link", { name: "Continuar no banco" }).waitFor()
      await page.reload()
      expect(page.url()).to.equal(hosted_url)
      await page.getByRole("link", { name: "Continuar no banco" }).click()
      await page.getByRole("button", { name: "Autorizar" }).waitFor()
    })
  })
})
