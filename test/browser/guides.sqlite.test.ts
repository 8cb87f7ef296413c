// The page of the guide on cards, as a reader gets it by pasting its samples.
import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import { guides } from "../docs/guides.ts"
import { type Running, runGuide } from "../docs/run-guide.ts"
import { cleanUp } from "../sdk/packed.ts"
import type { Json } from "../support/app/client.ts"
import { barriers } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { CARDS, newCustomer } from "../support/merchants/payments.ts"

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
  /** A payment intent that waits for its payer. */
  async function waitingFor(type: string): Promise<Json> {
    const { request } = shop.vintem
    const address = { line1: "Rua A", number: "1", district: "Centro", city: "São Paulo", state: "SP", postal_code: "01310-200" }
    const customer = await newCustomer(shop.vintem, { document: { type: "cpf", number: "529.982.247-25" }, address })
    const terms = { amount: 4990, currency: "brl", customer: customer.id, payment_method_types: [type] }
    const { body: intent } = await request("POST", "/v1/payment_intents", terms)
    const { body: token } = await request("POST", "/v1/tokens", { type })
    return (await request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })).body
  }
  const newest = async (place = 1): Promise<Json> =>
    (await shop.vintem.request("GET", `/v1/payment_intents?limit=${place}`)).body.data[place - 1]

  it("takes a card", async () => {
    await payWith(CARDS.approved)
    await page.getByText("Thank you!").waitFor()
    expect(await newest()).to.include({ status: "succeeded", amount: 4990 })
  })

  it("has nothing to pay with once it is paid", async () => {
    await payWith(CARDS.approved)
    await page.getByText("Thank you!").waitFor()
    expect(await page.getByRole("button").count()).to.equal(0)
    expect(await page.locator("iframe").count()).to.equal(0)
  })

  const pressPay = () => page.getByRole("button", { name: "Pay" }).click()
  /** Of a connection that a test has broken. */
  const forgiveComplaints = () => complaints.splice(0)

  it("charges once where the answer was lost, and the payer presses Pay again", async () => {
    const before = await newest()
    await page.route("**/pay", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await payWith(CARDS.approved)
    await page.getByText("We got no answer.").waitFor()
    await page.unroute("**/pay")
    await pressPay()
    await page.getByText("Thank you!").waitFor()
    expect((await newest()).status).to.equal("succeeded")
    expect((await newest(2)).id).to.equal(before.id)
    forgiveComplaints()
  })

  it("lets the payer try again where what they typed is refused", async () => {
    await page.route("**/pay", (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), email: "" }) }),
    )
    await payWith(CARDS.approved)
    await page.getByText("Nothing was charged.").waitFor()
    await page.unroute("**/pay")
    await payWith(CARDS.approved)
    await page.getByText("Thank you!").waitFor()
    forgiveComplaints()
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

  const challenge = () => page.frameLocator("#action iframe")

  it("shows the challenge of the bank, and goes on when the payer has answered", async () => {
    await payWith(CARDS.threeDs)
    await challenge()
      .getByRole("button", { name: /^Authori[sz]e/ })
      .click()
    await page.getByText("Thank you!").waitFor()
    expect(await newest()).to.include({ status: "succeeded" })
  })

  it("shows the challenge of the same payment again where it could not be shown, or the payer has closed it", async () => {
    const before = await newest()
    const bank = (url: URL) => url.pathname.startsWith("/pay/")
    await page.route(bank, (route) => route.abort())
    await payWith(CARDS.threeDs)
    await page.getByText("We got no answer.").waitFor()
    await page.unroute(bank)
    await pressPay()
    await challenge().getByRole("button", { name: "Close" }).click()
    await page.getByText("Your bank is waiting for you.").waitFor()
    await pressPay()
    await challenge().getByRole("button", { name: "Authorise" }).click()
    await page.getByText("Thank you!").waitFor()
    expect((await newest()).status).to.equal("succeeded")
    expect((await newest(2)).id).to.equal(before.id)
    forgiveComplaints()
  })

  it("says so when the payer fails the challenge", async () => {
    await payWith(CARDS.threeDs)
    await challenge().getByRole("button", { name: "Fail" }).click()
    await page.getByText("Your bank did not confirm the payment").waitFor()
    expect(await newest()).to.include({ status: "canceled" })
  })

  for (const name of ["pix", "boleto"]) {
    it(`shows the ${name} of another guide with its line, and sees that it was paid`, async () => {
      const { code } = guides()
        .find((guide) => guide.name === name)!
        .blocks.find((block) => block.language === "js")!
      const intent = await waitingFor(name)
      const [key, place] = [shop.own("zk_test_…"), name]
      const program = `const vintem = Vintem(${JSON.stringify(key)}); const intent = ${JSON.stringify(intent)}; ${code}; return outcome`
      await page.evaluate(`document.querySelector("#action").innerHTML = '<div id="${place}"></div>'`)
      const ended = page.evaluate(`(async () => { ${program} })()`)
      await challenge()
        .getByText(/R\$ ?49[.,]90/)
        .first()
        .waitFor()
      await shop.vintem.request("POST", `/v1/test_helpers/payment_intents/${intent.id}/succeed`)
      expect(await ended).to.equal("succeeded")
    })
  }

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
