// A sale in another currency at Adyen, as its merchant and its payer read it, from the confirm to the payout. Live mode is on Postgres.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { scopeOf } from "../../../src/accounts/scope.ts"
import { switchKinds } from "../../../src/mail/settings.ts"
import { releaseBankAccount, setBankAccount } from "../../../src/payouts/bank-accounts.ts"
import { readPixKey } from "../../../src/payouts/destination.ts"
import type { Adyen } from "../../adyen/adyen.ts"
import { CARDS } from "../../adyen/cards.ts"
import type { Json } from "../../support/app/client.ts"
import type { Running } from "../../support/app/vintem.ts"
import { signIn, type Visitor } from "../../support/dashboard/dashboard.ts"
import { csvRows } from "../../support/dashboard/money.ts"
import type { Databases } from "../../support/databases/databases.ts"
import { type Merchant, until } from "../../support/merchants/merchant.ts"
import { cardBody, expectStatus } from "../../support/merchants/payments.ts"
import { balanceIn, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { type MailServer, readMail, startMailServer } from "../../support/network/mail-server.ts"
import { type LiveAdyenAccount, startLiveAdyenAccount } from "./live-account.ts"

const HOLDER = "11222333000181"
const DAY = 86_400
const PATIENCE_MS = 180_000
const NEWEST = { headers: { "service-version": "2026-12-01" } }
const AT_ONCE = { days: 0 }

/** What Adyen costs, and what any other acquirer would. */
const TERMS = {
  brl: {
    currency: "brl",
    card: [{ installments: [1, 12], percent: "5", settles: AT_ONCE }],
    ...{ pix: { percent: "1", settles: AT_ONCE }, boleto: { percent: "1", settles: AT_ONCE } },
  },
  usd: {
    currency: "usd",
    card: [
      { acquirer: "adyen", brands: ["visa"], installments: [1, 1], percent: "3.5", fixed: 10, settles: AT_ONCE },
      { installments: [1, 1], percent: "9", settles: AT_ONCE },
    ],
    ...{ dispute_fee: 2000, payout_fee: 150 },
  },
  eur: {
    currency: "eur",
    card: [
      { acquirer: "adyen", installments: [1, 1], percent: "2.9", settles: AT_ONCE },
      { installments: [1, 1], percent: "9", settles: AT_ONCE },
    ],
    ...{ refund_fee: 50, dispute_fee: 2500, returns_fee_on_refund: true },
  },
}

type Story = {
  currency: "usd" | "eur"
  locale: "en" | "pt-BR"
  /** How 123.45 is written for the payer, and for users in English and in Portuguese. */
  payer: string
  en: (amount: string) => string
  pt: (amount: string) => string
  /** The rows of the balance: type, amount, fee, net. */
  rows: string[]
  net: number
  payout: number
}

const STORIES: Story[] = [
  {
    ...{ currency: "usd", locale: "en", payer: "$123.45" },
    ...{ en: (amount) => `$${amount}`, pt: (amount) => `US$ ${amount.replace(".", ",")}` },
    rows: ["dispute -30.00 0.00 -30.00", "fee -20.00 0.00 -20.00", "payment 123.45 4.42 119.03", "refund -25.00 0.00 -25.00"],
    ...{ net: 4403, payout: 4253 },
  },
  {
    ...{ currency: "eur", locale: "pt-BR", payer: "€ 123,45" },
    ...{ en: (amount) => `€${amount}`, pt: (amount) => `€ ${amount.replace(".", ",")}` },
    rows: [
      "dispute -30.00 -0.87 -29.13",
      "fee -0.50 0.00 -0.50",
      "fee -25.00 0.00 -25.00",
      "payment 123.45 3.58 119.87",
      "refund -25.00 -0.72 -24.28",
    ],
    ...{ net: 4096, payout: 4096 },
  },
]

describe("A sale at Adyen", function () {
  this.timeout(600_000)
  let live: LiveAdyenAccount
  let adyen: Adyen
  let databases: Databases
  let mails: MailServer
  let vintem: Running
  let merchant: Merchant
  let browser: Visitor
  before(async () => {
    mails = await startMailServer()
    live = await startLiveAdyenAccount({ SMTP_URL: mails.url, MAIL_FROM: "Loja <loja@vintem.example>" }, "platform")
    ;({ adyen, databases, vintem, merchant } = live)
    await run("accounts", "update", "--holder-document", HOLDER)
    await bankAccount()
    for (const terms of Object.values(TERMS)) {
      const path = join(databases.directory, `terms-${terms.currency}.json`)
      writeFileSync(path, JSON.stringify(terms))
      await run("terms", "set", "--mode", "live", path)
    }
    for (const { currency } of STORIES) await run("payouts", "open", "--mode", "live", "--currency", currency)
    browser = await signIn(vintem, "ana@example.com", "owner", merchant.account)
    // In the dashboard this takes a passkey.
    const { database } = vintem.server.modes.live!
    const kinds = { receipt: true, refund_made: true, dispute_opened: true }
    await database.transaction((tx) => switchKinds(tx, merchant.account, kinds))
  })
  after(async () => {
    await live?.close()
    await mails.close()
  })

  async function run(...args: string[]) {
    const result = await vintem.cli(...args, "--account", merchant.account)
    expect(result.status, result.stderr).to.equal(0)
    return result
  }
  async function bankAccount() {
    const mode = vintem.server.modes.live!
    const scope = await scopeOf(mode.database, mode, merchant.account)
    const before = { ...scope, now: scope.now - 2 * DAY }
    await mode.database.transaction(async (tx) => {
      const { id } = await setBankAccount(tx, before, readPixKey(HOLDER))
      await releaseBankAccount(tx, before, { id, told: undefined })
    })
  }
  const post = async (path: string, body: object, status = 201) =>
    expectStatus(await merchant.request("POST", path, body, NEWEST), status)
  const mailTo = (to: string, subject: RegExp) =>
    until(async () =>
      mails.received
        .filter((mail) => mail.to === to)
        .map(readMail)
        .find(({ headers }) => subject.test(headers.subject ?? "")),
    )
  const spaced = (text: string) => text.replace(/[\u00a0\u202f]|&nbsp;/g, " ")
  const page = async (path: string, language: string) => {
    const { status, html } = await browser.get(`/${merchant.account}/live${path}`, { "accept-language": language })
    expect(status, path).to.equal(200)
    return spaced(html)
  }

  for (const story of STORIES)
    it(`in ${story.currency} is charged, refunded, contested, paid out and shown in its currency`, async () => {
      const { currency, locale, payer, en, pt } = story
      const email = `${currency}@example.com`
      const customer = await post("/v1/customers", { email, locale, name: "Ann Lee" })
      const types = ["card"]
      const body = { amount: 12_345, currency, customer: customer.id, payment_method_types: types, description: "Bag" }
      const { id, hosted_url } = await post("/v1/payment_intents", body)
      const payPage = await fetch(hosted_url, { headers: { "accept-language": locale } })
      expect(spaced(await payPage.text()))
        .to.include(payer)
        .and.not.include("R$")
      const token = await post("/v1/tokens", cardBody(CARDS.visa))
      const paid = await post(`/v1/payment_intents/${id}/confirm`, { payment_method: token.id }, 200)
      expect(paid).to.include({ status: "succeeded", currency, amount_received: 12_345 })
      expect((await mailTo(email, /Receipt|Recibo/)).text)
        .to.include(payer)
        .and.not.include("R$")

      await post("/v1/refunds", { payment_intent: id, amount: 2500 })
      await until(async () => (await refundsOf(merchant, id)).some((one) => one.status === "succeeded"), PATIENCE_MS)
      const refunded = await mailTo(email, /refund|Devolvemos/)
      expect(refunded.text).to.include(payer.replace("123", "25").replace("45", "00")).and.not.include("R$")

      const sold = (await adyen.control.ledger()).find(
        (one) => one.captured === 12_345 && one.currency === currency.toUpperCase(),
      )!
      await adyen.control.dispute({ payment: sold.pspReference, code: "CHARGEBACK", amount: 3000 })
      await until(async () => (await retrieve(merchant, id)).amount_refunded === 5500, PATIENCE_MS)
      expect((await mailTo("ana@example.com", new RegExp(currency === "usd" ? "US\\$.30,00" : "€.30,00"))).text).to.include(id)

      expect(await balanceIn(merchant, currency)).to.deep.equal({ available: story.net, pending: 0 })
      const rows = await csvRows(browser, `/${merchant.account}/live/balance/transactions.csv?currency=${currency}`)
      expect(rows.map((row) => `${row.type} ${row.amount} ${row.fee} ${row.net}`).sort()).to.deep.equal(story.rows.toSorted())
      for (const row of rows) expect([row.acquirer, row.funds, row.currency]).to.deep.equal(["adyen", "platform", currency])
      const [payment] = await csvRows(browser, `/${merchant.account}/live/payments/export.csv?customer=${customer.id}`)
      expect(payment).to.include({ id, amount: "123.45", currency, amount_refunded: "55.00", acquirer: "adyen" })

      const payout = (await run("payouts", "create", "--mode", "live", "--currency", currency, "--json")).json
      expect(payout).to.include({ amount: story.payout, currency, status: "pending" })
      const { status, json } = await vintem.cli("payouts", "pay", payout.id, "--reference", "WIRE-1", "--json")
      expect([status, json.status]).to.deep.equal([0, "paid"])
      expect(await balanceIn(merchant, currency)).to.deep.equal({ available: 0, pending: 0 })
      const taken = await csvRows(browser, `/${merchant.account}/live/balance/transactions.csv?payout=${payout.id}`)
      expect(taken.filter(({ type }) => type === "payout").map((row) => `${row.net} ${row.currency}`)).to.deep.equal([
        `${(-story.payout / 100).toFixed(2)} ${currency}`,
      ])
      const shown = (story.payout / 100).toFixed(2)
      for (const [path, ...sums] of [
        ["/payments", "123.45"],
        [`/payments/${id}`, "123.45", "25.00", "30.00"],
        [`/customers/${customer.id}`, "123.45"],
        ["/disputes", "30.00"],
        [`/balance/transactions?currency=${currency}`, "123.45"],
        [`/balance/payouts/${payout.id}`, shown],
        ["/balance/payouts", shown],
      ] as [string, ...string[]][])
        for (const [language, written] of [
          ["en", en],
          ["pt-BR", pt],
        ] as const) {
          const html = await page(path, language)
          for (const sum of sums) expect(html, `${path} ${language}`).to.include(written(sum))
        }
      for (const path of ["/home", "/balance", "/balance/terms", "/attention"]) await page(path, "en")
    })

  for (const { currency } of STORIES)
    it(`in ${currency} is by card alone: PIX and boleto are refused in words, and offered nowhere`, async () => {
      const refused = async (path: string, body: object) => {
        const { status, body: answer } = await merchant.request("POST", path, body, NEWEST)
        return [status, answer.error.code, answer.error.message] as [number, string, string]
      }
      const customer = await post("/v1/customers", { email: `by-${currency}@example.com`, name: "Ann Lee" })
      const intent = { amount: 990, currency, customer: customer.id }
      for (const type of ["pix", "boleto", "pix_automatico"]) {
        const [status, code, message] = await refused("/v1/payment_intents", { ...intent, payment_method_types: ["card", type] })
        expect([status, code], message).to.deep.equal([400, "parameter_invalid"])
        expect(message).to.match(/brl/)
      }
      const { id, hosted_url } = await post("/v1/payment_intents", { ...intent, payment_method_types: ["card"] })
      for (const type of ["pix", "boleto"]) {
        const token = await post("/v1/tokens", { type })
        const [status, code, message] = await refused(`/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
        expect([status, code], message).to.deep.equal([400, "parameter_invalid"])
        expect(message).to.include(`not ${type}`)
      }
      const offered = await (await fetch(hosted_url, { headers: { "accept-language": "pt-BR" } })).text()
      expect(offered).to.not.match(/boleto|pix/i)
      const product = await post("/v1/products", { name: "Bag" })
      await post(`/v1/products/${product.id}/price`, { amount: 990, currency })
      const [status, , message] = await refused("/v1/payment_links", {
        product: product.id,
        payment_method_types: ["card", "pix"],
      })
      expect([status, message]).to.satisfy(([is, said]: [number, string]) => is === 400 && /cannot be paid by pix/.test(said))
      const link: Json = await post("/v1/payment_links", { product: product.id })
      expect(link.payment_method_types).to.deep.equal(["card"])
      expect(await (await fetch(link.url, { headers: { "accept-language": "pt-BR" } })).text()).to.not.match(/boleto|pix/i)
    })
})
