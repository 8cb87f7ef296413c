import { globSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { expect } from "chai"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { barriers, barriersInEveryLook, DESKTOP, PHONE } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"

const GUIDES = globSync("*.md", { cwd: resolve(import.meta.dirname, "../../docs/guides") }).map((file) => basename(file, ".md"))
const PAGES = ["/v1/docs", ...GUIDES.map((name) => join("/v1/docs/guides", name))]
const WIDTH = "document.documentElement.scrollWidth"

/** What readers type, and the guide or the section that they look for. */
const PORTUGUESE = [
  ["parcelas", "Cartões salvos"],
  ["estorno", "Reembolsos e chargebacks"],
  ["boleto", "Boleto"],
  ["3ds", "3-D Secure"],
  ["idempotencia", "Idempotência"],
  ["asinaturas", "Assinaturas"],
  ["cartoes salvos", "Cartões salvos"],
  ["ambiente de testes", "Testes"],
  ["contestação", "Reembolsos e chargebacks"],
  ["nao existe", "O que não existe"],
] as const
const ENGLISH = [
  ["estorno", "Refunds and chargebacks"],
  ["parcelas", "Saved cards"],
  ["reembolsos", "Refunds and chargebacks"],
  ["3ds", "3-D Secure"],
] as const

describe("The guides in a browser", () => {
  let vintem: Vintem
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let requests: string[]
  let errors: string[]

  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })
  afterEach(() => context?.close())

  /** A browser of its own, as readers have it. */
  const reader = async (options: Parameters<Browser["newContext"]>[0] = {}) => {
    context = await browser.newContext({ baseURL: vintem.url, viewport: { width: 1280, height: 900 }, ...options })
    page = await context.newPage()
    requests = []
    errors = []
    page.on("request", (request) => requests.push(request.url()))
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  }

  it("are all on the home page, and open without an error and without another host", async () => {
    await reader()
    await page.goto("/v1/docs")
    const listed = await page.locator(".cards a").evaluateAll((links) => links.map((link) => link.getAttribute("href")))
    expect(listed).to.have.members(PAGES.slice(1))
    for (const path of PAGES) {
      expect((await page.goto(path))?.status(), path).to.equal(200)
      expect(await page.getByRole("heading", { level: 1 }).count(), path).to.equal(1)
    }
    expect(errors).to.deep.equal([])
    expect(requests.filter((url) => !url.startsWith(vintem.url))).to.deep.equal([])
  })

  describe("have no barriers and never scroll sideways, light or dark, on a desktop or a phone:", () => {
    for (const path of PAGES)
      it(path, async () => {
        await reader({ viewport: DESKTOP })
        await page.goto(path)
        expect(await page.evaluate(WIDTH)).to.equal(DESKTOP.width)
        expect(await barriersInEveryLook(page)).to.deep.equal([])
        expect(await page.evaluate(WIDTH)).to.equal(PHONE.width)
      })
  })

  // Colors are the same in each language.
  describe("have no barriers and never scroll sideways in Portuguese, where words are longer, on a phone:", () => {
    for (const path of PAGES)
      it(path, async () => {
        await reader({ viewport: PHONE, locale: "pt-BR" })
        await page.goto(path)
        expect(await page.evaluate("document.documentElement.lang")).to.equal("pt-BR")
        expect(await page.evaluate(WIDTH)).to.equal(PHONE.width)
        expect(await barriers(page)).to.deep.equal([])
      })
  })

  it("are found by their words, with the keyboard alone", async () => {
    await reader()
    await page.goto("/v1/docs")
    await page.keyboard.press("/")
    await page.keyboard.type("first paym")
    await page.getByRole("option").first().waitFor()
    expect(await page.getByRole("option").first().textContent()).to.contain("Take a first payment")
    expect(await barriers(page)).to.deep.equal([])
    await page.keyboard.press("Enter")
    await page.waitForURL("**/v1/docs/guides/first-payment")
  })

  it("are searched together with operations and error codes, whatever the accents and small mistakes", async () => {
    await reader()
    await page.goto("/v1/docs")
    for (const [query, found] of [
      ["confirm payment", "POST /v1/payment_intents/{id}/confirm"],
      ["card_declined", "Error code"],
      ["WebhookEndpoint", "Schema"],
      ["idempotncy", "Idempotency"],
    ] as const) {
      await page.getByRole("combobox").fill(query)
      await page.getByRole("option").filter({ hasText: found }).first().waitFor()
    }
    await page.getByRole("combobox").fill("zzzz")
    await page.getByText("Nothing found for “zzzz”.").waitFor()
    await page.keyboard.press("Escape")
    expect(await page.getByRole("combobox").getAttribute("aria-expanded")).to.equal("false")
  })

  it("are found in Portuguese, also by English words, and by Portuguese ones in English", async () => {
    for (const [locale, found] of [
      ["pt-BR", [...PORTUGUESE, ["refund", "Reembolsos e chargebacks"]]],
      ["en-US", ENGLISH],
    ] as const) {
      await reader({ locale })
      await page.goto("/v1/docs")
      for (const [query, title] of found) {
        await page.getByRole("combobox").fill(query)
        await page.getByRole("option").filter({ hasText: title }).first().waitFor()
      }
      await context.close()
    }
  })

  it("speak the language of the browser, and then the one that the reader chose, at the same place of the same guide", async () => {
    for (const javaScriptEnabled of [true, false]) {
      await reader({ locale: "pt-BR", javaScriptEnabled })
      await page.goto("/v1/docs")
      await page.getByRole("heading", { level: 1, name: "Documentação do Vintém" }).waitFor()
      await page.locator(".cards").getByRole("link", { name: "Reembolsos e chargebacks" }).click()
      await page.getByRole("navigation", { name: "Nesta página" }).getByRole("link", { name: "Um chargeback" }).click()
      const hash = "#3-a-chargeback"
      await page.waitForURL(`**/v1/docs/guides/refunds${hash}`)
      await page.getByRole("link", { name: "English" }).click()
      await page.waitForURL(`**/v1/docs/en/guides/refunds${javaScriptEnabled ? hash : ""}`)
      await page.getByRole("heading", { level: 1, name: "Refunds and chargebacks" }).waitFor()
      await page.locator("a[rel=next]").click()
      await page.waitForURL("**/v1/docs/guides/money")
      await page.getByRole("heading", { level: 1, name: "When the money arrives" }).waitFor()
      await page.getByRole("link", { name: "Português" }).click()
      await page.getByRole("heading", { level: 1, name: "Quando o dinheiro chega" }).waitFor()
      await context.close()
    }
  })

  it("lead to the other language from the reference in the same version, on a phone too", async () => {
    await reader({ viewport: PHONE })
    await page.goto("/v1/docs/reference?version=2026-04-27")
    await page.getByRole("link", { name: "Português" }).click()
    await page.waitForURL("**/v1/docs/pt/reference?version=2026-04-27")
    await page.getByRole("navigation", { name: "Versão da API" }).waitFor()
    expect(await page.evaluate(WIDTH)).to.equal(PHONE.width)
  })

  it("show all samples in the language that the reader chose, on the next page too", async () => {
    await reader()
    await page.goto("/v1/docs/guides/first-payment")
    await page.getByText("TypeScript", { exact: true }).first().click()
    const shown = () =>
      page.locator(".tabs .panel:visible code").evaluateAll((codes) => [...new Set(codes.map((code) => code.className))])
    expect(await shown()).to.deep.equal(["ts"])
    await page.goto("/v1/docs/guides/pix")
    expect(await shown()).to.deep.equal(["ts"])
  })

  it("copy a sample", async () => {
    await reader({ permissions: ["clipboard-read", "clipboard-write"] })
    await page.goto("/v1/docs/guides/first-payment")
    await page.locator(".tabs").first().getByRole("button", { name: "Copy" }).first().click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).to.match(/^curl "\$VINTEM_BASE_URL\/v1\/customers" \\\n/)
  })

  it("open the list of guides on a phone", async () => {
    await reader({ viewport: { width: 390, height: 844 } })
    await page.goto("/v1/docs/guides/first-payment")
    await page.getByRole("button", { name: "Menu" }).click()
    expect(await barriers(page)).to.deep.equal([])
    await page.getByRole("navigation", { name: "Guides" }).getByRole("link", { name: "PIX", exact: true }).click()
    await page.waitForURL("**/v1/docs/guides/pix")
  })

  it("are readable without JavaScript: text, samples in each language, and the list on a phone", async () => {
    await reader({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.goto("/v1/docs/guides/first-payment")
    await page.getByText("TypeScript", { exact: true }).first().click()
    await page.getByText("vintem.customers.create").first().waitFor()
    expect(await page.getByRole("combobox").isVisible()).to.equal(false)
    await page.getByRole("button", { name: "Menu" }).click()
    await page.getByRole("link", { name: "Webhooks" }).first().click()
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor()
  })

  it("lead to the operations that they call", async () => {
    await reader()
    await page.goto("/v1/docs/guides/first-payment")
    await page.getByRole("link", { name: "/confirm" }).click()
    // What the reference shows there is looked at in docs.sqlite.test.ts.
    const confirm = `${vintem.url}/v1/docs/reference#tag/payment-intents/POST/v1/payment_intents/{id}/confirm`
    await page.waitForURL(({ href }) => href === confirm, { waitUntil: "commit" })
  })
})
