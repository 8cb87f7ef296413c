import { readFileSync } from "node:fs"
import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import { parse } from "yaml"
import { chromiumPath, launchChromium } from "../support/chromium.ts"
import { database, startVintem, type Vintem } from "../support/vintem.ts"

const contract = parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"))
const withoutBrowser = !chromiumPath && "no Chromium on this machine (/usr/bin/chromium, or where CHROMIUM says)"
const elsewhere = database === "postgres" && "the page does not touch the database; seen on SQLite"
const reason = withoutBrowser || elsewhere

describe(`The docs page in a browser${reason ? ` (left out: ${reason})` : ""}`, function () {
  this.timeout(60_000)
  let vintem: Vintem
  let browser: Browser
  let page: Page
  let requests: string[]
  let complaints: string[]

  before(async function () {
    if (reason) this.skip()
    vintem = await startVintem()
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    requests = []
    complaints = []
    page.on("request", (request) => requests.push(request.url()))
    page.on("websocket", (socket) => requests.push(socket.url()))
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    await page.goto(`${vintem.url}/v1/docs`)
    await page.getByRole("heading", { name: contract.info.title }).first().waitFor()
  })
  afterEach(() => page?.close())

  const outside = () => requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== new URL(vintem.url).origin)

  it("names every resource", async () => {
    for (const { name } of contract.tags) await page.getByText(name, { exact: true }).first().waitFor()
    expect(complaints).to.deep.equal([])
  })

  it("shows an operation with its description and an example", async () => {
    await page.goto(`${vintem.url}/v1/docs#tag/payment-intents/POST/v1/payment_intents/{id}/confirm`)
    await page.reload()
    await page.getByText("Do not deliver on the strength of this answer").first().waitFor()
    await page.getByText("requires_payment_method").first().waitFor()
    expect(complaints).to.deep.equal([])
  })

  it("asks no other host for anything, and tries an operation at the service that served it", async () => {
    await page.goto(`${vintem.url}/v1/docs#tag/balance/GET/v1/balance`)
    await page.reload()
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click()
    const answered = page.waitForResponse((response) => response.url() === `${vintem.url}/v1/balance`)
    await page.getByRole("button", { name: /Send/ }).first().click()
    expect((await answered).status()).to.equal(401)
    expect(requests).to.include(`${vintem.url}/v1/openapi.json`)
    expect(outside()).to.deep.equal([])
    // Nor would it, if the policy let it.
    expect(complaints.filter((text) => text.includes("Content Security Policy"))).to.deep.equal([])
  })

  it("runs no script but its own files", async () => {
    const { headers } = await page.request.get(`${vintem.url}/v1/docs`).then((answer) => ({ headers: answer.headers() }))
    expect(headers["content-security-policy"]).to.include("script-src 'self';").and.include("connect-src 'self'")
    await page.evaluate(`{
      const script = document.createElement("script")
      script.textContent = "window.injected = true"
      document.body.append(script)
    }`)
    expect(await page.evaluate(`"injected" in window`)).to.equal(false)
  })
})
