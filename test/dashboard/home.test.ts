import { expect } from "chai"
import { dayOf } from "../../src/base/day.ts"
import { foldTotals } from "../../src/ledger/totals/fold.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer } from "../support/merchants/payments.ts"
import { help, newOpenIntent, payByDebit, payWith, scopeOfAccount } from "../support/merchants/rails.ts"
import { advance, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const DAY = 86_400

describe("The home page of the dashboard", () => {
  let vintem: Running
  let browser: Visitor
  before(async () => {
    vintem = await startVintem()
    browser = await signIn(vintem, "ana@example.com", "owner")
  })
  after(() => vintem.close())

  const home = async ({ account }: Pick<Merchant, "account">, query = "") =>
    textOf(expectPage(await browser.get(`/${account}/test/home${query}`, { "accept-language": "en" })))
  const change = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))

  it("says what to do first where there is no payment", async () => {
    const { html } = await browser.get(`/${(await newMerchant(vintem)).account}/test/home`)
    expect(html).to.include("/test/keys").and.include("/v1/docs").and.include("/test/test-tools").and.not.include('role="img"')
  })

  it("shows what was paid, how much was approved and why not, at once", async () => {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    await payOne(merchant, CARDS.mastercard)
    await payWith(merchant, CARDS.insufficientFunds)
    const expected = ["Gross volume R$99.80", "Payments 2", "Approval rate 66.7%", "Card 2 1 66.7%", "Insufficient funds 1 100%"]
    for (const text of expected) expect(await home(merchant)).to.include(text)
    await foldTotals.run({ database: vintem.server.modes.test.database })
    for (const text of [...expected, "Visa 1 1 50%", "Mastercard 1 0 100%"]) expect(await home(merchant)).to.include(text)
  })

  it("shows of how many card payments the issuer bears the risk of fraud, and says nothing where none was by card", async () => {
    const merchant = await newMerchant(vintem)
    const shifted = async () =>
      / (\S+) of card payments by 3DS: the issuer bears the risk of fraud /.exec(await home(merchant))?.[1]
    await payWith(merchant, "pix", { payment_method_types: ["pix"] }).then(({ id }) => help(merchant, id, "succeed"))
    await payWith(merchant, CARDS.insufficientFunds)
    expect(await shifted()).to.equal(undefined)
    await payOne(merchant)
    expect(await shifted()).to.equal("0%")
    await payWith(merchant, CARDS.frictionless)
    await payByDebit(merchant)
    // The issuer is told of one payment, and takes no part in another one. Neither shifts the risk.
    for (const card of [CARDS.dataOnly, CARDS.notEnrolled]) await payWith(merchant, card)
    expect(await shifted()).to.equal("40%")
    await foldTotals.run({ database: vintem.server.modes.test.database })
    expect(await shifted()).to.equal("40%")
    const { html } = await browser.get(`/${merchant.account}/test/home`, { "accept-language": "pt-BR" })
    expect(textOf(html)).to.include("Pagamentos 6 40% dos pagamentos com cartão por 3DS: o emissor assume o risco de fraude")
  })

  it("does not count a PIX that nobody paid in time as refused", async () => {
    const merchant = await newMerchant(vintem)
    await payWith(merchant, "pix", { payment_method_types: ["pix"] }).then(({ id }) => help(merchant, id, "expire"))
    await payWith(merchant, "pix", { payment_method_types: ["pix"] }).then(({ id }) => help(merchant, id, "succeed"))
    expect(await home(merchant))
      .to.include("PIX 1 0 1 100%")
      .and.include("No payment was refused in this period.")
  })

  it("takes off what was refunded and disputed only where it says so", async () => {
    const merchant = await newMerchant(vintem)
    const refunded = await payOne(merchant)
    const disputed = await payOne(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: refunded.id, amount: 990 }), 201)
    const scope = await scopeOfAccount(vintem, merchant.account)
    await scope.mode.database.transaction((tx) => openDispute(tx, scope, disputed.id, { reason: null }))
    const page = await home(merchant)
    expect(page).to.include("Gross volume R$99.80").and.include("Refunds and disputes R$59.80")
    expect(page).to.include("Refunded (1)").and.include("Disputed (1)")
  })

  it("has each payment on the day in Brasília on which it was paid, and only in the time that was chosen", async () => {
    const merchant = await newMerchant(vintem)
    const { now } = await scopeOfAccount(vintem, merchant.account)
    // Half an hour after midnight in Brasília: in UTC it is 3:30.
    const tenth = (dayOf(now) - 10) * DAY + 3 * 3600 + 1800
    const { id: customer } = await newCustomer(merchant)
    for (const [id, amount, at] of [
      ["pi_morning", 4990, tenth],
      ["pi_night", 100, tenth - 3600],
    ] as const)
      await change(
        `INSERT INTO payment_intents (id, account, created, customer, amount, currency, status, payment_method_types, ended_at, counted)
         VALUES ('${id}', '${merchant.account}', 1, '${customer}', ${amount}, 'brl', 'succeeded', '["card"]', ${at}, true)`,
      )
    const month = await home(merchant, "?days=30")
    const dayName = (day: number) =>
      new Date(day * DAY * 1000).toLocaleDateString("en-US", {
        weekday: "short",
        day: "numeric",
        month: "short",
        timeZone: "UTC",
      })
    expect(month)
      .to.include(`${dayName(dayOf(now) - 10)} R$49.90`)
      .and.include(`${dayName(dayOf(now) - 11)} R$1.00`)
    const week = await home(merchant, "?days=7")
    expect(week).to.include("No payment ended in this period").and.not.include("R$50.90")
  })

  it("has a payment on the day on which it was paid, and not on that on which it was created", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await newOpenIntent(merchant)
    await advance(merchant, { seconds: 12 * DAY })
    await help(merchant, id, "succeed")
    expect(await home(merchant, "?days=7")).to.include("Gross volume R$49.90")
  })

  it("keeps currencies apart", async () => {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    await payOne(merchant, undefined, { currency: "usd", amount: 700 })
    expect(await home(merchant, "?currency=usd")).to.include("Gross volume $7.00")
    expect(await home(merchant, "?currency=brl")).to.include("Gross volume R$49.90")
    for (const odd of ["xyz", "__proto__", "'"])
      expect(await home(merchant, `?currency=${odd}&days=${odd}`)).to.include("Gross volume")
  })

  it("counts subscriptions by what they are, and those that ended", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant)
    const { id } = await subscribe(merchant, product)
    await subscribe(merchant, product)
    expect(await home(merchant))
      .to.include("Active 2")
      .and.include("Started in 30 days 2")
      .and.include("Canceled in 30 days 0")
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, {}), 200)
    expect(await home(merchant))
      .to.include("Active 1")
      .and.include("Canceled in 30 days 1")
  })

  it("draws pictures that everybody can read, without a style or a script in the page", async () => {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    await newOpenIntent(merchant, { description: `"><script>alert(1)</script>` })
    const { html } = await browser.get(`/${merchant.account}/test/home`)
    const pictures = [...html.matchAll(/<svg[^>]*role="img" aria-labelledby="(\S+) (\S+)">/g)]
    expect(pictures.length).to.be.at.least(3)
    for (const [, title, text] of pictures) expect(html).to.include(`<title id="${title}">`).and.include(`<desc id="${text}">`)
    expect(html.match(/<details>/g)).to.have.length(pictures.length)
    expect(html).to.not.match(/ style=|<style|<script>|NaN|undefined/)
  })
})

function expectPage({ status, html }: { status: number; html: string }): string {
  expect(status, html).to.equal(200)
  return html
}

/** What is read on the page: no markup, and one space between words. */
function textOf(html: string): string {
  return html
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
}
