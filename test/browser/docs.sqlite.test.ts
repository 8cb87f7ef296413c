import { expect } from "chai"
import type { Browser, Page, Response } from "playwright-core"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { barriers } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { contract } from "../support/contract/openapi.ts"

/** The page takes seconds of a core to load. So most tests go on with one that is open, each at another operation, as a reader does. */
describe("The reference in a browser", () => {
  let vintem: Vintem
  let browser: Browser
  let page: Page
  /** What the page has asked for, and its errors. */
  const requests: string[] = []
  const errors: string[] = []

  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    page.setDefaultTimeout(90_000) // the page takes a second to render, and much longer on a busy machine
    page.on("request", (request) => requests.push(request.url()))
    page.on("websocket", (socket) => requests.push(socket.url()))
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })

  /** Goes to an operation or a model. Where the page is open, the browser only goes to another place of it. */
  const open = (place: string, query = "") => page.goto(`${vintem.url}/v1/docs/reference${query}#${place}`)

  const outside = () => requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== new URL(vintem.url).origin)

  /** Loads the page anew, at an operation. */
  async function load(place: string, query?: string): Promise<void> {
    await page.goto("about:blank")
    await open(place, query)
  }

  async function openTestRequest(operation: string, query?: string): Promise<void> {
    await load(operation, query)
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click()
  }

  /** Sends the test request that is open, and returns the response. */
  async function send(path: string): Promise<Response> {
    const response = page.waitForResponse((response) => response.url() === `${vintem.url}${path}`)
    await page.getByRole("button", { name: /Send/ }).first().click()
    return response
  }

  it("is where links to operations at its former address lead", async () => {
    await page.goto(`${vintem.url}/v1/docs#tag/balance/GET/v1/balance`)
    await page.waitForURL("**/v1/docs/reference#tag/balance/GET/v1/balance")
    await page.getByText("vintem.balance.retrieve").first().waitFor()
  })

  it("lists every resource", async () => {
    await page.getByRole("heading", { name: contract.info.title }).first().waitFor()
    for (const { name } of contract.tags) await page.getByText(name, { exact: true }).first().waitFor()
  })

  it("shows an operation with its description, an example, what its values and error codes mean, and a schema", async () => {
    await open("tag/payment-intents/POST/v1/payment_intents/{id}/confirm")
    await page.getByText("Do not deliver on this response alone").first().waitFor()
    await page.getByText("requires_payment_method").first().waitFor()
    await page.getByText("The payment intent's time to pay ran out.").first().waitFor({ state: "attached" })
    await page.getByText("Scope of a restricted key:").first().waitFor()
    await open("model/PaymentIntentStatus")
    await page.getByText("The payer has to act.").first().waitFor()
  })

  it("opens what the search finds, also an operation of the page that is open", async () => {
    await page.keyboard.press("/")
    await page.keyboard.type("retrieve balance")
    await page.getByRole("option", { name: "Retrieve the balance GET /v1/balance" }).click()
    await page.getByText("vintem.balance.retrieve").first().waitFor()
    expect(page.url()).to.equal(`${vintem.url}/v1/docs/reference#tag/balance/GET/v1/balance`)
  })

  it("shows a sample of the SDK, and curl beside it", async () => {
    await open("tag/balance/GET/v1/balance")
    await page.getByText("vintem.balance.retrieve").first().waitFor()
    await page.getByRole("button", { name: "SDK" }).first().click()
    await page.getByRole("option", { name: "Curl" }).first().waitFor()
  })

  it("causes no error in the console while it is read", () => {
    expect(errors).to.deep.equal([])
  })

  it("opens with the version of a new key, and shows another one at the same place, which its test requests name", async () => {
    await load("tag/balance/GET/v1/balance")
    const current = page.locator("#versions [aria-current]")
    expect(await current.textContent()).to.equal("2026-04-27")
    await page.getByText("vintem.balance.retrieve").first().waitFor()
    // The page rewrites its hash as it renders. So the place is that of the moment of the click, and the first that the next page is at.
    const next = page.waitForEvent("framenavigated", (frame) => frame.url().includes("?version=2026-12-01"))
    const place = await page.evaluate(`{
      const place = location.hash
      document.querySelector("#versions li a:not([aria-current])").click()
      place
    }`)
    expect((await next).url()).to.equal(`${vintem.url}/v1/docs/reference?version=2026-12-01${place}`)
    await current.filter({ hasText: "2026-12-01" }).waitFor()
    expect(requests.filter((url) => /docs\/openapi/.test(url)).at(-1)).to.equal(`${vintem.url}/v1/docs/openapi-2026-12-01.json`)

    await openTestRequest("tag/balance/GET/v1/balance", "?version=2026-12-01")
    const sent = (await send("/v1/balance")).request()
    expect((await sent.allHeaders())["service-version"]).to.equal("2026-12-01")
  })

  it("contacts no other host, and sends test requests to the service that served it", async () => {
    await openTestRequest("tag/balance/GET/v1/balance")
    expect((await send("/v1/balance")).status()).to.equal(401)
    expect(requests).to.include(`${vintem.url}/v1/docs/openapi-2026-04-27.json`)
    expect(outside()).to.deep.equal([])
    // The page did not try either: the policy blocked nothing.
    expect(errors.filter((text) => text.includes("Content Security Policy"))).to.deep.equal([])
  })

  it("sends each test request with a new Idempotency-Key", async () => {
    await openTestRequest("tag/products/POST/v1/products")
    const keys: (string | undefined)[] = []
    for (let i = 0; i < 2; i++) keys.push((await (await send("/v1/products")).request().allHeaders())["idempotency-key"])
    for (const key of keys) expect(key).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(keys[0]).not.to.equal(keys[1])
  })

  it("runs only its own script files", async () => {
    const { headers } = await fetch(`${vintem.url}/v1/docs/reference`)
    expect(headers.get("content-security-policy")).to.include("script-src 'self';").and.include("connect-src 'self'")
    await page.evaluate(`{
      const script = document.createElement("script")
      script.textContent = "window.injected = true"
      document.body.append(script)
    }`)
    expect(await page.evaluate(`"injected" in window`)).to.equal(false)
  })

  it("is dark or light as the reader's system is when it is loaded, on a phone and a desktop, without barriers", async () => {
    for (const { colorScheme, width, body } of [
      { colorScheme: "dark", width: 390, body: "body.dark-mode" },
      { colorScheme: "light", width: 1400, body: "body.light-mode:not(.dark-mode)" },
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 1000 })
      await load("tag/payment-intents/POST/v1/payment_intents/{id}/confirm")
      await page.locator(body).waitFor()
      await page.getByText("Do not deliver on this response alone").first().waitFor()
      await page.getByRole("button", { name: "Copy", exact: true }).first().waitFor({ state: "attached" })
      expect(await barriers(page), colorScheme).to.deep.equal([])
      // The page is rendered part by part, so it can become too wide later.
      await page.evaluate("scrollTo(0, 0)")
      await page.locator(".introduction-section table").first().waitFor()
      const { wide, clients } = (await page.evaluate(`({
        wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        clients: [...document.querySelectorAll(".scalar-reference-intro-clients")].some((card) => card.offsetHeight > 0),
      })`)) as { wide: boolean; clients: boolean }
      expect({ wide, clients }, `${width} px`).to.deep.equal({ wide: false, clients: false })
    }
  }).timeout(480_000) // axe-core looks at every element of a large page
})
