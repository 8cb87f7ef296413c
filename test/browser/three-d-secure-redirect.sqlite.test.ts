// What a payer sees who is led to the page of their bank and back, as at Adyen. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import type { Browser, BrowserContext, Page } from "playwright-core"
import type { Shot } from "../../scripts/screenshots/shot.ts"
import { redirectPages } from "../../scripts/screenshots/threeds-redirect.ts"
import { type LiveAdyenAccount, startLiveAdyenAccount } from "../acquirers/adyen/live-account.ts"
import { CARDS } from "../adyen/cards.ts"
import { barriersInEveryLook, PHONE } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { stoppedByPolicies } from "../support/browser/policy.ts"
import { inEachState, narrowWidth } from "../support/browser/states.ts"
import { cardBody, expectStatus } from "../support/merchants/payments.ts"
import { confirm, newOpenIntent, newPayer, retrieve } from "../support/merchants/rails.ts"

const RETURN_URL = "https://shop.example/thanks"
const WORDS = {
  "pt-BR": { heading: "Seu banco confere o pagamento", bank: "Ir para a página do banco", leave: "Desistir deste pagamento" },
  en: { heading: "Your bank checks the payment", bank: "Go to your bank's page", leave: "Give up this payment" },
} as const
type Locale = keyof typeof WORDS

describe("The page that leads to the bank's own", function () {
  this.timeout(240_000)
  let live: LiveAdyenAccount
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let amount = 4000
  let stopped: string[] = []
  before(async () => {
    live = await startLiveAdyenAccount()
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await live?.close()
  })
  afterEach(async () => {
    await context?.close()
    await live.adyen.control.setOptions({ redirectMethod: "GET" })
    expect(stopped.splice(0), "what a Content-Security-Policy has stopped").to.deep.equal([])
  })

  async function open(locale: Locale) {
    amount += 1
    const { id: customer } = await newPayer(live.merchant, {})
    const options = { card: { request_three_d_secure: "any" } }
    const of = { amount, customer, payment_method_types: ["card"], payment_method_options: options }
    const { id } = await newOpenIntent(live.merchant, of)
    const token = expectStatus(await live.merchant.request("POST", "/v1/tokens", cardBody(CARDS.visa)), 201)
    const { next_action } = expectStatus(await confirm(live.merchant, id, token.id, { return_url: RETURN_URL }), 200)
    context = await browser.newContext({ locale, viewport: PHONE, isMobile: true, hasTouch: true })
    stopped = await stoppedByPolicies(context)
    await context.route(`${RETURN_URL}*`, (route) => route.fulfill({ contentType: "text/html", body: "<title>Thanks</title>" }))
    page = await context.newPage()
    await page.goto(next_action.url)
    await isAtBank()
    return { id, url: next_action.url as string, amount }
  }
  type Payment = Awaited<ReturnType<typeof open>>
  const isAtBank = (at = page) => at.getByRole("heading", { name: "Bank of the simulator" }).waitFor()
  const press = (name: string, at = page) => at.getByRole("button", { name }).click()
  const answer = (at = page) => press("Confirm the payment", at)
  const details = async () => (await live.adyen.control.calls()).filter(({ operation }) => operation === "details").length

  async function endsAtShop({ id, amount: sum }: Payment, status: "succeeded" | "canceled", at = page): Promise<void> {
    await at.waitForURL(`${RETURN_URL}?payment_intent=${id}&redirect_status=${status === "succeeded" ? status : "failed"}`)
    expect((await retrieve(live.merchant, id)).status).to.equal(status)
    const taken = (await live.adyen.control.ledger()).filter(({ captured }) => captured === sum)
    expect(taken).to.have.lengthOf(status === "succeeded" ? 1 : 0)
  }

  for (const method of ["GET", "POST"] as const)
    it(`goes there by itself (${method}), and a payer who passes is at the shop, and has paid once`, async () => {
      await live.adyen.control.setOptions({ redirectMethod: method })
      const payment = await open("pt-BR")
      await answer()
      await endsAtShop(payment, "succeeded")
    })

  for (const button of ["Enter a wrong code", "Cancel"])
    it(`charges nothing after "${button}" at the bank`, async () => {
      const payment = await open("en")
      await press(button)
      await endsAtShop(payment, "canceled")
    })

  for (const locale of ["pt-BR", "en"] as const) {
    const { heading, bank, leave } = WORDS[locale]

    it(`leads there once more after the browser's back button and a reload, with no second sale (${locale})`, async () => {
      const payment = await open(locale)
      await page.goBack()
      await page.getByRole("heading", { name: heading }).waitFor()
      await page.getByRole("button", { name: bank }).waitFor()
      await page.reload()
      await press(bank)
      await isAtBank()
      await answer()
      await endsAtShop(payment, "succeeded")
    })

    it(`ends the payment of a payer who comes back from the bank and gives up (${locale})`, async () => {
      const payment = await open(locale)
      await page.goBack()
      await press(leave)
      await endsAtShop(payment, "canceled")
    })
  }

  it("takes the first answer alone of a payer who comes back twice, also in two tabs", async () => {
    const before = await details()
    const payment = await open("pt-BR")
    const second = await context.newPage()
    await second.goto(payment.url)
    await press("Ir para a página do banco", second)
    await isAtBank(second)
    await answer()
    await endsAtShop(payment, "succeeded")
    // The bank forgets nothing, and lets a payer answer again.
    await press("Cancel", second)
    await endsAtShop(payment, "succeeded", second)
    expect((await details()) - before).to.equal(1)
  })

  it("believes no answer that the browser brings itself", async () => {
    const payment = await open("pt-BR")
    for (const made of ["redirectResult=Authorised", "redirectResult=x&resultCode=Authorised", "resultCode=Authorised"]) {
      await page.goto(`${payment.url}/back?${made}`)
      await page.getByRole("button", { name: "Ir para a página do banco" }).waitFor()
      expect((await retrieve(live.merchant, payment.id)).status).to.equal("requires_action")
    }
    await press("Ir para a página do banco")
    await answer()
    await endsAtShop(payment, "succeeded")
  })

  it("has no barriers in any of its states, in light and dark, in Portuguese and English, and fits 320 pixels", async () => {
    const ends: (() => unknown)[] = []
    const shots: Shot[] = await redirectPages({ atEnd: (end) => ends.push(end) })
    try {
      const found = await inEachState(browser, shots, async (at) => {
        const barriers = await barriersInEveryLook(at)
        return [await narrowWidth(at), ...barriers]
      })
      expect(Object.keys(found)).to.have.length(10)
      expect(found).to.deep.equal(Object.fromEntries(Object.keys(found).map((name) => [name, [320]])))
    } finally {
      for (const end of ends) await end()
    }
  })
})
