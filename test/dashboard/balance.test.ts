import { expect } from "chai"
import { dateOf, dayOf } from "../../src/base/day.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { centsOf, csvRows, payInParts, setUsualTerms } from "../support/dashboard/money.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, scopeOfAccount } from "../support/merchants/rails.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"

describe("The balance page of the dashboard", () => {
  let vintem: Running
  let browser: Visitor
  before(async () => {
    vintem = await startVintem()
    browser = await signIn(vintem, "ana@example.com", "viewer")
  })
  after(() => vintem.close())

  const page = async ({ account }: Merchant, query = "") => {
    const { status, html } = await browser.get(`/${account}/test/balance${query}`, { "accept-language": "en" })
    expect(status, html).to.equal(200)
    return html
  }
  const todayOf = async ({ account }: Merchant) => dayOf((await scopeOfAccount(vintem, account)).now)

  /** Cards in one and in ten installments, a refund that takes from some of them, and a PIX that has come. */
  async function busyMerchant(): Promise<Merchant> {
    const merchant = await newMerchant(vintem)
    await payOne(merchant, undefined, { amount: 700 })
    await setUsualTerms(vintem, merchant)
    await payInParts(merchant, 10_000, 1)
    await advance(merchant, { seconds: DAY })
    const id = await payInParts(merchant, 100_003, 10)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 25_000 }), 201)
    return merchant
  }

  /** The numbers that lead to transactions, with the net of these transactions, in cents. */
  async function numbersOf(html: string): Promise<{ shown: number; behind: number; href: string }[]> {
    const links = [...html.matchAll(/<a href="([^"]*balance\/transactions\?[^"]*by=available_on[^"]*)">(-?)R\$([\d.,]+)<\/a>/g)]
    return Promise.all(
      links.map(async ([, href = "", minus = "", amount = ""]) => {
        const path = href.replaceAll("&amp;", "&").replace("/transactions?", "/transactions.csv?")
        const shown = Math.round(Number(`${minus}${amount.replaceAll(",", "")}`) * 100)
        return { shown, behind: centsOf(await csvRows(browser, path), "net"), href: path }
      }),
    )
  }

  it("says where a balance comes from while there is none", async () => {
    expect(await page(await newMerchant(vintem))).to.include("It begins with the first payment.")
  })

  it("shows what is available and on its way as the API does, and each number leads to the transactions that it sums up", async () => {
    const merchant = await busyMerchant()
    const { available, pending } = (await balanceIn(merchant))!
    expect(pending).to.be.greaterThan(70_000)
    const numbers = await numbersOf(await page(merchant, "?days=13"))
    expect(numbers.slice(0, 2).map(({ shown }) => shown)).to.deep.equal([available, pending])
    expect(numbers.length).to.be.greaterThan(20)
    for (const { shown, behind, href } of numbers) expect(shown, href).to.equal(behind)
  })

  it("has the sum of each of 13 months, which add up to what is to come, and what comes later", async () => {
    const merchant = await busyMerchant()
    const day = await todayOf(merchant)
    await later(merchant, day + 500, 1234)
    const html = await page(merchant)
    const months = html.slice(html.indexOf("By month"))
    const sums = await numbersOf(months)
    const { pending } = (await balanceIn(merchant))!
    expect(sums.reduce((sum, { shown }) => sum + shown, 0)).to.equal(pending)
    expect(months.match(/<tr>/g)).to.have.length(1 + 13 + 1)
    expect(sums.at(-1)!.shown).to.equal(1234)
  })

  it("shows the days of the chosen period in the chart and in its table", async () => {
    const merchant = await busyMerchant()
    const daysIn = async (query: string) => (await page(merchant, query)).match(/data-tip=/g)!.length
    expect([await daysIn(""), await daysIn("?days=90")]).to.deep.equal([30, 90])
    const first = dateOf(await todayOf(merchant))
    expect(await page(merchant, "?days=90")).to.not.include(`from=${first}&amp;to=${first}`)
  })

  it("draws a day on which more goes than comes below the line", async () => {
    const merchant = await busyMerchant()
    await later(merchant, (await todayOf(merchant)) + 3, -500_000)
    const html = await page(merchant)
    const heights = [...html.matchAll(/class="bar accent" [^>]* y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g)]
    const lowest = Math.max(...heights.map(([, top, height]) => Number(top) + Number(height)))
    const zero = Number(/class="base"[^>]* y1="([\d.]+)"/.exec(html)![1])
    expect(lowest).to.be.greaterThan(zero)
    expect(html).to.include("-R$5,000.00")
  })

  it("splits the numbers by who pays them out, if both do", async () => {
    const merchant = await busyMerchant()
    expect(await page(merchant)).to.not.include("Paid out by the acquirer")
    await later(merchant, (await todayOf(merchant)) + 40, 4321, "acquirer")
    const html = await page(merchant, "?days=90")
    expect(html).to.include("Paid out by the acquirer").and.include("Paid out by the platform")
    const numbers = await numbersOf(html)
    for (const { shown, behind, href } of numbers) expect(shown, href).to.equal(behind)
    expect(numbers.some(({ href, shown }) => href.includes("funds=acquirer") && shown === 4321)).to.equal(true)
  })

  it("has the money of each currency apart", async () => {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    await payOne(merchant, undefined, { currency: "usd", amount: 1250 })
    expect(await page(merchant))
      .to.include("R$49.90")
      .and.not.include("$12.50")
    expect(await page(merchant, "?currency=usd"))
      .to.include("$12.50")
      .and.not.include("R$49.90")
  })

  it("leads to the payments that are processing, if there are any", async () => {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    const link = `/${merchant.account}/test/payments?status=processing"`
    expect(await page(merchant)).to.not.include(link)
    await payOne(merchant, CARDS.processing)
    expect(await page(merchant)).to.include(link)
  })

  it("does not show the money of another account", async () => {
    const merchant = await busyMerchant()
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", other.account)
    for (const path of ["balance", "balance/transactions", "balance/transactions.csv", "balance/terms", "home"])
      expect((await stranger.get(`/${merchant.account}/test/${path}`)).status, path).to.equal(404)
  })

  /** An adjustment that is available on a day. */
  async function later({ account }: Merchant, day: number, amount: number, funds = "platform"): Promise<void> {
    const { database } = vintem.server.modes.test
    const id = `txn_${account.slice(5)}`
    const text = `INSERT INTO balance_transactions (id, account, created, type, source, part, amount, fee, net, currency, funds, available_on)
      VALUES ('${id}', '${account}', 1700000000, 'adjustment', '${id}', 0, ${amount}, 0, ${amount}, 'brl', '${funds}', ${day * DAY + 10_800})`
    await database.transaction((tx) => tx.run(sql<void>(text), {}))
  }
})
