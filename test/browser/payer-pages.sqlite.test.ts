import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { refundKeyUrl } from "../../src/payments/refunds/keys.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { barriers } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent, payWith } from "../support/merchants/rails.ts"

describe("The payer pages in a browser", function () {
  this.timeout(90_000)
  let vintem: Running
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let shop: Server
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

  beforeEach(async () => {
    context = await browser.newContext({ locale: "en-US" })
    page = await context.newPage()
    complaints = []
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
  })
  afterEach(() => context.close())

  const pageOf = ({ next_action: { qr_code_url, pdf_url, url } }: Json): string =>
    url ?? (qr_code_url ?? pdf_url).replace(/\/[^/]*$/, "")

  const shopUrl = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks`

  it("a PIX page notices the payment by itself", async () => {
    const intent = await payWith(vintem, "pix")
    await page.goto(pageOf(intent))
    await page.getByRole("heading", { name: "Pay with PIX" }).waitFor()
    await help(vintem, intent.id, "succeed")
    await page.getByRole("heading", { name: "Payment received" }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it("goes back to the shop with the outcome once the payment that it showed is paid", async () => {
    const { id } = await newOpenIntent(vintem)
    await page.goto(pageOf(await confirmWith(vintem, id, "pix", { return_url: shopUrl() })))
    await help(vintem, id, "succeed")
    await page.getByRole("link", { name: "Back to the shop" }).waitFor()
    await page.waitForURL(`${shopUrl()}?payment_intent=${id}&redirect_status=succeeded`)
  })

  for (const how of ["by itself", "by its link"]) {
    it(`stays with a payer who comes back to it from the shop, where it led ${how}`, async () => {
      const { id } = await newOpenIntent(vintem)
      const url = pageOf(await confirmWith(vintem, id, "pix", { return_url: shopUrl() }))
      await page.goto(url)
      await help(vintem, id, "succeed")
      if (how === "by its link") await page.getByRole("link", { name: "Back to the shop" }).click()
      await page.waitForURL(`${shopUrl()}?*`)
      await page.goBack()
      await page.getByRole("heading", { name: "Payment received" }).waitFor()
      expect(page.url()).to.equal(url)
      expect(await page.getByText("Taking you back").isVisible()).to.equal(false)
    })
  }

  it("goes back to the shop once the bank has decided a challenge that it had left open", async () => {
    const { id } = await newOpenIntent(vintem)
    const { next_action } = await confirmWith(vintem, id, CARDS.threeDs, { return_url: shopUrl() })
    const { restore } = replaceAcquirer(vintem, vintem, (bank) => ({
      ...bank,
      finishChallenge: async (...args) => ({ ...(await bank.finishChallenge!(...args)), captured: 1 }),
    }))
    await page.goto(next_action.url)
    await page.getByRole("button", { name: "Authorise" }).click()
    await page.getByRole("heading", { name: "One moment" }).waitFor()
    restore()
    await help(vintem, id, "succeed")
    await page.waitForURL(`${shopUrl()}?payment_intent=${id}&redirect_status=succeeded`)
    expect(complaints).to.deep.equal([])
  })

  it("stays on a page that was opened after the payment", async () => {
    const { id } = await newOpenIntent(vintem)
    const url = pageOf(await confirmWith(vintem, id, "pix", { return_url: "https://shop.example/thanks" }))
    await help(vintem, id, "succeed")
    await page.goto(url)
    await page.getByRole("link", { name: "Back to the shop" }).waitFor()
    expect(await page.getByText("Taking you back").isVisible()).to.equal(false)
  })

  for (const [method, label] of [
    ["pix", "PIX code to copy and paste"],
    ["boleto", "Number of the boleto"],
  ] as const) {
    it(`${method}: the button copies what the page shows, and says so`, async () => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"])
      await page.goto(pageOf(await payWith(vintem, method)))
      await page.getByRole("button", { name: /^Copy/ }).click()
      await page.getByRole("button", { name: "Copied" }).waitFor()
      const copied = await page.evaluate("navigator.clipboard.readText()")
      expect(copied).to.equal(await page.getByLabel(label).inputValue())
    })
  }

  for (const [method, name] of [
    ["pix", "QR code of the PIX"],
    ["boleto", "Bar code of the boleto"],
  ] as const) {
    it(`${method}: asks again for the picture where it did not come`, async () => {
      const picture = /\/(qr\.svg|barcode\.png)$/
      await page.route(picture, (route) => route.abort())
      const lost = page.waitForEvent("requestfailed", (request) => picture.test(request.url()))
      await page.goto(pageOf(await payWith(vintem, method)))
      await lost
      await page.unroute(picture)
      await page.waitForResponse((response) => picture.test(response.url()) && response.ok())
      const shown = page.getByRole("img", { name })
      expect(await shown.evaluate((image: InPage) => image.decode().then(() => image.naturalWidth))).to.be.greaterThan(0)
    })
  }

  it("counts down in the account's time, and hides the code once the time is over", async () => {
    await page.goto(pageOf(await payWith(vintem, "pix")))
    const timer = page.getByRole("timer")
    await timer.waitFor()
    expect(await timer.textContent()).to.match(/^(1:00:00|59:\d\d)$/)
    expectStatus(await vintem.request("POST", "/v1/test_helpers/clock/advance", { seconds: 1800 }), 200)
    await page
      .getByRole("timer")
      .filter({ hasText: /^(30:00|29:\d\d)$/ })
      .waitFor()
    expectStatus(await vintem.request("POST", "/v1/test_helpers/clock/advance", { seconds: 1801 }), 200)
    await page.getByRole("heading", { name: "The time to pay is over" }).waitFor()
    expect(await page.locator("textarea, .qr").count()).to.equal(0)
  })

  it("announces that the time is over, also while the network is away", async () => {
    await page.clock.install()
    await page.goto(pageOf(await payWith(vintem, "pix")))
    const announced = page.getByRole("status")
    await announced.waitFor({ state: "attached" })
    expect(await announced.innerText()).to.equal("")
    await context.setOffline(true)
    await page.clock.fastForward("01:00:01")
    await announced.filter({ hasText: "The time to pay is over." }).waitFor()
    expect(await page.locator("textarea").isVisible()).to.equal(false)
  })

  for (const method of ["pix", "boleto", CARDS.threeDs]) {
    it(`says that it cannot look for the payment while the network is away, and does as soon as it is back (${method})`, async () => {
      await page.clock.install({ time: "2026-01-01T00:00:00" })
      await page.goto(pageOf(await payWith(vintem, method)))
      const said = page.getByText("We cannot check the payment at the moment. This page keeps trying.")
      await said.waitFor({ state: "attached" })
      await context.setOffline(true)
      const lost = page.waitForEvent("requestfailed")
      await page.clock.pauseAt("2026-01-01T00:00:30")
      await lost
      expect(await said.isVisible()).to.equal(false)
      await page.clock.runFor(3000)
      await said.waitFor()
      const asked = page.waitForRequest(/\/status$/)
      await context.setOffline(false)
      await asked
      await said.waitFor({ state: "hidden" })
    })
  }

  it("asks nothing while it is hidden, and at once when the payer comes back", async () => {
    await page.clock.install()
    await page.goto(pageOf(await payWith(vintem, "pix")))
    let asked = 0
    page.on("request", (request) => {
      if (request.url().endsWith("/status")) asked++
    })
    const hide = (hidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, "hidden", { value: ${hidden}, configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`,
      )
    await hide(true)
    const before = asked
    await page.clock.runFor(60_000)
    const next = page.waitForRequest(/\/status$/)
    await hide(false)
    await next
    expect(asked).to.equal(before + 1)
  })

  for (const colorScheme of ["light", "dark"] as const) {
    it(`have no barriers for people with disabilities (${colorScheme})`, async () => {
      await page.emulateMedia({ colorScheme })
      const waiting = await Promise.all(["pix", "boleto", CARDS.threeDs].map((method) => payWith(vintem, method)))
      for (const intent of waiting) {
        await page.goto(pageOf(intent))
        expect(await barriers(page), pageOf(intent)).to.deep.equal([])
        await page.goto("about:blank")
        await help(vintem, intent.id, intent === waiting[1] ? "expire" : "succeed")
        await page.goto(pageOf(intent))
        expect(await barriers(page), pageOf(intent)).to.deep.equal([])
      }
    })
  }

  it("fit a narrow phone without scrolling sideways", async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const method of ["pix", "boleto", CARDS.threeDs]) {
      await page.goto(pageOf(await payWith(vintem, method, { statement_descriptor: "W".repeat(22) })))
      expect(await page.evaluate("document.documentElement.scrollWidth")).to.equal(320)
    }
  })

  it("a page for the PIX key of a refund takes the key, and has no barriers before and after", async () => {
    const { restore } = replaceAcquirer(vintem, vintem, (bank) => ({ ...bank, refund: async () => ({ result: "by_hand" }) }))
    const boleto = await payWith(vintem, "boleto")
    await help(vintem, boleto.id, "succeed")
    const { id } = expectStatus(await vintem.request("POST", "/v1/refunds", { payment_intent: boleto.id }), 201)
    restore()
    const { ring, baseUrl } = vintem.server.modes.test
    await page.goto(refundKeyUrl({ ring, baseUrl }, id))
    expect(await barriers(page)).to.deep.equal([])
    await page.getByLabel("PIX key").fill("11144477735")
    await page.getByRole("button", { name: "Get it at this key" }).click()
    await page.getByText("This is not the key").waitFor()
    expect(await barriers(page)).to.deep.equal([])
    await page.getByLabel("PIX key").fill("529.982.247-25")
    await page.getByRole("button", { name: "Get it at this key" }).click()
    await page.getByRole("heading", { name: "We have your key" }).waitFor()
    expect(await barriers(page)).to.deep.equal([])
    expect(complaints.filter((text) => !text.includes("400"))).to.deep.equal([])
  })
})
