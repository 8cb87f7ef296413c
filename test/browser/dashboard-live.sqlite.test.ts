// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { ACQUIRER_KINDS } from "../../src/modes/acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { PIX_BANK, pixBankKind } from "../support/banks/pix-bank-kind.ts"
import { barriersInEveryLook } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { command, signIn, signInByLink } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { type Crawled, crawl, routesOf } from "../support/dashboard/routes.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant } from "../support/merchants/merchant.ts"

const MERCHANT_ID = "0a1b2c3d-0000-4000-8000-0123456789ab"
const MERCHANT_KEY = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"

describe("The dashboard of live mode in a browser", function () {
  this.timeout(300_000)
  let vintem: Running
  let browser: Browser
  let account: string
  let pages: Crawled[]
  let page: Page
  before(async () => {
    vintem = await startVintem({}, { live: true, acquirerKinds: [...ACQUIRER_KINDS, pixBankKind()] })
    browser = await launchChromium()
    ;({ account } = await newMerchant(vintem, "live"))
    await command(vintem, ["users", "add", "ana@example.com", "--role", "owner"])
    const crawled = await crawl(await signIn(vintem, "crawler@example.com", "owner"), routesOf(vintem), account, { mode: "live" })
    pages = [...new Map(crawled.map((each) => [each.pattern, each])).values()]
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })
  afterEach(() => page?.context().close())

  const prove = () =>
    vintem.server.modes.live!.database.transaction((tx) => tx.run(sql<void>(`UPDATE sessions SET proved_ms = ${Date.now()}`), {}))
  async function enter(options: BrowserContextOptions): Promise<void> {
    page = await (await browser.newContext({ reducedMotion: "reduce", ...options })).newPage()
    await signInByLink(page, vintem, "ana@example.com")
    await prove()
  }

  /** What a page is too narrow for, and its barriers. */
  async function faultsOf(path: string): Promise<string[]> {
    await page.goto(vintem.server.dashboardOrigin! + path)
    const found = await barriersInEveryLook(page)
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const [scrolled, header] = (await page.evaluate(
        `[document.documentElement.scrollWidth, document.querySelector("header").offsetWidth]`,
      )) as [number, number]
      if (scrolled > width || header < width - 20) found.push(`${path}: ${scrolled} and ${header} at ${width} px`)
    }
    return found
  }

  it("has room for everything on any page, a header as wide as the window, and no barrier that axe-core finds", async () => {
    await enter({ locale: "en-US" })
    expect(pages.length).to.be.above(20)
    const found: string[] = []
    for (const { path } of pages) found.push(...(await faultsOf(path)))
    expect(found.join("\n")).to.equal("")
  })

  describe("at Settings, Acquirer", () => {
    const at = (rest = "") => `/${account}/live/settings/acquirer${rest}`
    const open = (rest = "") => page.goto(vintem.server.dashboardOrigin! + at(rest))

    it("shows the fields of 3-D Secure to those who set it, without JavaScript", async () => {
      await enter({ locale: "pt-BR", javaScriptEnabled: false })
      await open("/cielo/set")
      const clientId = page.getByLabel("Client ID")
      expect(await clientId.isVisible()).to.equal(false)
      await page.getByLabel("Merchant ID").fill(MERCHANT_ID)
      await page.getByLabel("Merchant Key").fill(MERCHANT_KEY)
      await page.getByLabel("Definir como abaixo").check()
      await clientId.fill("dba3a8db-client")
      await page.getByRole("button", { name: "Adicionar Cielo" }).click()
      const alert = page.getByRole("alert")
      expect(await alert.textContent()).to.include("Confira o campo “3-D Secure: Client Secret”")
      expect(await clientId.inputValue()).to.equal("dba3a8db-client")
      expect(await page.getByLabel("Merchant Key").inputValue()).to.equal("")
      await page.getByLabel("Merchant Key").fill(MERCHANT_KEY)
      await page.getByLabel("Client Secret").fill("secret")
      await page.getByLabel("Número do EC").fill("1006993069")
      await page.getByLabel("Nome da loja").fill("Loja")
      await page.getByLabel("Código da categoria").fill("5912")
      await page.getByRole("button", { name: "Adicionar Cielo" }).click()
      await page.getByText("Cielo está definida").waitFor()
      expect(await page.textContent("main")).to.include("dba3a8db-client")
    })

    it("has no barrier and room for everything, with several acquirers, and in every form", async () => {
      const owner = await signIn(vintem, "owner@example.com", "owner")
      await prove()
      await submit(owner, at("/cielo/set"), { "member.merchant_id": MERCHANT_ID, "member.merchant_key": MERCHANT_KEY })
      await submit(owner, at("/pix-bank/set"), { ...PIX_BANK, methods: "pix" })
      await submit(owner, at("/pix-bank/drain"))
      for (const locale of ["en-US", "pt-BR"]) {
        await enter({ locale })
        const found: string[] = []
        for (const rest of ["", "/cielo/set", "/pix-bank/set", "/cielo/methods", "/pix-bank/undrain", "/cielo/remove"])
          found.push(...(await faultsOf(at(rest))))
        expect(found.join("\n")).to.equal("")
        await page.context().close()
      }
    })
  })
})
