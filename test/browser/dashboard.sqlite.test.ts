import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { barriers, barriersInEveryLook, DESKTOP, PHONE } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { command, loginPath, signIn, signInByLink } from "../support/dashboard/dashboard.ts"
import { type Crawled, crawl, type Routes, routesOf } from "../support/dashboard/routes.ts"
import { type FullAccount, newFullAccount } from "../support/merchants/full-account.ts"
import { cancelOne, payOne } from "../support/merchants/merchant.ts"

describe("The dashboard in a browser", () => {
  let vintem: Running
  let browser: Browser
  let routes: Routes
  let shop: FullAccount
  /** One page of each kind that the account's pages lead to, as they are before the first test. */
  let pages: Crawled[]
  let page: Page
  let errors: string[]

  before(async function () {
    this.timeout(120_000)
    vintem = await startVintem()
    browser = await launchChromium()
    routes = routesOf(vintem)
    shop = await newFullAccount(vintem, { text: "Padaria & Café <3" })
    await command(vintem, ["users", "add", "ana@example.com", "--role", "owner"])
    const crawled = await crawl(await signIn(vintem, "crawler@example.com", "owner"), routes, shop.account)
    pages = [...new Map(crawled.map((each) => [each.pattern, each])).values()]
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })
  afterEach(() => page?.context().close())

  const urlOf = (path: string) => `${vintem.server.dashboardOrigin!}${path}`
  const inShop = (path: string) => urlOf(`/${shop.account}/test${path}`)

  /** Signs in, in a browser of its own. Errors count from then on. */
  async function enter(options: BrowserContextOptions = {}): Promise<void> {
    const context = await browser.newContext({ viewport: DESKTOP, locale: "en-US", reducedMotion: "reduce", ...options })
    page = await context.newPage()
    await signInByLink(page, vintem, "ana@example.com")
    errors = []
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => message.type() === "error" && errors.push(`${page.url()}: ${message.text()}`))
  }

  /** What a page is too narrow for: it scrolls sideways, or its buttons stand on end. */
  const squeezed = () =>
    page.evaluate(`[
      document.documentElement.scrollWidth > document.documentElement.clientWidth && "scrolls sideways",
      ...[...document.querySelectorAll(".scroll")].map((one) => (innerWidth >= 1024 || one.matches(".compact")) && one.scrollWidth > one.clientWidth && "has a table that scrolls"),
      ...[...document.querySelectorAll("main .button, main button")].map((one) => one.offsetHeight > 90 && "squeezes " + one.textContent)
    ].filter(Boolean)`) as Promise<string[]>

  it("has no barrier that axe-core finds, no error and room for everything on any page, light or dark, large or small", async function () {
    this.timeout(600_000)
    await enter()
    const found: string[] = []
    for (const { path } of pages) {
      await page.goto(urlOf(path))
      found.push(...(await barriersInEveryLook(page)))
      for (const width of [1280, 1024, 640, 390, 320]) {
        await page.setViewportSize({ width, height: 700 })
        found.push(...(await squeezed()).map((what) => `${path} ${what} at ${width} px`))
      }
    }
    expect([...found, ...errors].join("\n")).to.equal("")
  })

  it("has a menu on a phone that opens by touch and by keyboard, without JavaScript, and without a barrier", async () => {
    await enter({ viewport: PHONE, javaScriptEnabled: false })
    await page.goto(inShop("/payments"))
    const menu = page.locator("nav.menu")
    expect(await menu.isVisible()).to.equal(false)
    for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key)
    await menu.waitFor({ state: "visible" })
    await page.locator(".opener summary").click()
    await menu.waitFor({ state: "hidden" })
    await page.context().close()
    await enter({ viewport: PHONE })
    await page.goto(inShop("/payments"))
    await page.locator(".opener summary").click()
    await page.locator("nav.menu").waitFor({ state: "visible" })
    expect(await barriers(page)).to.deep.equal([])
  })

  it("can be read, and left, without JavaScript", async function () {
    this.timeout(300_000)
    await enter({ javaScriptEnabled: false })
    for (const { path } of pages) {
      await page.goto(urlOf(path))
      await page.locator("main h1").waitFor()
      expect(await page.locator(".live").isVisible(), path).to.equal(false)
    }
    await page.goto(inShop("/payments"))
    await page.locator(".user summary").click()
    await page.getByRole("button", { name: "Português" }).click()
    await page.getByRole("heading", { name: "Pagamentos" }).waitFor()
    await page.locator(".user summary").click()
    await page.getByRole("button", { name: "Sair" }).click()
    await page.waitForURL("**/sign-in")
    expect(errors).to.deep.equal([])
  })

  it("signs nobody in by a link that another site opens or sends as a form, and uses no link up by that", async () => {
    await enter()
    await command(vintem, ["users", "add", "mallory@example.com", "--role", "owner"])
    const link = urlOf(await loginPath(vintem, "mallory@example.com"))
    const shown = `<img src="${link}"><link rel="prefetch" href="${link}"><iframe src="${link}"></iframe>
      <form method="post" action="${link}"></form><script>onload = () => document.forms[0].submit()</script>`
    const site = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(shown)).listen(0, "127.0.0.1")
    await once(site, "listening")
    const refused = page.waitForResponse((response) => response.url() === link && response.request().method() === "POST")
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`, { waitUntil: "commit" })
    expect((await refused).status()).to.equal(403)
    await page.getByRole("heading", { name: "Form refused" }).waitFor()
    site.close()
    await page.goto(urlOf("/passkeys"))
    expect(await page.textContent("main")).to.include("ana@example.com")
    await page.goto(link)
    await page.getByRole("button", { name: "Sign in as mallory@example.com" }).click()
    await page.waitForURL(urlOf("/passkeys/new"))
  })

  it("shows times in Brasília's zone wherever the viewer is, says so, and shows UTC on hover", async () => {
    await enter({ timezoneId: "Asia/Tokyo", locale: "pt-BR" })
    await page.goto(inShop("/payments"))
    expect(await page.textContent("main .zone")).to.equal("Dias e horários seguem o horário de Brasília (UTC−3).")
    const time = page.locator("main time").first()
    const at = new Date((await time.getAttribute("datetime"))!)
    const format = { dateStyle: "medium", timeStyle: "short" } as const
    const local = new Intl.DateTimeFormat("pt-BR", { ...format, timeZone: "America/Sao_Paulo" }).format(at)
    expect(await time.textContent()).to.equal(local)
    expect(await time.getAttribute("title")).to.equal(
      `${new Intl.DateTimeFormat("pt-BR", { ...format, timeZone: "UTC" }).format(at)} UTC`,
    )
  })

  it("obeys the keyboard, but not while somebody types, nor with modifiers", async () => {
    await enter()
    await page.goto(inShop("/payments"))
    const focused = () => page.evaluate("document.activeElement?.getAttribute('href')") as Promise<string | null>
    const links = await page
      .locator("main tbody tr td:first-child a")
      .evaluateAll((all: InPage[]) => all.map((a) => a.getAttribute("href")))
    for (const key of ["j", "j", "k"]) await page.keyboard.press(key)
    expect(await focused()).to.equal(links[0])
    await page.keyboard.press("j")
    await page.keyboard.press("Enter")
    await page.waitForURL(urlOf(links[1]))

    await page.keyboard.press("/")
    await page.keyboard.type("gp?j/")
    expect(await page.locator(".search [type=search]").inputValue()).to.equal("gp?j/")
    expect(page.url()).to.equal(urlOf(links[1]))
    await page.locator("main h1").click()
    await page.keyboard.press("g")
    await page.keyboard.press("Control+p")
    await page.keyboard.press("x")
    expect(page.url()).to.equal(urlOf(links[1]))
    await page.keyboard.press("g")
    await page.keyboard.press("p")
    await page.waitForURL(inShop("/payments"))
    expect(errors).to.deep.equal([])
  })

  it("lists its shortcuts in a dialog, which gives the focus back", async () => {
    await enter()
    await page.goto(inShop("/payments"))
    await page.keyboard.press("j")
    const before = await page.evaluate("document.activeElement.href")
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    expect(await barriers(page)).to.deep.equal([])
    await page.keyboard.press("j")
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    expect(await page.evaluate("document.activeElement.href")).to.equal(before)
  })

  it("copies an id", async () => {
    await enter({ permissions: ["clipboard-read", "clipboard-write"] })
    await page.goto(inShop(`/payments/${shop.payment}`))
    await page.getByRole("button", { name: "Copy" }).first().click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).to.equal(shop.payment)
  })

  it("shows a new payment by itself, and leaves the focus, the scroll and the page's state where they are", async () => {
    await enter()
    await page.goto(inShop("/payments"))
    await page.getByText("Updates by itself").waitFor()
    await page.evaluate("window.notReloaded = true")
    const link = page.locator("main tbody tr td:first-child a").first()
    const href = await link.getAttribute("href")
    await link.focus()
    const paid = await payOne(shop, undefined, { description: "Arrived by itself" })
    await page.getByText("Arrived by itself").waitFor()
    await page.locator(`main tbody a[href$="${paid.id}"]`).waitFor()
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).to.equal(href)
    expect(await page.evaluate("window.notReloaded")).to.equal(true)
    expect(errors).to.deep.equal([])
  })

  it("does not change under somebody who selects text or fills in a form", async () => {
    await enter()
    await page.goto(inShop("/payments"))
    await page.getByText("Updates by itself").waitFor()
    const uses: Record<string, { begin: string; end: string }> = {
      selecting: { begin: "getSelection().selectAllChildren(document.querySelector('main h1'))", end: "getSelection().empty()" },
      typing: {
        begin:
          "document.querySelector('main').insertAdjacentHTML('beforeend', '<input id=typed>'); document.querySelector('#typed').value = 'ab'",
        end: "document.querySelector('#typed').value = ''",
      },
      "a dialog": {
        begin: "document.querySelector('#shortcuts').showModal()",
        end: "document.querySelector('#shortcuts').close()",
      },
    }
    for (const [name, { begin, end }] of Object.entries(uses)) {
      await page.evaluate(begin)
      const told = page.waitForEvent("requestfinished", { timeout: 4000 }).catch(() => undefined)
      const { id } = await cancelOne(shop)
      expect(await told, name).to.equal(undefined)
      expect(await page.locator(`main a[href$="${id}"]`).count(), name).to.equal(0)
      await page.evaluate(end)
      await page.locator(`main a[href$="${id}"]`).waitFor()
    }
  })

  it("says that it no longer updates when the connection is lost, and when the session has ended", async () => {
    await enter()
    await page.goto(inShop("/payments"))
    await page.getByText("Updates by itself").waitFor()
    await page.context().setOffline(true)
    await page.evaluate("dispatchEvent(new Event('pagehide')); dispatchEvent(new Event('pageshow'))")
    await page.getByText("Connection lost").waitFor()
    await page.context().setOffline(false)
    await page.getByText("Updates by itself").waitFor({ timeout: 40_000 })
    await page.context().clearCookies()
    await page.evaluate("dispatchEvent(new Event('pagehide')); dispatchEvent(new Event('pageshow'))")
    await page.getByText("Signed out").waitFor()
  })

  it("does not update a page that asks before it changes something", async () => {
    const changes = new Set(routes.changes())
    for (const { pattern, path, html } of pages) expect(html.includes("data-changes"), path).to.equal(!changes.has(pattern))
  })
})
