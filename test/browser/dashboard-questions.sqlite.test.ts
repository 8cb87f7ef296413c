import { expect } from "chai"
import type { Browser, Page } from "playwright-core"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { command, signInByLink } from "../support/dashboard/dashboard.ts"
import { payInParts, setUsualTerms } from "../support/dashboard/money.ts"
import { type Merchant, newEndpoint, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus, newIntent } from "../support/merchants/payments.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"

const MOST_CLICKS = 3
const FREE_AT_ONCE = { days: 0, business_days: false, next_business_day: true, each_installment: true }
const AT_ONCE = [{ installments: [1, 12] as [number, number], percent: "0", fixed: 0, settles: FREE_AT_ONCE }]

/** What support and finance ask most. Each answer starts at home. */
describe("The questions of support and finance", function () {
  this.timeout(180_000)
  let vintem: Running
  let browser: Browser
  let merchant: Merchant
  let key: { key: string; last4: string }
  /** Ids of payments by what happened to them. */
  const ids: Record<"part" | "whole" | "earlier" | "canceled" | "costly" | "inParts" | "payout" | "next", string> = {
    ...{ part: "", whole: "", earlier: "", canceled: "", costly: "", inParts: "", payout: "", next: "" },
  }
  const tabs: Partial<Record<"with" | "without", Page>> = {}

  before(async () => {
    vintem = await startVintem()
    browser = await launchChromium()
    merchant = await newMerchant(vintem)
    await fill()
    for (const script of ["with", "without"] as const) tabs[script] = await newTab(script)
  })
  after(async () => {
    await browser?.close()
    await vintem?.close()
  })

  const refunded = async (amount?: number) => {
    const { id } = await payOne(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, ...(amount && { amount }) }), 201)
    return id as string
  }

  /** Two days: what failed on the first is a dead letter now, and the second is yesterday. */
  async function fill(): Promise<void> {
    await newEndpoint(merchant, "https://127.0.0.1/hooks", ["payment_intent.canceled"])
    const { id } = await newIntent(merchant)
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
    ids.earlier = await refunded()
    await advance(merchant, { seconds: DAY })
    ids.part = await refunded(1000)
    ids.whole = await refunded()
    await payOne(merchant)
    await advance(merchant, { seconds: DAY })
    key = await command(vintem, [
      ...["keys", "create", "--account", merchant.account, "--mode", "test", "--kind", "secret", "--name", "Checkout"],
    ])
    ids.canceled = (await newIntent(merchant, { description: "Order 77" })).id
    const body = { cancellation_reason: "Ordered twice" }
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${ids.canceled}/cancel`, body, { key: key.key }), 200)
    await setUsualTerms(vintem, merchant, { refund_fee: 150 })
    ids.costly = await refunded(1000)
    ids.inParts = await payInParts(merchant, 100_000, 10)
    await getPaidOut()
  }

  /** What was available before is paid out. Then a payment comes, of which the schedule pays the rest. */
  async function getPaidOut(): Promise<void> {
    const run = (...args: string[]) => command(vintem, [...args, "--account", merchant.account])
    await run("accounts", "update", "--holder-document", "529.982.247-25")
    await run("bank-account", "set", "--mode", "test", "--pix-key", "529.982.247-25")
    const { id } = await command<{ id: string }>(vintem, ["payouts", "create", "--mode", "test", "--account", merchant.account])
    ids.payout = id
    await run("accounts", "update", "--payouts", "daily")
    await setUsualTerms(vintem, merchant, { refund_fee: 150, payout_fee: 367, card: AT_ONCE })
    ids.next = await refunded(1000)
  }

  async function newTab(script: "with" | "without"): Promise<Page> {
    const email = `${script}@example.com`
    await command(vintem, ["users", "add", email, "--role", "operator"])
    const context = await browser.newContext({ locale: "en-US", javaScriptEnabled: script === "with" })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    await signInByLink(page, vintem, email)
    return page
  }

  type Asking = {
    page: Page
    click: (selector: string) => Promise<void>
    enter: (selector: string, text: string) => Promise<void>
  }

  /** Goes home, and counts what is clicked from there. Enter counts as a click. */
  async function ask(script: "with" | "without", answer: (asking: Asking) => Promise<void>): Promise<void> {
    const page = tabs[script]!
    let clicks = 0
    await page.goto(`${vintem.server.dashboardOrigin}/${merchant.account}/test/home`)
    await answer({
      page,
      click: async (selector) => {
        clicks++
        await page.locator(selector).first().click()
      },
      enter: async (selector, text) => {
        clicks++
        await page.locator(selector).fill(text)
        await page.locator(selector).press("Enter")
      },
    })
    expect(clicks).to.be.within(1, MOST_CLICKS)
  }

  const paymentsOn = (page: Page) =>
    page
      .locator('main tbody a[href*="/payments/pi_"]')
      .evaluateAll((links) => links.map((a) => a.getAttribute("href")!.slice(-28)))

  for (const script of ["with", "without"] as const) {
    it(`are answered ${script} JavaScript: which payments of yesterday were refunded`, () =>
      ask(script, async ({ page, click }) => {
        await click("nav.menu a[href$='/payments']")
        await click("main nav.tabs a:text-is('Yesterday')")
        await page.locator("main [name=status]").selectOption("any_refund")
        await click("main form.filters button")
        await page.waitForURL("**status=any_refund**")
        expect(await paymentsOn(page)).to.deep.equal([ids.whole, ids.part])
        const rows = await page.locator("main tbody tr .badge").allTextContents()
        expect(rows).to.deep.equal(["Refunded", "Partly refunded"])
      }))

    it(`are answered ${script} JavaScript: what was refunded yesterday`, () =>
      ask(script, async ({ page, click }) => {
        await click("main a[href$='/payments/refunds']")
        await click("main nav.tabs a:text-is('Yesterday')")
        await page.locator("main .figure").getByText("R$59.90").waitFor()
        expect(await page.locator("main .card .hint").first().textContent()).to.equal("2 refunds")
        expect(await paymentsOn(page)).to.deep.equal([ids.whole, ids.part])
      }))

    it(`are answered ${script} JavaScript: what yesterday brought, after refunds and fees`, () =>
      ask(script, async ({ page, click }) => {
        await click("nav.menu a[href$='/balance']")
        await click("main nav.tabs a:text-is('Transactions')")
        await click("main nav.tabs a:text-is('Yesterday')")
        await page.locator("main .card .figure").getByText("R$89.80").waitFor()
        const byType = await page.locator("main .card tbody tr").allTextContents()
        expect(byType.map((text) => text.replace(/\s+/g, " "))).to.deep.equal([
          "Payment3R$149.70R$0.00R$149.70",
          "Refund2-R$59.90R$0.00-R$59.90",
          "Total5R$89.80R$0.00R$89.80",
        ])
      }))

    it(`are answered ${script} JavaScript: what a sale in 10 installments brings when`, () =>
      ask(script, async ({ page, click }) => {
        await click(`main tbody a[href$='${ids.inParts}']`)
        const card = page.locator("main .card", { has: page.getByRole("heading", { name: "Money" }) })
        await card.getByText("R$35.29").first().waitFor()
        expect(await card.locator("tbody tr").count()).to.equal(10)
        const nets = await card.locator("tbody td:nth-child(2)").allTextContents()
        expect(nets[0]).to.match(/^R\$96\.39 R\$100\.00 − R\$3\.61$/)
        const days = (await card.locator("tbody td:nth-child(3)").allTextContents()).map((text) => Date.parse(text))
        for (const [i, day] of days.entries())
          expect(day - (days[i - 1] ?? day)).to.be.within(i && 25 * 86_400_000, 35 * 86_400_000)
      }))

    it(`are answered ${script} JavaScript: what a refund cost`, () =>
      ask(script, async ({ page, click }) => {
        await click("main a[href$='/payments/refunds']")
        await click(`main tbody a[href$='${ids.costly}']`)
        const rows = await page.locator("main .card tbody tr").allTextContents()
        expect(rows.some((text) => text.includes("Fee") && text.includes("-R$1.50"))).to.equal(true)
        expect(rows.some((text) => text.includes("Refund") && text.includes("-R$10.00"))).to.equal(true)
      }))

    it(`are answered ${script} JavaScript: what comes in a month, and from which sales`, () =>
      ask(script, async ({ page, click }) => {
        await click("nav.menu a[href$='/balance']")
        const link = "main .card:has(h2:text-is('By month')) tbody a >> nth=2"
        const sum = (await page.locator(link).textContent())!
        await click(link)
        await page.locator("main .card .figure").getByText(sum).waitFor()
        expect([...new Set(await paymentsOn(page))]).to.deep.equal([ids.inParts])
      }))

    it(`are answered ${script} JavaScript: when the next payout is, why it has its amount, and from which sales`, () =>
      ask(script, async ({ page, click }) => {
        await click("nav.menu a[href$='/balance']")
        const card = page.locator("main .card", { has: page.getByRole("heading", { name: "Next payout" }) })
        // 49.90 less a refund of 10.00 and its fee of 1.50, less the fee of the payout.
        expect(await card.locator(".figure").textContent()).to.equal("R$34.73")
        expect(await card.locator(".hint").first().textContent()).to.include("The daily schedule makes it on")
        const rows = (await card.locator("tbody tr").allTextContents()).map((text) => text.replace(/\s+/g, " "))
        expect(rows).to.deep.equal([
          ...["Payment1R$49.90R$0.00R$49.90", "Refund1-R$10.00R$0.00-R$10.00", "Fee1-R$1.50R$0.00-R$1.50"],
          ...["Fee of the payout-R$3.67", "Total3R$38.40R$0.00R$34.73"],
        ])
        await click("main #next-payout tbody a:text-is('R$49.90')")
        expect(await paymentsOn(page)).to.deep.equal([ids.next])
      }))

    it(`are answered ${script} JavaScript: what the last payout paid`, () =>
      ask(script, async ({ page, click }) => {
        await click("nav.menu a[href$='/balance']")
        await click("main nav.tabs a:text-is('Payouts')")
        await click(`main tbody a[href$='${ids.payout}']`)
        await page.locator("main h1").getByText("R$88.30").waitFor()
        const total = page.locator("main .card tbody tr").last()
        expect((await total.textContent())!.replace(/\s+/g, "")).to.match(/^Total.*R\$88\.30$/)
      }))

    it(`are answered ${script} JavaScript: which key leaked`, () =>
      ask(script, async ({ page, enter }) => {
        const asked: string[] = []
        page.on("request", (request) => asked.push(request.url()))
        await enter(".search [type=search]", `Authorization: Bearer ${key.key}`)
        await page.locator("main h1").getByText("Checkout").waitFor()
        expect(await page.locator("main").textContent()).to.include(`…${key.last4}`)
        expect(asked.join()).to.not.include(key.key)
      }))

    it(`are answered ${script} JavaScript: who canceled this`, () =>
      ask(script, async ({ page, click }) => {
        await click(`main tbody a[href$='${ids.canceled}']`)
        await page.locator("main .facts").getByText(`key Checkout (…${key.last4})`).waitFor()
        await page.locator("main .facts").getByText("Ordered twice").waitFor()
      }))
  }

  it("are answered: send a failed webhook again", () =>
    ask("without", async ({ page, click }) => {
      await click("main .waits a:has-text('A webhook could not be delivered')")
      await click("main form.post button")
      await page.locator("main .notice").getByText("Being sent again: 1 delivery.").waitFor()
    }))
})
