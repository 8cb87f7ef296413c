import { expect } from "chai"
import { searchIntents } from "../../src/payments/search/search.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, help, newBareToken, payWith } from "../support/merchants/rails.ts"
import { advance, newRecurringProduct } from "../support/merchants/subscriptions.ts"

const DAY = 86_400

describe("Looking for payments in the dashboard", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let browser: Visitor
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    browser = await signIn(vintem, "search@example.com", "viewer")
  })
  after(() => vintem.close())

  const path = (query: string, account = merchant.account) => `/${account}/test/payments${query}`

  /** The ids of the payments on a page, in its order. */
  const idsIn = (html: string) => [...html.matchAll(/<td[^>]*><a href="[^"]*\/payments\/(pi_\w+)"/g)].map(([, id]) => id!)

  async function found(query: Record<string, string>, account?: string): Promise<string[]> {
    const page = await browser.get(path(`?${new URLSearchParams(query)}`, account))
    expect(page.status, JSON.stringify(query)).to.equal(200)
    return idsIn(page.html)
  }

  /** Writes payments numbered from 1. `customer` and `amount` are expressions of their number `n`. */
  async function write({ account }: Merchant, count: number, customer: string, amount: string): Promise<void> {
    const rows = `INSERT INTO payment_intents (id, account, created, customer, amount, currency, status, payment_method_types)
      WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count})
      SELECT 'pi_' || substr('${account}', 6) || (10000 + n), '${account}', n, ${customer}, ${amount}, 'brl', 'canceled', '["pix"]'
      FROM s`
    await vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(rows), {}))
  }

  it("combines state, method, amount and dates, newest first", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own, { document: { type: "cpf", number: "529.982.247-25" } })
    const open = (amount: number) => newIntent(own, { customer, amount, payment_method_types: ["card", "pix", "boleto"] })
    const pix = async (amount: number) => {
      const { id } = await open(amount)
      await confirm(own, id, (await newBareToken(own, "pix")).id)
      return id
    }
    const card = (await payWith(own, CARDS.approved, { customer, amount: 4990 })).id
    const declined = (await payWith(own, CARDS.declined, { customer, amount: 4990 })).id
    const waiting = await pix(4990)
    const paid = await pix(123_456)
    await help(own, paid, "succeed")
    await advance(own, { seconds: 2 * DAY })
    const later = (await open(4990)).id

    const all = [later, paid, waiting, declined, card]
    const cases: [Record<string, string>, string[]][] = [
      [{}, all],
      [{ status: "paid" }, [paid, card]],
      [{ method: "pix" }, [paid, waiting]],
      [{ method: "pix", status: "paid" }, [paid]],
      [{ method: "card", status: "failed" }, [declined]],
      [{ method: "boleto" }, []],
      [{ amount: "49,90" }, [later, waiting, declined, card]],
      [{ amount: "49.90", method: "card" }, [declined, card]],
      [{ amount: "R$ 1.234,56" }, [paid]],
      [{ amount: "1,234.56", status: "paid", method: "pix" }, [paid]],
      [{ amount: "49,90", status: "processing" }, []],
    ]
    for (const [query, ids] of cases) expect(await found(query, own.account), JSON.stringify(query)).to.deep.equal(ids)

    const dayIn = (seconds: number) =>
      new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date(Date.now() + seconds * 1000))
    expect(await found({ from: dayIn(2 * DAY) }, own.account)).to.deep.equal([later])
    expect(await found({ to: dayIn(DAY), method: "card" }, own.account)).to.deep.equal([declined, card])
    expect(await found({ from: dayIn(2 * DAY), status: "paid" }, own.account)).to.deep.equal([])
    for (const wrong of ["from=2026-13-40", "amount=ten", "q=a", `q=${"a".repeat(101)}`]) {
      const { html } = await browser.get(path(`?${wrong}`, own.account))
      expect(html).to.include('class="error"')
      expect(idsIn(html)).to.deep.equal([])
    }
  })

  it("finds the payments of whoever has an e-mail or a document, however it is written, and of nobody else", async () => {
    const { id: customer } = await newCustomer(merchant, {
      email: "Bia.Lima@Example.com",
      document: { type: "cpf", number: "390.533.447-05" },
    })
    const first = (await newIntent(merchant, { customer, amount: 1000 })).id
    const second = (await payWith(merchant, CARDS.approved, { customer, amount: 2000 })).id
    await newIntent(merchant)
    for (const q of ["bia.lima@example.com", " BIA.LIMA@EXAMPLE.COM ", "39053344705", "390.533.447-05"])
      expect(await found({ q }), q).to.deep.equal([second, first])
    expect(await found({ q: "bia.lima@example.com", status: "paid" })).to.deep.equal([second])
    expect(await found({ q: "bia.lima@example.com", amount: "10,00" })).to.deep.equal([first])
    expect(await found({ q: "20,00" })).to.deep.equal([second])
    expect(await found({ q: "nobody@example.com" })).to.deep.equal([])
    expect(await found({ q: "bia.lima@example.com" }, vintem.account)).to.deep.equal([])
  })

  it("finds payments by all that the search finds, and says what that is", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own, { name: "Zoé Müller" })
    const paid = (await payWith(own, CARDS.approved, { customer, description: "Bolo de cenoura", metadata: { order: "A-17" } }))
      .id
    for (const q of ["zoe", "mull", CARDS.approved.slice(-4), "cenou bolo", "a-17"])
      expect(await found({ q }, own.account), q).to.deep.equal([paid])
    expect(await found({ q: "zoe", status: "refunded" }, own.account)).to.deep.equal([])
    const { html } = await browser.get(path("?q=zoe", own.account))
    expect(html).to.include("Payments are found by an id, the payer&#39;s name")
  })

  it("lists the payments of the customer whose page leads there, on every page and in the export", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own, { email: "bia@example.com" })
    const { id: other } = await newCustomer(own, { email: "caio@example.com" })
    const ids: string[] = []
    for (let i = 0; i < 27; i++) {
      ids.unshift((await newIntent(own, { customer, amount: 700 + (i % 2) })).id)
      await newIntent(own, { customer: other, amount: 700 })
    }
    const { html } = await browser.get(`/${own.account}/test/customers/${customer}`)
    const all = /href="([^"]+)">All payments of this customer/.exec(html)!
    const first = await browser.get(all[1]!)
    expect(first.html).to.include("Payments of the customer").and.include("bia@example.com").and.not.include("caio@")
    expect(idsIn(first.html)).to.deep.equal(ids.slice(0, 25))
    expect(idsIn((await browser.get(linkIn(first.html, "next")!)).html)).to.deep.equal(ids.slice(25))
    expect(first.html).to.include(`<input type="hidden" name="customer" value="${customer}">`)
    const odd = await found({ customer, amount: "7,01" }, own.account)
    expect(odd).to.deep.equal(ids.filter((_, i) => i % 2 === 1))
    expect(await found({ customer, q: "caio@example.com" }, own.account)).to.deep.equal([])
    const link = /href="([^"]+export\.csv[^"]*)"/.exec(first.html)![1]!.replaceAll("&amp;", "&")
    const lines = (await browser.get(link)).html.trim().split("\n").slice(1)
    expect(lines.map((line) => line.split(",")[0])).to.deep.equal(ids)
    const stranger = await browser.get(path(`?customer=${customer}`))
    expect([idsIn(stranger.html), stranger.html.includes("has the id"), stranger.html.includes("bia@")]).to.deep.equal([
      [],
      true,
      false,
    ])
  })

  it("leads from the id of a key, a plan, a price, an integration and a message to where the account shows it", async () => {
    const own = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, own)
    const { id: integration } = await command<{ id: string }>(vintem, [
      ...["integrations", "create", "--mode", "test", "--account", own.account, "--url", "https://tool.example/purchases"],
    ])
    await payWith(own)
    const { database } = vintem.server.modes.test
    const idOf = async (table: string) =>
      (
        await database.all(sql<{ id: string }>(`SELECT id FROM ${table} WHERE account = '${own.account}' ORDER BY id DESC`), {})
      )[0]!.id
    const [key, plan, price, message] = await Promise.all(["api_keys", "plans", "product_prices", "purchase_messages"].map(idOf))
    const places: Record<string, string> = {
      [key!]: `/keys/${key}`,
      [plan!]: `/products/${product}`,
      [price!]: `/products/${product}`,
      [integration]: "/settings/integrations",
      [message!]: `/webhooks/events/${message}`,
    }
    for (const [id, place] of Object.entries(places)) {
      const { location } = await browser.get(path(`?q=${id}`, own.account))
      expect(location, id).to.equal(`/${own.account}/test${place}`)
      const shown = await browser.get(location!)
      expect([shown.status, shown.html.includes(id)], id).to.deep.equal([200, true])
      const elsewhere = await browser.get(path(`?q=${id}`))
      if (id !== message) expect([elsewhere.location, elsewhere.html.includes("has the id")], id).to.deep.equal([undefined, true])
      else expect((await browser.get(elsewhere.location!)).status).to.equal(404)
    }
  })

  it("leads from any id to what it names, and never to what another account has", async () => {
    const paid = await payWith(merchant)
    const refund = (await merchant.request("POST", "/v1/refunds", { payment_intent: paid.id })).body
    const at = (rest: string, account = merchant.account) => `/${account}/test${rest}`
    const ids: [string, string][] = [
      [paid.id, `/payments/${paid.id}`],
      [refund.id, `/payments/${paid.id}`],
      [paid.charges.latest, `/payments/${paid.id}`],
      [paid.customer, `/customers/${paid.customer}`],
    ]
    const { id: token } = await newToken(merchant)
    const saved = expectStatus(await merchant.request("POST", "/v1/payment_methods", { token, customer: paid.customer }), 201)
    ids.push([saved.id, `/customers/${paid.customer}`])
    for (const [id, place] of ids) expect((await browser.get(path(`?q=${id}`))).location, id).to.equal(at(place))
    for (const id of [paid.id, refund.id, paid.charges.latest, saved.id]) {
      const page = await browser.get(path(`?q=${id}`, vintem.account))
      expect([page.status, page.location, page.html.includes("has the id")], id).to.deep.equal([200, undefined, true])
    }
    for (const [prefix, place] of Object.entries({ evt: "/webhooks/events/", csub: "/subscriptions/", req: "/requests/" })) {
      const id = `${prefix}_${"0".repeat(25)}`
      expect((await browser.get(path(`?q=${id}`))).location).to.equal(at(`${place}${id}`))
    }
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${saved.id}/detach`), 200)
    expect((await browser.get(path(`?q=${saved.id}`))).html, "a card that was removed").to.include("has the id")
  })

  it("pages through every payment once, forward and back, with any filter", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own, { email: "pages@example.com" })
    const ids: string[] = []
    for (let i = 0; i < 60; i++) ids.unshift((await newIntent(own, { customer, amount: 700 })).id)
    for (const query of ["", "?amount=7,00", "?status=requires_payment_method", "?q=pages@example.com"]) {
      const pages: string[][] = []
      let next: string | undefined = path(query, own.account)
      let last = ""
      while (next) {
        last = (await browser.get(next)).html
        pages.push(idsIn(last))
        next = linkIn(last, "next")
      }
      expect(pages.flat(), query).to.deep.equal(ids)
      const back = (await browser.get(linkIn(last, "prev")!)).html
      expect(idsIn(back), query).to.deep.equal(pages.at(-2))
    }
  })

  it("pages through the payments of several customers of one e-mail, also where hardly any of them is wanted", async () => {
    const own = await newMerchant(vintem)
    const { database } = vintem.server.modes.test
    const customers: string[] = []
    for (let i = 0; i < 3; i++) customers.push((await newCustomer(own)).id)
    // Nearly all are of the first customer: much more than is read of a customer at once.
    const customer = `CASE n % 130 WHEN 7 THEN '${customers[1]}' WHEN 8 THEN '${customers[2]}' ELSE '${customers[0]}' END`
    await write(own, 655, customer, "n % 131")
    const ids = Array.from({ length: 655 }, (_, i) => `pi_${own.account.slice(5)}${10_655 - i}`)
    const rare = ids.filter((_, i) => (655 - i) % 131 === 8)
    for (const [wanted, all, limit, most] of [
      [{}, ids, 100, 7],
      [{ amount: 8 }, rare, 25, 3],
    ] as const) {
      const search = (cursor: object) =>
        searchIntents(database, own.account, { customers, ...wanted }, { limit, mostExamined: 300, ...cursor })
      const pages = [await search({})]
      while (pages.at(-1)!.has_more) pages.push(await search({ starting_after: pages.at(-1)!.ends.at(-1)!.id }))
      expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).to.deep.equal(all)
      expect(pages).to.have.lengthOf(most)
      const back = [await search({ ending_before: ids.at(-1)! })]
      while (back[0]!.has_more) back.unshift(await search({ ending_before: back[0]!.ends[0]!.id }))
      expect(back.flatMap(({ rows }) => rows.map(({ id }) => id))).to.deep.equal(all.filter((id) => id !== ids.at(-1)))
    }
  })

  it("exports what the list shows as CSV, in which a spreadsheet runs nothing and reads every accent", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own, { name: '+55 Ana, "A"' })
    await newIntent(own, { customer, amount: 100 })
    const { id } = await newIntent(own, { customer, amount: 123_456, description: '=HYPERLINK("https://evil.example")' })
    const file = await browser.get(`/${own.account}/test/payments/export.csv?amount=1234,56`)
    expect(file.headers["content-type"]).to.equal("text/csv; charset=utf-8")
    expect(file.headers["content-disposition"]).to.include('filename="payments-test.csv"')
    const [header, line, ...others] = file.html.trim().split("\n")
    expect(others).to.deep.equal([])
    expect(header).to.match(/^id,created,amount,currency,status/)
    const address = vintem.server.dashboardOrigin!.replace("localhost", "127.0.0.1")
    const sent = await fetch(`${address}/${own.account}/test/payments/export.csv`, { headers: { cookie: browser.cookie } })
    expect(Buffer.from(await sent.arrayBuffer()).subarray(0, 3), "the mark of UTF-8").to.deep.equal(Buffer.from("\uFEFF"))
    expect(line).to.match(new RegExp(`^${id},[^,]+,1234\\.56,brl,requires_payment_method,0\\.00,`))
    expect(line).to.include(`"'=HYPERLINK(""https://evil.example"")"`).and.include(`"'+55 Ana, ""A"""`)
  })

  it("exports all payments that match, however many they are", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own)
    await write(own, 10_300, `'${customer}'`, "1 + n % 2")
    for (const [query, count] of [
      ["", 10_300],
      ["?amount=0,01", 5_150],
    ] as const) {
      const { html } = await browser.get(`/${own.account}/test/payments/export.csv${query}`)
      const ids = [...html.matchAll(/^pi_\w+/gm)].map(([id]) => id)
      expect(new Set(ids).size, query).to.equal(count)
    }
  })

  it("exports amounts with the decimals that their currency has", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own)
    for (const [currency, amount] of Object.entries({ brl: 4990, jpy: 500, kwd: 12_345, usd: 100 }))
      await newIntent(own, { customer, amount, currency })
    const [, ...lines] = (await browser.get(`/${own.account}/test/payments/export.csv`)).html.trim().split("\n")
    const amounts = lines.map((line) => line.split(",")).map((cells) => [cells[3], cells[2], cells[5]])
    expect(amounts).to.deep.equal([
      ["usd", "1.00", "0.00"],
      ["kwd", "12.345", "0.000"],
      ["jpy", "500", "0"],
      ["brl", "49.90", "0.00"],
    ])
  })
})

/** Where a link to a neighboring page leads. */
function linkIn(html: string, rel: "next" | "prev"): string | undefined {
  return new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll("&amp;", "&")
}
