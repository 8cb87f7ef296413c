import { expect } from "chai"
import { dateOf, dayOf } from "../../src/base/day.ts"
import { pageOfTransactions, type Wanted } from "../../src/ledger/pages.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { centsOf, csvRows, payInParts, setUsualTerms } from "../support/dashboard/money.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer } from "../support/merchants/payments.ts"
import { balanceIn, scopeOfAccount } from "../support/merchants/rails.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"

describe("The transactions of the dashboard", () => {
  let vintem: Running
  let browser: Visitor
  before(async () => {
    vintem = await startVintem()
    browser = await signIn(vintem, "ana@example.com", "viewer")
  })
  after(() => vintem.close())

  const page = async ({ account }: Merchant, query = "") => {
    const { status, html } = await browser.get(`/${account}/test/balance/transactions${query}`, { "accept-language": "en" })
    expect(status, html).to.equal(200)
    return html
  }
  const csv = ({ account }: Merchant, query = "") => csvRows(browser, `/${account}/test/balance/transactions.csv${query}`)
  const typesOf = (rows: Record<string, string>[]) => rows.map(({ type }) => type).sort()
  const todayOf = async ({ account }: Merchant) => dateOf(dayOf((await scopeOfAccount(vintem, account)).now))

  /** Payments in two currencies and in installments, a refund and a dispute. A day has passed after the first two. */
  async function busyMerchant(): Promise<Merchant> {
    const merchant = await newMerchant(vintem)
    await payOne(merchant)
    await payOne(merchant, undefined, { currency: "usd" })
    await advance(merchant, { seconds: DAY })
    await setUsualTerms(vintem, merchant)
    const id = await payInParts(merchant, 60_000, 3)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }), 201)
    const disputed = await payInParts(merchant, 5000, 1)
    const scope = await scopeOfAccount(vintem, merchant.account)
    await scope.mode.database.transaction((tx) => openDispute(tx, scope, disputed, { reason: null }))
    return merchant
  }

  it("add up to the balance, in each currency", async () => {
    const merchant = await busyMerchant()
    const rows = await csv(merchant)
    expect(typesOf(rows)).to.deep.equal(["dispute", "fee", ...Array(6).fill("payment"), "refund"])
    for (const currency of ["brl", "usd"]) {
      const { available, pending } = (await balanceIn(merchant, currency))!
      const own = rows.filter((row) => row.currency === currency)
      expect(centsOf(own, "net"), currency).to.equal(available + pending)
      expect(centsOf(own, "amount") - centsOf(own, "fee"), currency).to.equal(available + pending)
    }
  })

  it("are found by type, day, available day, payment and currency", async () => {
    const merchant = await busyMerchant()
    const today = await todayOf(merchant)
    const brl = await csv(merchant, "?type=refund")
    expect(typesOf(brl)).to.deep.equal(["refund"])
    expect(await csv(merchant, "?currency=usd")).to.have.length(1)
    expect(await csv(merchant, `?from=${today}&to=${today}`)).to.have.length(7)
    expect(await csv(merchant, `?to=${dateOf(dayOf(Date.parse(today) / 1000))}`)).to.have.length(2)
    expect(typesOf(await csv(merchant, `?by=available_on&to=${today}`))).to.deep.equal(["fee", "payment", "payment"])
    const ofPayment = `?payment=${brl[0]!.payment_intent}`
    expect(typesOf(await csv(merchant, ofPayment))).to.deep.equal(["payment", "payment", "payment", "refund"])
    expect(typesOf(await csv(merchant, `${ofPayment}&type=payment&by=available_on&from=${today}`))).to.have.length(3)
    expect(await csv(merchant, `${ofPayment}&currency=usd`)).to.have.length(0)
    expect(await page(merchant, "?from=2020-01-01&to=2020-01-02")).to.include("No transactions match.")
  })

  it("say what some days brought, by type", async () => {
    const merchant = await busyMerchant()
    const today = await todayOf(merchant)
    const html = await page(merchant, `?from=${today}&to=${today}`)
    const net = centsOf(await csv(merchant, `?from=${today}&to=${today}`), "net") / 100
    const shown = new Intl.NumberFormat("en-US", { style: "currency", currency: "BRL" }).format(net)
    expect(html).to.include(`<p class="figure">${shown}</p>`)
    expect(await page(merchant)).to.not.include("Net of these days")
  })

  it("name a filter that is no day, no type and no payment", async () => {
    const merchant = await busyMerchant()
    const html = await page(merchant, "?from=2026-02-30&type=gift&payment=x")
    expect(html).to.include("from").and.include("type").and.include("payment")
    expect(await csv(merchant, "?from=2026-02-30&type=gift&payment=x")).to.have.length(9)
  })

  it("lead to their payments", async () => {
    const merchant = await busyMerchant()
    const html = await page(merchant)
    for (const { payment_intent } of await csv(merchant))
      expect(html).to.include(`/${merchant.account}/test/payments/${payment_intent}"`)
  })

  it("are shown once each, page by page, forwards and backwards, also those of one second", async () => {
    const merchant = await newMerchant(vintem)
    const { account } = merchant
    const { database } = vintem.server.modes.test
    const numbers = "WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 40)"
    const text = `INSERT INTO balance_transactions (id, account, created, type, source, part, amount, fee, net, currency, funds, available_on)
      ${numbers} SELECT 'txn_' || substr('${account}', 6) || (100 - n), '${account}', 1000000 + n / 15, CASE n % 3 WHEN 0 THEN 'fee' ELSE 'adjustment' END,
      'x' || n, 0, n, 0, n, CASE n % 10 WHEN 0 THEN 'usd' ELSE 'brl' END, CASE n % 4 WHEN 0 THEN 'acquirer' ELSE 'platform' END, 2000000 - n / 10 FROM s`
    await database.transaction((tx) => tx.run(sql<void>(text), {}))
    const pots = ["brl", "usd"].flatMap((currency) => (["acquirer", "platform"] as const).map((funds) => ({ currency, funds })))
    const lists: Wanted[] = [{ pots }, { pots, by: "available_on" }, { pots, type: "fee" }, { pots: pots.slice(1, 2) }]
    for (const wanted of lists) {
      const ids = (await pageOfTransactions(database, account, { limit: 100 }, wanted)).rows.map(({ id }) => id)
      expect(new Set(ids).size).to.equal(ids.length)
      if (!wanted.type && wanted.pots.length === 4) expect(ids).to.have.length(40)
      for (const [i, cursor] of ids.entries()) {
        const next = (request: object) => pageOfTransactions(database, account, { limit: 4, ...request }, wanted)
        const [older, newer] = [await next({ starting_after: cursor }), await next({ ending_before: cursor })]
        expect([older.rows.map((row) => row.id), older.has_more]).to.deep.equal([ids.slice(i + 1, i + 5), i + 5 < ids.length])
        expect([newer.rows.map((row) => row.id), newer.has_more]).to.deep.equal([ids.slice(Math.max(0, i - 4), i), i > 4])
      }
    }
  })

  it("do not show those of another account", async () => {
    const other = await newMerchant(vintem)
    const { id } = await payOne(other, undefined, { description: "of another" })
    const merchant = await busyMerchant()
    expect(await page(merchant)).to.not.include("of another")
    expect(await csv(merchant, `?payment=${id}`)).to.have.length(0)
  })

  describe("as CSV", () => {
    const raw = async (visitor: Visitor, path: string, language: string) =>
      (await visitor.get(path, { "accept-language": language })).html

    it("have the dialect of the viewer's language, times in Brasília and the same names of columns, as payments have", async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await payOne(merchant, undefined, { amount: 123_456, description: 'Café; "doce", grande' })
      expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 5 }), 201)
      const base = `/${merchant.account}/test`
      for (const path of [`${base}/balance/transactions.csv?type=payment`, `${base}/payments/export.csv`]) {
        const [pt, en] = [await raw(browser, path, "pt-BR"), await raw(browser, path, "en")]
        const address = vintem.server.dashboardOrigin!.replace("localhost", "127.0.0.1")
        const sent = await fetch(`${address}${path}`, { headers: { cookie: browser.cookie } })
        expect(Buffer.from(await sent.arrayBuffer()).subarray(0, 3), "the mark of UTF-8").to.deep.equal(Buffer.from("\uFEFF"))
        const [ptHeader = "", ptLine = ""] = pt.split("\n")
        const [enHeader = "", enLine = ""] = en.split("\n")
        expect(ptHeader.replaceAll(";", ",")).to.equal(enHeader)
        expect(ptLine)
          .to.match(/;1234,56;/)
          .and.include('"Café; ""doce"", grande"')
        expect(enLine).to.match(/,1234\.56,/)
        expect(ptLine)
          .to.match(/;\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00;/)
          .and.not.match(/:\d\d(\.\d+)?Z/)
      }
    })

    it("say when the payment was made and what it is at the acquirer", async () => {
      const merchant = await busyMerchant()
      for (const row of await csv(merchant)) {
        expect(row.paid_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/)
        expect(row).to.include({ method: "card", acquirer: "mock", funds: "platform" })
        expect([row.charge, row.reference].every((each) => each!.length > 5)).to.equal(true)
      }
    })

    it("say what each payment has cost so far, and what is left of it", async () => {
      const merchant = await newMerchant(vintem)
      await setUsualTerms(vintem, merchant, { refund_fee: 150 })
      const id = await payInParts(merchant, 10_000, 1)
      expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1000 }), 201)
      const [payment] = await csvRows(browser, `/${merchant.account}/test/payments/export.csv`)
      expect(payment).to.include({ amount: "100.00", amount_refunded: "10.00", fee: "4.49", net: "85.51" })
    })

    it("show the CPF to operators, and a part of it to viewers", async () => {
      const merchant = await newMerchant(vintem)
      const document = { type: "cpf", number: "39053344705" }
      const { id: customer } = await newCustomer(merchant, { document })
      await payOne(merchant, undefined, { customer })
      const operator = await signIn(vintem, "olga@example.com", "operator")
      for (const path of ["balance/transactions.csv", "payments/export.csv"]) {
        const seen = async (visitor: Visitor) => (await csvRows(visitor, `/${merchant.account}/test/${path}`))[0]!.document
        expect([await seen(operator), await seen(browser)]).to.deep.equal(["39053344705", "***.533.447-**"])
      }
    })

    it("have amounts with the decimals that their currency has, and a minus sign that makes no text of them", async () => {
      const merchant = await newMerchant(vintem)
      for (const [currency, amount] of Object.entries({ brl: 505, jpy: 500, kwd: 12_345 })) {
        const { id } = await payOne(merchant, undefined, { currency, amount })
        expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 5 }), 201)
      }
      const amounts = (await csv(merchant)).map((row) => `${row.currency} ${row.amount}`)
      expect(amounts).to.have.members(["brl 5.05", "brl -0.05", "jpy 500", "jpy -5", "kwd 12.345", "kwd -0.005"])
    })

    it("have no formula, also not for a spreadsheet of another language", async () => {
      const merchant = await newMerchant(vintem)
      // Some spreadsheets leave out blanks and invisible characters at the beginning of a cell.
      const before = ["", " ", "\u00a0", "\u200b", "\ufeff", "\u2028"].map((invisible) => `${invisible}=1+1`)
      const split = ["a;=1+1;", "a,=1+1,", "a\n+1+1;", 'a;"@1+1;', "a; b, c"]
      for (const description of [...before, ...split]) await payOne(merchant, undefined, { description })
      for (const [language, separators] of Object.entries({ en: /[;\n]/, pt: /[,\n]/ })) {
        const html = await raw(browser, `/${merchant.account}/test/balance/transactions.csv`, language)
        const cells = html.replaceAll('"', "").split(separators)
        expect(
          cells.filter((cell) => /^[\s\p{Cf}]*[=+@]/u.test(cell) || /^-(?!\d)/.test(cell)),
          language,
        ).to.deep.equal([])
        expect(html).to.include("a; b, c")
      }
    })
  })
})
