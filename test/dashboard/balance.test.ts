import { expect } from "chai"
import { dateOf, dayOf } from "../../src/base/day.ts"
import { checkTotals } from "../../src/cli/check-totals.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { settleByHand } from "../../src/payments/refunds/settle-by-hand.ts"
import { findRefundAnywhere } from "../../src/payments/refunds/store.ts"
import { pageOfMovements } from "../../src/web/dashboard/pages/balance/movements.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer } from "../support/merchants/payments.ts"
import { balanceIn, payWith, scopeOfAccount } from "../support/merchants/rails.ts"

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
  /** The cells of the CSV. None of them has a comma or a quotation mark here. */
  const csv = async ({ account }: Merchant, query = "") => {
    const { status, html, headers } = await browser.get(`/${account}/test/balance/movements.csv${query}`, {
      "accept-language": "en",
    })
    expect([status, headers["content-type"]]).to.deep.equal([200, "text/csv; charset=utf-8"])
    const [, ...lines] = html.trim().split("\n")
    return lines.map((line) => line.split(","))
  }
  const sumOf = (rows: string[][], currency: string) =>
    Math.round(rows.filter((row) => row[3] === currency).reduce((sum, row) => sum + Number(row[2]) * 100, 0))

  /** Payments in two currencies, a refund, one that fails, a dispute and a declined payment. */
  async function busyMerchant(): Promise<Merchant> {
    const merchant = await newMerchant(vintem)
    const paid: { id: string }[] = []
    for (const currency of ["brl", "brl", "brl", "usd"]) paid.push(await payOne(merchant, undefined, { currency }))
    await payWith(merchant, CARDS.declined)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: paid[0]!.id, amount: 990 }), 201)
    const scope = await scopeOfAccount(vintem, merchant.account)
    const { database, config } = scope.mode
    await database.transaction((tx) => openDispute(tx, scope, paid[1]!.id, { reason: null }))
    config.mockFaults.refund = "timeout_before"
    const made = await merchant.request("POST", "/v1/refunds", { payment_intent: paid[2]!.id, amount: 50 })
    const refund = (await findRefundAnywhere(database, expectStatus(made, 201).id))!
    // A worker may be asking the acquirer about it just now.
    await until(() => database.transaction((tx) => settleByHand(tx, scope, refund, "failed")).catch(() => false as const))
    delete config.mockFaults.refund
    return merchant
  }

  it("says where a balance comes from while there is none", async () => {
    expect(await page(await newMerchant(vintem))).to.include("It begins with the first payment.")
  })

  it("has movements that add up to the balance, in each currency", async () => {
    const merchant = await busyMerchant()
    const { available } = (await balanceIn(merchant))!
    const rows = await csv(merchant)
    expect([sumOf(rows, "BRL"), sumOf(rows, "USD")]).to.deep.equal([available, 4990])
    expect(rows.map((row) => row[1]).sort()).to.deep.equal(
      [...Array(4).fill("Payment"), "Refund", "Refund", "Dispute", "Failed refund"].sort(),
    )
    const html = await page(merchant)
    expect(html).to.include("R$89.90").and.include("$49.90").and.include("-R$9.90").and.include("+R$0.50")
  })

  it("leads to the payments that are pending, if there are any", async () => {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    const link = `/${merchant.account}/test/payments?status=processing"`
    expect(await page(merchant)).to.not.include(link)
    await payOne(merchant, CARDS.processing)
    expect(await page(merchant)).to.include(link)
  })

  it("links each movement to its payment", async () => {
    const merchant = await busyMerchant()
    for (const row of await csv(merchant))
      expect(await page(merchant)).to.include(`/${merchant.account}/test/payments/${row[4]}"`)
  })

  it("shows each movement once, page by page, forwards and backwards", async () => {
    const merchant = await busyMerchant()
    const { database } = vintem.server.modes.test
    const all = await pageOfMovements(database, merchant.account, { limit: 100 })
    expect(all.rows).to.have.length(8)
    for (const limit of [1, 2, 3, 5]) {
      const forwards: string[] = []
      let cursor: { starting_after?: string } = {}
      for (let more = true; more && forwards.length < 100; ) {
        const { rows, has_more } = await pageOfMovements(database, merchant.account, { limit, ...cursor })
        forwards.push(...rows.map(({ id }) => id))
        cursor = { starting_after: rows.at(-1)!.id }
        more = has_more
      }
      expect(forwards).to.deep.equal(all.rows.map(({ id }) => id))
      const before = await pageOfMovements(database, merchant.account, { limit, ending_before: forwards.at(-1)! })
      expect(before.rows.map(({ id }) => id)).to.deep.equal(forwards.slice(-1 - limit, -1))
    }
  })

  it("pages exactly through what happened in the same second, in several currencies", async () => {
    const merchant = await newMerchant(vintem)
    const { database } = vintem.server.modes.test
    const { id: customer } = await newCustomer(merchant)
    const numbers = "WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 30) SELECT"
    const id = (prefix: string) => `'${prefix}_' || substr('${merchant.account}', 6) || n`
    const currency = "CASE n % 10 WHEN 0 THEN 'usd' WHEN 5 THEN 'eur' ELSE 'brl' END"
    for (const text of [
      `INSERT INTO payment_intents (id, account, created, customer, amount, currency, status, payment_method_types, ended_at)
       ${numbers} ${id("pi")}, '${merchant.account}', 1, '${customer}', n, ${currency}, 'succeeded', '["card"]', 1000 + n / 15 FROM s`,
      `INSERT INTO refunds (id, account, created, payment_intent, amount, currency, status, failed_at)
       ${numbers} ${id("re")}, '${merchant.account}', 1001, ${id("pi")}, 1, ${currency},
       CASE WHEN n % 3 = 0 THEN 'failed' ELSE 'succeeded' END, CASE WHEN n % 3 = 0 THEN 1001 END FROM s`,
    ])
      await database.transaction((tx) => tx.run(sql<void>(text), {}))
    expect(await checkTotals(database, merchant.account), "payments that have succeeded from the start").to.deep.equal([])
    for (const wanted of [undefined, "usd", "brl"]) {
      const { rows } = await pageOfMovements(database, merchant.account, { limit: 100 }, { currency: wanted })
      const ids = rows.map((row) => row.id)
      expect(ids).to.have.length({ all: 70, usd: 7, brl: 56 }[wanted ?? "all"]!)
      expect(new Set(ids).size).to.equal(ids.length)
      for (const [i, cursor] of ids.entries()) {
        const next = (request: object) =>
          pageOfMovements(database, merchant.account, { limit: 4, ...request }, { currency: wanted })
        const [older, newer] = [await next({ starting_after: cursor }), await next({ ending_before: cursor })]
        expect([older.rows.map((row) => row.id), older.has_more]).to.deep.equal([ids.slice(i + 1, i + 5), i + 5 < ids.length])
        expect([newer.rows.map((row) => row.id), newer.has_more]).to.deep.equal([ids.slice(Math.max(0, i - 4), i), i > 4])
      }
    }
  })

  it("shows the chosen days and currency only, and refuses what are no days", async () => {
    const merchant = await busyMerchant()
    const today = dayOf((await scopeOfAccount(vintem, merchant.account)).now)
    const [now, tomorrow] = [dateOf(today), dateOf(today + 1)]
    expect(await csv(merchant, `?from=${now}&to=${now}`)).to.have.length(8)
    expect(await csv(merchant, `?from=${now}&to=${now}&currency=usd`)).to.have.length(1)
    expect(await csv(merchant, `?from=${tomorrow}`)).to.have.length(0)
    expect(await page(merchant, `?from=${tomorrow}`)).to.include("Nothing changed the balance in these days.")
    for (const query of ["?from=2026-02-30", "?from=x", "?from=2026-01-02&to=2026-01-01"]) {
      expect(await page(merchant, query)).to.include('role="alert"')
      expect((await browser.get(`/${merchant.account}/test/balance/movements.csv${query}`)).status, query).to.equal(400)
    }
    const years = await browser.get(`/${merchant.account}/test/balance/movements.csv?from=2020-01-01&to=${now}`)
    expect(years.status).to.equal(400)
  })

  it("does not show the money of another account", async () => {
    const merchant = await busyMerchant()
    const other = await newMerchant(vintem)
    await payOne(other, undefined, { description: "of another" })
    expect(await page(merchant)).to.not.include("of another")
    const stranger = await signIn(vintem, "stranger@example.com", "owner", other.account)
    for (const path of ["balance", "balance/movements.csv", "home"])
      expect((await stranger.get(`/${merchant.account}/test/${path}`)).status, path).to.equal(404)
  })

  it("has amounts in the CSV with the decimals that their currency has, and a minus sign that makes no text of them", async () => {
    const merchant = await newMerchant(vintem)
    for (const [currency, amount] of Object.entries({ brl: 505, jpy: 500, kwd: 12_345 })) {
      const { id } = await payOne(merchant, undefined, { currency, amount })
      expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 5 }), 201)
    }
    const amounts = (await csv(merchant)).map((row) => `${row[3]} ${row[2]}`)
    expect(amounts).to.have.members(["BRL 5.05", "BRL -0.05", "JPY 500", "JPY -5", "KWD 12.345", "KWD -0.005"])
  })

  it("writes no formula into the CSV", async () => {
    const merchant = await newMerchant(vintem)
    // Some spreadsheets leave out blanks and invisible characters at the beginning of a cell.
    const before = ["", " ", "\u00a0", "\u200b", "\ufeff", "\u2028"]
    for (const invisible of before) await payOne(merchant, undefined, { description: `${invisible}=1+1` })
    const cells = (await csv(merchant)).map((row) => row.at(-1))
    expect(cells).to.have.members(before.map((invisible) => `${invisible}'=1+1`))
  })

  it("writes no text into the CSV that a spreadsheet of another language splits into a formula", async () => {
    const merchant = await newMerchant(vintem)
    const split = ["a;=1+1;", "a,=1+1,", "a\n+1+1;", 'a;"@1+1;', "a; b, c"]
    for (const description of split) await payOne(merchant, undefined, { description })
    for (const [language, separators] of Object.entries({ en: /[;\n]/, pt: /[,\n]/ })) {
      const { html } = await browser.get(`/${merchant.account}/test/balance/movements.csv`, { "accept-language": language })
      const cells = html.replaceAll('"', "").split(separators)
      expect(
        cells.filter((cell) => /^[=+@-]/.test(cell)),
        language,
      ).to.deep.equal([])
      expect(html).to.include("a; b, c")
    }
  })

  it("separates the cells of the CSV in Portuguese by semicolons, as spreadsheets in Brazil expect", async () => {
    const merchant = await newMerchant(vintem)
    const { id } = await payOne(merchant, undefined, { amount: 123_456, description: 'Café; "doce", grande' })
    const { html } = await browser.get(`/${merchant.account}/test/balance/movements.csv`, { "accept-language": "pt" })
    const [header, line] = html.trim().split("\n")
    expect(header).to.match(/^\uFEFF?data;movimentacao;valor;moeda;pagamento;/)
    expect(line!.slice(line!.indexOf(";"))).to.equal(`;Pagamento;1234,56;BRL;${id};${id};"Café; ""doce"", grande"`)
  })
})
