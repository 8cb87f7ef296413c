import { expect } from "chai"
import type { Browser, Route } from "playwright-core"
import type { Json } from "../support/app/client.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { type Buyer, openShop, type Shop } from "../support/browser/shop.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"

const lose = (route: Route) => route.abort()

describe("The demo shop, where the buyer's network fails", function () {
  this.timeout(60_000)
  let browser: Browser
  let shop: Shop
  let buyer: Buyer

  before(async () => {
    browser = await launchChromium()
    shop = await openShop(browser)
  })
  after(async () => {
    await browser?.close()
    await shop?.close()
  })
  beforeEach(async () => {
    buyer = await shop.open()
  })
  afterEach(async () => {
    // The page may be sending a request again.
    await buyer.page.unrouteAll({ behavior: "wait" })
    await buyer.page.context().close()
    // vintem.js greets the browser's own page, too, that a frame shows whose page did not come.
    expect(buyer.complaints.filter((each) => !each.startsWith("Failed to execute 'postMessage'"))).to.deep.equal([])
  })

  /** The newest payment intents. */
  const intents = async (limit = 1): Promise<Json[]> =>
    (await shop.request("GET", `/v1/payment_intents?limit=${limit}`)).body.data

  it("charges once where the answer to a checkout was lost", async () => {
    let lost = 0
    await buyer.page.route("**/checkout", async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    const [before] = await intents()
    await buyer.payByCard(CARDS.elo)
    await buyer.sees("Pedido pago")
    expect((await intents(2))[1]?.id).to.equal(before?.id)
  })

  it("waits, and offers no other payment, where no answer comes, until the event tells that it was paid", async () => {
    await buyer.page.route("**/checkout", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await buyer.page.route("**/orders/*", (route) => route.abort())
    const [before] = await intents()
    await buyer.payByCard(CARDS.approved)
    await buyer.sees("Confirmando o pagamento…")
    expect(await buyer.page.getByRole("button", { name: /^Pagar/ }).count()).to.equal(0)
    await buyer.page.unroute("**/orders/*")
    await buyer.sees("Pedido pago")
    expect((await intents(2))[1]?.id).to.equal(before?.id)
  })

  it("sends an order until the shop has it", async () => {
    await buyer.page.route("**/checkout", lose)
    const [before] = await intents()
    await buyer.payByCard(CARDS.threeDs)
    await buyer.sees("Confirmando o pagamento…")
    await buyer.page.unroute("**/checkout", lose)
    await buyer.sees("Falta um passo")
    expect((await intents(2))[1]?.id).to.equal(before?.id)
  })

  describe("where the page of the payment does not come", () => {
    const FRAME = /\/pay\/\w+$/
    const pressAuthorize = () => buyer.page.frameLocator("#frame iframe").locator("button[value=authorize]").click()

    it("says that the payment is open, not that it failed, and shows the page when the buyer tries again", async () => {
      const [before] = await intents()
      await buyer.page.route(FRAME, lose)
      await buyer.payByCard(CARDS.threeDs)
      await buyer.page.getByText("O pagamento continua em aberto, e nada foi cobrado.").waitFor()
      expect(await buyer.page.getByText("Não deu certo").count()).to.equal(0)
      await buyer.page.unroute(FRAME, lose)
      await buyer.press("Tentar de novo")
      await pressAuthorize()
      await buyer.sees("Pedido pago")
      expect((await intents(2))[1]?.id).to.equal(before?.id)
    })

    it("asks until it knows, and finds that the payment was made meanwhile", async () => {
      for (const path of [FRAME, "**/payments/*", "**/orders/*"]) await buyer.page.route(path, lose)
      await buyer.choose("PIX")
      await buyer.fill()
      await buyer.press("Gerar PIX")
      await buyer.page.getByText("Estamos conferindo se o pagamento foi feito. Não pague de novo.").waitFor()
      const [{ id } = {} as Json] = await intents()
      expectStatus(await shop.request("POST", `/v1/test_helpers/payment_intents/${id}/succeed`), 200)
      await buyer.page.unroute("**/payments/*", lose)
      await buyer.sees("Confirmando o pagamento…")
      await buyer.page.unroute("**/orders/*", lose)
      await buyer.sees("Pedido pago")
    })
  })

  it("cancels a PIX that the buyer gives up, also where the request is lost at first", async () => {
    await buyer.choose("PIX")
    await buyer.fill()
    await buyer.press("Gerar PIX")
    await buyer.sees("Falta um passo")
    const lost = buyer.page.waitForEvent("requestfailed", (request) => request.method() === "DELETE")
    await buyer.page.route("**/orders/*", lose)
    await buyer.press("Pagar de outro jeito")
    await lost
    await buyer.page.unroute("**/orders/*", lose)
    await buyer.seesEvents("payment_intent.canceled")
    expect(await buyer.page.getByText("Não deu certo").count()).to.equal(0)
  })
})
