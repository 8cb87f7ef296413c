// 3-D Secure of live mode in a frame: of a merchant's page, and of the pay page. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { FrameLocator, Page } from "playwright-core"
import type { Json } from "../support/app/client.ts"
import { type ShopPage, serveShopPage } from "../support/browser/shop-page.ts"
import { answerBank, bankOf, type Payment, useThreedsPages } from "../support/browser/threeds-pages.ts"
import { expectStatus } from "../support/merchants/payments.ts"

/** Origins of live mode are of https, so the browser gets the pages of a local server as those of this one. */
const SHOP = "https://shop.example"

describe("3-D Secure of live mode, in place", function () {
  this.timeout(120_000)
  const pages = useThreedsPages()
  let shop: ShopPage
  let page: Page
  before(async () => {
    const { vintem, merchant } = pages.live
    shop = await serveShopPage(vintem.server.threedsOrigin!)
    expectStatus(await merchant.request("POST", "/merchant-origins", { origin: SHOP }), 201)
  })
  after(() => shop?.close())

  async function show({ intent }: Payment): Promise<FrameLocator> {
    const context = await pages.newVisitor()
    await context.route(new RegExp(`^${SHOP}/(script.js)?$`), async (route) => {
      const { headers, text } = await fetch(shop.origin + new URL(route.request().url()).pathname).then(async (response) => ({
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      }))
      await route.fulfill({ headers, body: text })
    })
    page = await pages.newTab(`${SHOP}/`)
    return handle(intent)
  }
  async function handle(intent: Json): Promise<FrameLocator> {
    const call = `handleNextAction(${JSON.stringify(intent)}, { container: "#pay" })`
    await page.evaluate(`window.result = ${call}.catch((error) => error.message); 0`)
    return page.frameLocator("#pay iframe")
  }
  const outcome = () => page.evaluate("window.result") as Promise<unknown>

  for (const [answer, expected, status] of [
    ["Confirmar", "succeeded", "succeeded"],
    ["Cancelar", "failed", "canceled"],
  ] as const) {
    it(`handleNextAction shows the bank's page in the merchant's, and ${answer} ends it there`, async () => {
      const payment = await pages.newPayment("challenge")
      const frame = await show(payment)
      await bankOf(frame).getByLabel("Código").waitFor()
      // The bank's page is 400 pixels high.
      await page.waitForFunction(`document.querySelector("#pay iframe").offsetHeight > 500`)
      await answerBank(frame, answer)
      expect(await outcome()).to.deep.equal({ outcome: expected })
      expect(page.url()).to.equal(`${SHOP}/`)
      expect((await pages.retrieve(payment.id)).status).to.equal(status)
    })
  }

  it("handleNextAction waits for a sale whose answer is missing", async () => {
    const { control } = pages.live.cielo
    await control.setFaults(
      { operation: "card", fault: "cut_after", times: 1 },
      { operation: "query_order", fault: "error_before:500" },
    )
    const payment = await pages.newPayment()
    const frame = await show(payment)
    await frame.getByRole("status").filter({ hasText: "Não pague de novo" }).waitFor()
    await page.reload()
    // The merchant's page shows it again, with the payment as it was.
    const again = await handle(payment.intent)
    await again.getByRole("status").filter({ hasText: "Não pague de novo" }).waitFor()
    await control.setFaults()
    expect(await outcome()).to.deep.equal({ outcome: "succeeded" })
    expect(await pages.salesOf(payment)).to.deep.equal([payment.amount])
  })

  it("handleNextAction resolves where the payment has ended meanwhile", async () => {
    const payment = await pages.newPayment("challenge")
    expectStatus(await pages.live.merchant.request("POST", `/v1/payment_intents/${payment.id}/cancel`), 200)
    await show(payment)
    expect(await outcome()).to.deep.equal({ outcome: "failed" })
  })

  it("the pay page shows it in its dialog, and the payer stays there", async () => {
    const payment = await pages.newPayment("challenge", { returnUrl: null })
    await pages.newVisitor()
    page = await pages.newTab(payment.hosted_url)
    const frame = page.frameLocator("dialog iframe")
    await answerBank(frame)
    await page.getByRole("heading", { name: "Pagamento recebido" }).waitFor()
    expect(page.url().split("?")[0]).to.equal(payment.hosted_url)
    expect(await pages.salesOf(payment)).to.deep.equal([payment.amount])
  })
})
