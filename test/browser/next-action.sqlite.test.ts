import { expect } from "chai"
import type { Browser, FrameLocator, Page, Route } from "playwright-core"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { barriers } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { type ShopPage, serveShopPage } from "../support/browser/shop-page.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent, payWith, retrieve } from "../support/merchants/rails.ts"

const RETURN_URL = "https://shop.example/thanks"

describe("handleNextAction on a merchant's page", function () {
  this.timeout(90_000)
  let vintem: Running
  let browser: Browser
  let shop: ShopPage
  let stranger: ShopPage
  let page: Page
  let complaints: string[]

  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
    shop = await serveShopPage(vintem.url)
    stranger = await serveShopPage(vintem.url)
    expectStatus(await vintem.request("POST", "/merchant-origins", { origin: shop.origin }), 201)
  })
  after(async () => {
    shop?.close()
    stranger?.close()
    await browser?.close()
    await vintem?.close()
  })

  const openBrowser = async (locale: string) => {
    page = await (await browser.newContext({ locale })).newPage()
    complaints = []
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
  }
  beforeEach(() => openBrowser("en-US"))
  afterEach(() => page.context().close())

  /** Opens the shop and shows the payment in it. The result is read with `outcome`. */
  async function show(intent: Json, { origin } = shop): Promise<FrameLocator> {
    await page.goto(origin)
    await page.evaluate(
      `window.result = handleNextAction(${JSON.stringify(intent)}, { container: "#pay" }).catch((error) => error.message); 0`,
    )
    return page.frameLocator("#pay iframe")
  }
  const outcome = () => page.evaluate("window.result") as Promise<unknown>

  for (const method of ["pix", "boleto"]) {
    it(`${method}: shows the page as high as it is, notices the payment by itself, and cleans up`, async () => {
      const intent = await payWith(vintem, method)
      const frame = await show(intent)
      await frame.getByRole("button", { name: /^Copy/ }).waitFor()
      const shown = async () => (await page.locator("#pay iframe").boundingBox())!.height
      const needed = (await frame.locator("main").boundingBox())!.height
      await page.waitForFunction(`document.querySelector("#pay iframe").offsetHeight > 300`)
      expect(await shown()).to.be.closeTo(needed, 2)
      // In a wide container it is as wide as on a page of its own, and in the middle.
      const [box, main] = [await page.locator("#pay iframe").boundingBox(), await frame.locator("main").boundingBox()]
      expect(box!.width).to.be.above(600)
      expect(main!.width).to.be.at.most(26 * 16)
      expect(main!.x - box!.x).to.be.closeTo((box!.width - main!.width) / 2, 1)
      expect(await barriers(page)).to.deep.equal([])
      await help(vintem, intent.id, "succeed")
      expect(await outcome()).to.deep.equal({ outcome: "succeeded" })
      expect(await page.locator("#pay").innerHTML()).to.equal("")
      expect(complaints).to.deep.equal([])
    })
  }

  it("a PIX that expires ends with expired", async () => {
    const intent = await payWith(vintem, "pix")
    const frame = await show(intent)
    await frame.getByRole("button", { name: "Copy PIX code" }).waitFor()
    await help(vintem, intent.id, "expire")
    expect(await outcome()).to.deep.equal({ outcome: "expired" })
  })

  for (const [button, expected, status] of [
    ["Authorise", "succeeded", "succeeded"],
    ["Fail", "failed", "canceled"],
  ] as const) {
    it(`3DS: ${button} ends it without leaving the merchant's page, whatever the return_url`, async () => {
      const { id } = await newOpenIntent(vintem)
      const intent = await confirmWith(vintem, id, CARDS.threeDs, { return_url: RETURN_URL })
      const frame = await show(intent)
      await frame.getByRole("button", { name: button }).click()
      expect(await outcome()).to.deep.equal({ outcome: expected })
      expect((await retrieve(vintem, id)).status).to.equal(status)
      expect(page.url()).to.equal(`${shop.origin}/`)
      expect(complaints).to.deep.equal([])
    })
  }

  it("the payer can close the payment's page, and the payment stays open", async () => {
    const intent = await payWith(vintem, CARDS.threeDs)
    const frame = await show(intent)
    await frame.getByRole("button", { name: "Close" }).click()
    expect(await outcome()).to.deep.equal({ outcome: "dismissed" })
    expect((await retrieve(vintem, intent.id)).status).to.equal("requires_action")
  })

  it("a page that removes the container ends it with dismissed", async () => {
    const frame = await show(await payWith(vintem, "pix"))
    await frame.getByRole("button", { name: "Copy PIX code" }).waitFor()
    await page.evaluate(`document.querySelector("#pay").remove()`)
    expect(await outcome()).to.deep.equal({ outcome: "dismissed" })
  })

  it("a payment that has ended needs no page", async () => {
    const intent = await payWith(vintem)
    await show(intent)
    expect(await outcome()).to.deep.equal({ outcome: "succeeded" })
  })

  it("says what is wrong with its arguments", async () => {
    const intent = await payWith(vintem, "pix")
    for (const url of ["javascript:alert(1)//pay/0123456789abcdefghijkl", "https://shop.example/pay/short", null]) {
      await show({ ...intent, next_action: { type: "redirect_to_url", url } })
      expect(await outcome(), String(url)).to.contain("has no next_action with a page")
    }
    await page.evaluate(
      `window.result = handleNextAction({ status: "requires_action" }, { container: "#none" }).catch(String); 0`,
    )
    expect(await outcome()).to.contain("no element matches the container '#none'")
  })

  it("an origin that is not the account's cannot show the page, and learns which origin to register", async () => {
    await show(await payWith(vintem, "pix"), stranger)
    expect(await outcome()).to.contain(`Register ${stranger.origin}`)
  })

  /** Asks for a payment whose page does not come until it is let. */
  async function showSlowly(): Promise<{ frame: FrameLocator; route: Route }> {
    await page.clock.install()
    const asked = new Promise<Route>((resolve) => void page.route(/\/pay\/\w+$/, resolve))
    const frame = await show(await payWith(vintem, "pix"))
    return { frame, route: await asked }
  }

  it("waits for a page that comes slowly", async () => {
    const { frame, route } = await showSlowly()
    await page.clock.runFor(45_000)
    await route.continue()
    await frame.getByRole("button", { name: "Copy PIX code" }).waitFor()
  })

  it("says that the page did not load where it does not come within a minute, and blames no origin", async () => {
    await showSlowly()
    await page.clock.runFor(60_000)
    expect(await outcome())
      .to.contain("did not load")
      .and.not.contain("Register")
  })

  for (const [locale, title] of [
    ["pt-BR", "Conclua o pagamento"],
    ["en-US", "Complete the payment"],
    ["es-MX", "Complete el pago"],
  ] as const) {
    it(`has a title in the payer's language (${locale}), and the focus once it is shown`, async () => {
      await page.context().close()
      await openBrowser(locale)
      const frame = await show(await payWith(vintem, CARDS.threeDs))
      await page.waitForFunction(() => (globalThis as InPage).document.activeElement?.matches("#pay iframe"))
      expect(await page.locator("#pay iframe").getAttribute("title")).to.equal(title)
      await page.keyboard.press("Tab")
      expect(await frame.locator("button:focus").count()).to.equal(1)
    })
  }

  describe("tells how it ended although no further page comes", () => {
    const loseLaterPages = () =>
      page.route(/\/pay\/\w+(\?watched)?$/, (route) => (route.request().method() === "GET" ? route.abort() : route.continue()))

    it("after the payer has pressed a button on the bank's page", async () => {
      const frame = await show(await payWith(vintem, CARDS.threeDs))
      const button = frame.getByRole("button", { name: "Authorise" })
      await button.waitFor()
      await loseLaterPages()
      await button.click()
      expect(await outcome()).to.deep.equal({ outcome: "succeeded" })
    })

    it("after a PIX was paid", async () => {
      const intent = await payWith(vintem, "pix")
      const frame = await show(intent)
      await frame.getByRole("button", { name: "Copy PIX code" }).waitFor()
      await loseLaterPages()
      await help(vintem, intent.id, "succeed")
      expect(await outcome()).to.deep.equal({ outcome: "succeeded" })
    })
  })

  describe("gives the focus back to the button that was pressed", () => {
    /** A page whose button cannot be pressed during the payment, as pages do. */
    async function pressPay(intent: Json): Promise<FrameLocator> {
      await page.goto(shop.origin)
      await page.evaluate((given) => {
        const { document, handleNextAction } = globalThis as InPage
        const button = document.createElement("button")
        button.textContent = "Pay"
        document.querySelector("main").append(button)
        button.onclick = async () => {
          button.disabled = true
          await new Promise((done) => setTimeout(done, 100)) // The shop's server answers.
          await handleNextAction(given, { container: "#pay" }).catch(() => {})
          button.disabled = false
        }
      }, intent)
      await page.getByRole("button", { name: "Pay" }).press("Enter")
      return page.frameLocator("#pay iframe")
    }
    const payHasFocus = () => page.locator("button:focus", { hasText: "Pay" }).waitFor({ timeout: 5000 })

    for (const button of ["Authorise", "Fail", "Close"]) {
      it(`after ${button} on the bank's page`, async () => {
        const frame = await pressPay(await payWith(vintem, CARDS.threeDs))
        await frame.getByRole("button", { name: button }).press("Enter")
        await payHasFocus()
      })
    }

    it("where the page takes it away", async () => {
      const frame = await pressPay(await payWith(vintem, "pix"))
      await frame.getByRole("button", { name: "Copy PIX code" }).focus()
      await page.evaluate(() => (globalThis as InPage).document.querySelector("#pay").replaceChildren())
      await payHasFocus()
    })

    it("but not where the payer is elsewhere by then", async () => {
      const intent = await payWith(vintem, "pix")
      const frame = await pressPay(intent)
      await frame.getByRole("button", { name: "Copy PIX code" }).waitFor()
      await page.evaluate(() => {
        const { document } = globalThis as InPage
        const input = document.createElement("input")
        document.querySelector("main").append(input)
        input.focus()
      })
      await help(vintem, intent.id, "succeed")
      await page.locator("button:enabled", { hasText: "Pay" }).waitFor()
      await page.evaluate(() => new Promise((done) => setTimeout(done)))
      expect(await page.locator("input:focus").count()).to.equal(1)
    })
  })

  it("a page that does not frame the payer's page gets no answer", async () => {
    const { next_action } = await payWith(vintem, "pix")
    const url = next_action.qr_code_url.replace("/qr.png", "")
    await page.goto(url)
    const answer = page.evaluate(`new Promise((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done("answered")
      window.postMessage("vintem:next-action:1", location.origin, [port2])
      setTimeout(() => done("silent"), 500)
    })`)
    expect(await answer).to.equal("silent")
  })
})
