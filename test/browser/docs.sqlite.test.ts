import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import { barriers } from "../support/axe.ts"
import { launchChromium } from "../support/chromium.ts"
import { contract } from "../support/openapi.ts"
import { startVintem, type Vintem } from "../support/vintem.ts"

describe("The reference in a browser", () => {
  let vintem: Vintem
  let browser: Browser
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

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    page.setDefaultTimeout(90_000) // the page takes a second to render, and much longer on a busy machine
    requests = []
    errors = []
    page.on("request", (request) => requests.push(request.url()))
    page.on("websocket", (socket) => requests.push(socket.url()))
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  })
  afterEach(() => page?.close())

  /** Opens the page at an operation, or at its beginning. */
  const open = (operation = "") => page.goto(`${vintem.url}/v1/docs/reference${operation}`)

  const outside = () => requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== new URL(vintem.url).origin)

  it("lists every resource, and runs only its own script files", async () => {
    const response = await open()
    await page.getByRole("heading", { name: contract.info.title }).first().waitFor()
    for (const { name } of contract.tags) await page.getByText(name, { exact: true }).first().waitFor()
    expect(errors).to.deep.equal([])
    expect(response?.headers()["content-security-policy"]).to.include("script-src 'self';").and.include("connect-src 'self'")
    await page.evaluate(`{
      const script = document.createElement("script")
      script.textContent = "window.injected = true"
      document.body.append(script)
    }`)
    expect(await page.evaluate(`"injected" in window`)).to.equal(false)
  })

  it("shows an operation with its description, an example, what its values and error codes mean, and a schema", async () => {
    await open("#tag/payment-intents/POST/v1/payment_intents/{id}/confirm")
    await page.getByText("Do not deliver on this response alone").first().waitFor()
    await page.getByText("requires_payment_method").first().waitFor()
    await page.getByText("The payment intent's time to pay ran out.").first().waitFor({ state: "attached" })
    await page.getByText("Scope of a restricted key:").first().waitFor()
    expect(errors).to.deep.equal([])
    await open("#model/PaymentIntentStatus")
    await page.getByText("The payer has to act.").first().waitFor()
  })

  it("is where links to operations at its former address lead", async () => {
    await page.goto(`${vintem.url}/v1/docs#tag/balance/GET/v1/balance`)
    await page.waitForURL("**/v1/docs/reference#tag/balance/GET/v1/balance")
    await page.getByText("vintem.balance.retrieve").first().waitFor()
  })

  it("opens what the search finds, also an operation of the page that is open", async () => {
    await open()
    await page.getByRole("heading", { name: contract.info.title }).first().waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("retrieve balance")
    await page.getByRole("option", { name: "Retrieve the balance GET /v1/balance" }).click()
    await page.getByText("vintem.balance.retrieve").first().waitFor()
    expect(page.url()).to.equal(`${vintem.url}/v1/docs/reference#tag/balance/GET/v1/balance`)
    expect(errors).to.deep.equal([])
  })

  it("is dark or light as the reader's system is when it is loaded, on a phone and a desktop, without barriers", async () => {
    for (const { colorScheme, width, body } of [
      { colorScheme: "dark", width: 390, body: "body.dark-mode" },
      { colorScheme: "light", width: 1400, body: "body.light-mode:not(.dark-mode)" },
    ] as const) {
      await page.goto("about:blank") // else the browser would only go to a place of the page that it has
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 1000 })
      await open("#tag/payment-intents/POST/v1/payment_intents/{id}/confirm")
      await page.locator(body).waitFor()
      await page.getByText("Do not deliver on this response alone").first().waitFor()
      await page.getByRole("button", { name: "Copy", exact: true }).first().waitFor({ state: "attached" })
      expect(await barriers(page), colorScheme).to.deep.equal([])
    }
  }).timeout(480_000) // axe-core looks at every element of a large page

  it("shows a sample of the SDK, and curl beside it", async () => {
    await open("#tag/balance/GET/v1/balance")
    await page.getByText("vintem.balance.retrieve").first().waitFor()
    await page.getByRole("button", { name: "SDK" }).first().click()
    await page.getByRole("option", { name: "Curl" }).first().waitFor()
    expect(errors).to.deep.equal([])
  })

  it("contacts no other host, and sends test requests to the service that served it", async () => {
    await open("#tag/balance/GET/v1/balance")
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click()
    const responsePromise = page.waitForResponse((response) => response.url() === `${vintem.url}/v1/balance`)
    await page.getByRole("button", { name: /Send/ }).first().click()
    expect((await responsePromise).status()).to.equal(401)
    expect(requests).to.include(`${vintem.url}/v1/docs/openapi.json`)
    expect(outside()).to.deep.equal([])
    // The page did not try either: the policy blocked nothing.
    expect(errors.filter((text) => text.includes("Content Security Policy"))).to.deep.equal([])
  })

  it("sends each test request with a new Idempotency-Key", async () => {
    await open("#tag/products/POST/v1/products")
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click()
    const keys: (string | undefined)[] = []
    for (let i = 0; i < 2; i++) {
      const sent = page.waitForResponse((response) => response.url() === `${vintem.url}/v1/products`)
      await page.getByRole("button", { name: /Send/ }).first().click()
      keys.push((await (await sent).request().allHeaders())["idempotency-key"])
    }
    for (const key of keys) expect(key).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(keys[0]).not.to.equal(keys[1])
  })
})
