// The page of the guide on cards, as a reader gets it by pasting its samples.
import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import { guides } from "../docs/guides.ts"
import { type Running, runGuide } from "../docs/run-guide.ts"
import { cleanUp } from "../sdk/packed.ts"
import { barriers } from "../support/axe.ts"
import { launchChromium } from "../support/chromium.ts"
import { CARDS } from "../support/payments.ts"

describe("The page of the guide on cards", function () {
  this.timeout(120_000)
  const cards = guides().find(({ name }) => name === "cards")!
  let shop: Running
  let browser: Browser
  let page: Page
  let complaints: string[]

  before(async () => {
    shop = await runGuide(cards, "sh")
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await shop?.close()
    cleanUp()
  })
  beforeEach(async () => {
    complaints = []
    page = await browser.newPage({ locale: "en-US" })
    page.on("pageerror", ({ message }) => complaints.push(message))
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    await page.goto(`http://${shop.shop}/`)
  })
  afterEach(async () => {
    await page.close()
    expect(complaints).to.deep.equal([])
  })

  const payWith = async (number: string) => {
    const card = page.frameLocator("#card iframe")
    await page.getByLabel("E-mail").fill("ana@example.com")
    await card.getByLabel("Card number").fill(number)
    await card.getByLabel(/^Expir/).fill("12/34")
    await card.getByLabel(/Security code|CVC/).fill("123")
    await page.getByRole("button", { name: "Pay" }).click()
  }
  const newest = async () => (await shop.vintem.request("GET", "/v1/payment_intents?limit=1")).body.data[0]

  it("takes a card", async () => {
    await payWith(CARDS.approved)
    await page.getByText("Thank you!").waitFor()
    expect(await newest()).to.include({ status: "succeeded", amount: 4990 })
  })

  it("says why a card was refused, and takes another one", async () => {
    await payWith(CARDS.insufficientFunds)
    await page
      .getByRole("status")
      .filter({ hasText: /funds|money|refused|balance/i })
      .waitFor()
    await payWith(CARDS.approved)
    await page.getByText("Thank you!").waitFor()
  })

  it("says what is wrong in the fields, and charges nothing", async () => {
    const { id } = await newest()
    await payWith("4242 4242 4242 4241")
    await page.locator("#message", { hasText: /number/i }).waitFor()
    expect((await newest()).id).to.equal(id)
  })

  it("can have another language and look, as the guide says", async () => {
    const sample = cards.blocks.find(({ code }) => code.includes("appearance"))!
    const keyed = `const vintem = Vintem(${JSON.stringify(shop.own("zk_test_…"))})\n${sample.code}`
    await page.evaluate(`${keyed}; const payButton = document.querySelector("button"); card.mount("#action")`)
    await page.frameLocator("#action iframe").getByLabel("Número do cartão").fill("4")
    await page.locator("button:disabled").waitFor()
  })

  it("has no barrier for people who use a screen reader or the keyboard", async () => {
    expect(await barriers(page)).to.deep.equal([])
  })
})
