import { expect } from "chai"
import { addMissingTerms } from "../../src/payments/search/missing-terms.ts"
import { type FoundIntentsRequest, pageOfFoundIntents } from "../../src/payments/search/page.ts"
import { readSearch } from "../../src/payments/search/query.ts"
import { searchIntents } from "../../src/payments/search/search.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { newCustomer, newIntent } from "../support/merchants/payments.ts"

describe("The pages of a search for payments", function () {
  this.timeout(120_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const database = () => vintem.server.modes.test.database
  const run = (text: string) => database().transaction((tx) => tx.run(sql<void>(text), {}))

  /** The ids that a text finds, on one page. */
  async function found(
    query: string,
    { account, ...filters }: Partial<FoundIntentsRequest> & { account: string },
  ): Promise<string[]> {
    const { rows } = await pageOfFoundIntents(database(), account, { limit: 100, ...filters, query }, { readsCustomers: true })
    return rows.map(({ id }) => id)
  }

  it("pages through what it finds once, newest first, forward and back, with any filter", async () => {
    const own = await newMerchant(vintem)
    const { id: ana } = await newCustomer(own, { name: "Ana Souza", email: "a1@example.com" })
    const { id: bia } = await newCustomer(own, { name: "Bia Souza", email: "b1@example.com" })
    const made: { id: string; customer: string; sells: boolean }[] = []
    for (let i = 0; i < 45; i++) {
      const customer = i % 2 === 0 ? ana : bia
      const sells = i % 3 === 0
      const more = sells ? { description: "Ana vende" } : {}
      const { id } = await newIntent(own, { customer, amount: i === 7 ? 4990 : 100, ...more })
      made.unshift({ id, customer, sells })
    }
    const both = made.filter(({ customer, sells }) => customer === ana || sells).map(({ id }) => id)
    const cases: [Omit<FoundIntentsRequest, "limit">, string[]][] = [
      [{ query: "ana" }, both],
      [{ query: "souza" }, made.map(({ id }) => id)],
      [{ query: "ana", customer: bia }, made.filter(({ customer, sells }) => customer === bia && sells).map(({ id }) => id)],
      [{ query: "ana", status: "requires_payment_method" }, both],
      [{ query: "ana", status: "succeeded" }, []],
      [{ query: "ana", created_lt: 1 }, []],
      [{ query: "ana", created_gte: 1 }, both],
    ]
    for (const [request, ids] of cases)
      for (const limit of [4, 10]) {
        const page = (cursor: object) =>
          pageOfFoundIntents(database(), own.account, { ...request, limit, ...cursor }, { readsCustomers: true })
        const pages = [await page({})]
        while (pages.at(-1)!.has_more) pages.push(await page({ starting_after: pages.at(-1)!.rows.at(-1)!.id }))
        expect(
          pages.flatMap(({ rows }) => rows.map(({ id }) => id)),
          JSON.stringify(request),
        ).to.deep.equal(ids)
        expect(pages).to.have.lengthOf(Math.max(1, Math.ceil(ids.length / limit)))
        if (ids.length === 0) continue
        const back = [await page({ ending_before: ids.at(-1) })]
        while (back[0]!.has_more) back.unshift(await page({ ending_before: back[0]!.rows[0]!.id }))
        expect(
          back.flatMap(({ rows }) => rows.map(({ id }) => id)),
          JSON.stringify(request),
        ).to.deep.equal(ids.slice(0, -1))
      }
    const wrong = pageOfFoundIntents(database(), own.account, { query: "ana", starting_after: "pi_x" }, { readsCustomers: true })
    expect(await wrong.then(String, ({ code, param }) => [code, param])).to.deep.equal(["parameter_invalid", "starting_after"])
  })

  describe("in an account with many payments", () => {
    const COUNT = 24_000
    let own: Merchant
    let customer: string
    const idOf = (n: number) => `pi_${own.account.slice(5)}${100_000 + n}`
    /** The newest payments whose number fits, newest first. */
    const newest = (fits: (n: number) => boolean, count = 5) => {
      const ids: string[] = []
      for (let n = COUNT; n > 0 && ids.length < count; n--) if (fits(n)) ids.push(idOf(n))
      return ids
    }

    // The customer of an early payment has a name of his own, and 21,000 of the old payments have one word.
    before(async () => {
      own = await newMerchant(vintem)
      const { id: ana } = await newCustomer(own, { name: "Ana Comum", email: "c1@example.com" })
      customer = ana
      const { id: rare } = await newCustomer(own, { name: "Ana Rara", email: "r1@example.com" })
      const numbers = `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${COUNT})`
      const described = "CASE WHEN n <= 21000 THEN 'Campanha antiga' END"
      await run(`INSERT INTO payment_intents (id, account, created, customer, amount, currency, status, payment_method_types, description, metadata, payment_method_details)
        ${numbers} SELECT 'pi_${own.account.slice(5)}' || (100000 + n), '${own.account}', n, CASE WHEN n = 700 THEN '${rare}' ELSE '${ana}' END,
        100 + n % 7, 'brl', 'canceled', '["card"]', ${described}, '{"lote":"l' || (n % 12000) || '"}',
        '{"type":"card","card":{"last4":"' || CASE WHEN n <= 21000 THEN '1111' ELSE '2222' END || '"}}' FROM s`)
      await addMissingTerms.run({ database: database() })
    })

    const ask = (query: string, more: object = {}) => found(query, { account: own.account, limit: 5, ...more })

    it("finds what many have among the newest, and what few have by its index", async () => {
      expect(await ask("ana")).to.deep.equal(newest(() => true))
      expect(await ask("rara")).to.deep.equal([idOf(700)])
      expect(await ask("ana rara"), "a word of many, and one of few").to.deep.equal([idOf(700)])
      expect(await ask("ana nunca")).to.deep.equal([])
      expect(await ask("L77")).to.deep.equal([idOf(12_077), idOf(77)])
      expect(await ask("1,03")).to.deep.equal(newest((n) => n % 7 === 3))
    })

    it("finds what many old payments have, and none of the newest", async () => {
      const old = newest((n) => n <= 21_000)
      expect(await ask("camp")).to.deep.equal(old)
      expect(await ask("antiga campanha")).to.deep.equal(old)
      expect(await ask("1111")).to.deep.equal(old)
      expect(await ask("camp", { created_lt: 701, limit: 2 })).to.deep.equal([idOf(700), idOf(699)])
      expect(await ask("camp", { ending_before: idOf(20_990) })).to.deep.equal([20_995, 20_994, 20_993, 20_992, 20_991].map(idOf))
      expect(await ask("camp", { status: "succeeded" })).to.deep.equal([])
    })

    it("finds each payment of one customer once, although they are read a hundred at a time", async () => {
      const every7th = newest((n) => n % 7 === 3, 100)
      expect(await ask("1,03", { customer, limit: 100 })).to.deep.equal(every7th)
    })

    it("finds the same with each filter as by reading all payments", async () => {
      const { rows } = await searchIntents(database(), own.account, { states: ["canceled"], amount: 105 }, { limit: 100 })
      const query = readSearch("ana", true)!
      const filtered = await searchIntents(database(), own.account, { query, amount: 105, states: ["canceled"] }, { limit: 100 })
      expect(filtered.rows.map(({ id }) => id)).to.deep.equal(rows.map(({ id }) => id))
      expect(rows).to.have.lengthOf(100)
    })
  })

  it("finds what a process of the previous version has written, once a worker has written its terms", async () => {
    const own = await newMerchant(vintem)
    const at = { account: own.account }
    const { id: customer } = await newCustomer(own, { name: "Carla Antiga", email: "c1@example.com" })
    await run(`UPDATE customers SET name = 'Dora Nova', name_folded = NULL WHERE id = '${customer}'`)
    await run(`INSERT INTO payment_intents (id, account, created, customer, amount, currency, status, payment_method_types, description)
      VALUES ('pi_old${own.account.slice(5)}', '${own.account}', 1, '${customer}', 100, 'brl', 'canceled', '["pix"]', 'Feito antes')`)
    const { id } = await newIntent(own, { customer })
    await addMissingTerms.run({ database: database() })
    const old = `pi_old${own.account.slice(5)}`
    expect(await found("dora", at)).to.deep.equal([id, old])
    expect(await found("carla", at)).to.deep.equal([])
    expect(await found("feito", at)).to.deep.equal([old])
    const terms = sql<{ term: string }>(`SELECT term FROM search_terms WHERE account = '${own.account}' ORDER BY term`)
    expect((await database().all(terms, {})).map(({ term }) => term)).to.deep.equal([
      "description antes",
      "description feito",
      "name dora",
      "name nova",
    ])
    const left = sql(
      "SELECT id FROM payment_intents WHERE NOT has_terms UNION ALL SELECT id FROM customers WHERE name IS DISTINCT FROM name_in_terms",
    )
    expect(await database().all(left, {})).to.deep.equal([])
  })
})
