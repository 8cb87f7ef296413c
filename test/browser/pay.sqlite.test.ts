import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent, payWith, retrieve } from "../support/merchants/rails.ts"

describe("The payer pages in a browser without JavaScript", () => {
  let vintem: Running
  let browser: Browser
  let page: Page
  let shop: Server
  let consoleMessages: string[]

  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
    shop = createServer(({ url, headers: { host } }, response) => {
      if (url!.startsWith("/old/"))
        response.writeHead(302, { location: `http://${host!.replace("localhost", "127.0.0.1")}/new/` })
      response.end("the shop")
    }).listen(0, "127.0.0.1")
  })
  after(async () => {
    shop?.close()
    await browser?.close()
    await vintem?.close()
  })

  beforeEach(async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-US" })
    page = await context.newPage()
    consoleMessages = []
    page.on("console", (message) => consoleMessages.push(message.text()))
  })
  afterEach(() => page.context().close())

  for (const [button, status] of [
    ["Authorise", "succeeded"],
    ["Fail", "canceled"],
  ] as const) {
    it(`3DS: ${button} ends the payment and returns the payer to the shop`, async () => {
      const return_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks`
      const { id } = await newOpenIntent(vintem)
      const { next_action } = await confirmWith(vintem, id, CARDS.threeDs, { return_url })
      await page.goto(next_action.url)
      await page.getByRole("button", { name: button }).click()
      await page.waitForURL(`${return_url}?*`)
      const redirect = button === "Authorise" ? "succeeded" : "failed"
      expect(page.url()).to.equal(`${return_url}?payment_intent=${id}&redirect_status=${redirect}`)
      expect((await retrieve(vintem, id)).status).to.equal(status)
      expect(consoleMessages).to.deep.equal([])
    })
  }

  it("3DS: the payer arrives where the shop's return_url leads on to another host", async () => {
    const { port } = shop.address() as AddressInfo
    const { id } = await newOpenIntent(vintem)
    const { next_action } = await confirmWith(vintem, id, CARDS.threeDs, { return_url: `http://localhost:${port}/old/` })
    await page.goto(next_action.url)
    await page.getByRole("button", { name: "Authorise" }).click()
    await page.waitForURL(`http://127.0.0.1:${port}/new/`)
    expect(consoleMessages).to.deep.equal([])
  })

  it("3DS without a return_url ends on Vintém's own page, on a second visit too", async () => {
    const { next_action } = await payWith(vintem, CARDS.threeDs)
    await page.goto(next_action.url)
    await page.getByRole("button", { name: "Authorise" }).click()
    await page.getByRole("heading", { name: "Payment authorised" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Payment authorised" }).waitFor()
    expect(consoleMessages).to.deep.equal([])
  })

  for (const method of ["pix", "boleto"]) {
    it(`${method}: the page shows its image with its style, and then the payment`, async () => {
      const { id, next_action } = await payWith(vintem, method)
      const url = (next_action.qr_code_url ?? next_action.pdf_url).replace(/\/[^/]*$/, "")
      await page.goto(url)
      const picture = page.locator("img.white")
      expect((await picture.boundingBox())!.width).to.be.greaterThan(200)
      // The content security policy lets the style apply, by its digest.
      const main = await page.locator("main").boundingBox()
      expect(main!.width).to.be.within(300, 420)
      await help(vintem, id, "succeed")
      await page.reload()
      await page.getByRole("heading", { name: "Payment received" }).waitFor()
      expect(consoleMessages).to.deep.equal([])
    })
  }
})
