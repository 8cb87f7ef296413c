import { expect } from "chai"
import pino from "pino"
import { type FoundIntentsRequest, pageOfFoundIntents } from "../../src/payments/search/page.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { kind } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

describe("Searching for payments", function () {
  this.timeout(120_000)
  let vintem: Running
  let shop: Merchant
  before(async () => {
    vintem = await startVintem()
    shop = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const database = () => vintem.server.modes.test.database

  /** The ids that a text finds, on one page. */
  async function found(
    query: string,
    { account = shop.account, readsCustomers = true, ...filters }: Asked = {},
  ): Promise<string[]> {
    const request = { limit: 100, ...filters, query }
    const { rows } = await pageOfFoundIntents(database(), account, request, { readsCustomers })
    return rows.map(({ id }) => id)
  }
  type Asked = Partial<FoundIntentsRequest> & { account?: string; readsCustomers?: boolean }

  /** The terms that an account's rows have. */
  async function termsOf(account: string): Promise<string[]> {
    const terms = sql<{ term: string }>(`SELECT term FROM search_terms WHERE account = '${account}' ORDER BY term`)
    return (await database().all(terms, {})).map(({ term }) => term)
  }

  describe("by any of the meanings", () => {
    const ids: Record<string, string> = {}
    before(async () => {
      const joao = await newCustomer(shop, {
        name: "João d'Ávila Conceição-Brandão",
        email: "Joao.Avila@Example.com",
        document: { type: "cpf", number: "529.982.247-25" },
      })
      const firm = await newCustomer(shop, {
        name: "ŁÓDŹ Comércio & Cia",
        email: "4242@lodz.example",
        document: { type: "cnpj", number: "11.222.333/0001-81" },
      })
      const plain = await newCustomer(shop, { email: "zeca@example.com" })
      const create = async (name: string, customer: string, more: object) => {
        ids[name] = (await newIntent(shop, { customer, amount: 100, ...more })).id
      }
      await create("joao", joao.id, { amount: 4990 })
      await create("firm", firm.id, { amount: 104_990 })
      await create("bread", plain.id, { description: "Pão de açúcar nº 4242, com café" })
      await create("order", plain.id, { metadata: { order: "Pedido-0042 A", channel: " LOJA Física " } })
      ids.card = (await payWith(shop, CARDS.approved, { customer: plain.id, amount: 7000 })).id
    })

    const last4 = CARDS.approved.slice(-4)
    const cases: [query: string, names: string[]][] = [
      ["joao.avila@example.com", ["joao"]],
      ["JOAO.AVILA@EXAMPLE.COM", ["joao"]],
      ["joao.av", ["joao"]],
      ["avila@example.com", []],
      ["joão", ["joao"]],
      ["JOAO", ["joao"]],
      ["av", ["joao"]],
      ["ávi", ["joao"]],
      ["vila", []],
      ["conceicao", ["joao"]],
      ["BRAND", ["joao"]],
      ["brandao joao", ["joao"]],
      ["joao d avi", ["joao"]],
      ["joao silva", []],
      ["lodz", ["firm"]],
      ["Łódź comercio", ["firm"]],
      ["52998224725", ["joao"]],
      ["529.982.247-25", ["joao"]],
      ["5299822472", []],
      ["11222333000181", ["firm"]],
      ["11.222.333/0001-81", ["firm"]],
      ["49,90", ["joao"]],
      ["49.90", ["joao"]],
      ["R$ 49,90", ["joao"]],
      ["1.049,90", ["firm"]],
      ["1049.90", ["firm"]],
      ["4990", []],
      ["49,9", []],
      ["70,00", ["card"]],
      ["7000", []],
      ["pao", ["bread"]],
      ["PÃO açu", ["bread"]],
      ["cafe", ["bread"]],
      ["ucar", []],
      ["pedido-0042 a", ["order"]],
      ["PEDIDO-0042 Á", ["order"]],
      ["pedido-0042", []],
      ["loja fisica", ["order"]],
      ["loja", []],
      ["order", []],
      ["no", ["bread"]],
      ["zz", []],
    ]
    for (const [query, names] of cases)
      it(`'${query}' finds ${names.join(" and ") || "nothing"}`, async () => {
        expect(await found(query)).to.deep.equal(names.map((name) => ids[name]))
      })

    it("an id finds its payment, and the end of a card, an e-mail and a word are found together", async () => {
      expect(await found(ids.card!)).to.deep.equal([ids.card])
      expect(await found(` ${ids.card} `)).to.deep.equal([ids.card])
      expect(await found(ids.card!.slice(0, -1))).to.deep.equal([])
      const expected = last4 === "4242" ? [ids.card, ids.bread, ids.firm] : [ids.bread, ids.firm]
      expect(await found("4242")).to.deep.equal(expected)
      expect(await found(last4)).to.include(ids.card)
    })

    it("without the right to read customers, nothing is found by their data", async () => {
      for (const query of ["joao", "joao.avila@example.com", "52998224725", "11.222.333/0001-81", "lodz"])
        expect(await found(query, { readsCustomers: false }), query).to.deep.equal([])
      expect(await found("4242", { readsCustomers: false })).to.not.include(ids.firm)
      expect(await found("pao", { readsCustomers: false })).to.deep.equal([ids.bread])
      expect(await found("49,90", { readsCustomers: false })).to.deep.equal([ids.joao])
    })

    it("another account finds nothing of it", async () => {
      const other = await newMerchant(vintem)
      for (const [query] of cases) expect(await found(query, { account: other.account }), query).to.deep.equal([])
      expect(await found(ids.card!, { account: other.account })).to.deep.equal([])
      expect(await found(last4, { account: other.account })).to.deep.equal([])
    })

    it("has 2 to 100 characters", async () => {
      for (const query of ["", "a", " a ", "x".repeat(101)])
        expect(await found(query).then(String, ({ code, param }) => [code, param]), query).to.deep.equal([
          "parameter_invalid",
          "query",
        ])
      expect(await found("x".repeat(100))).to.deep.equal([])
      expect(await found("a b"), "words of one character alone").to.deep.equal([])
      expect(await found("--")).to.deep.equal([])
    })
  })

  it("finds by what the customer is called now, and no longer by what it was", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own, { name: "Beatriz Nogueira", email: "bia@example.com" })
    const { id } = await newIntent(own, { customer })
    const change = async (body: object) => expectStatus(await own.request("POST", `/v1/customers/${customer}`, body), 200)
    const at = { account: own.account }
    expect(await found("nogueira", at)).to.deep.equal([id])
    await change({ name: "Beatriz Prado", email: "prado@example.com" })
    for (const [query, ids] of Object.entries({ nogueira: [], "bia@": [], beatriz: [id], pra: [id], "prado@example.com": [id] }))
      expect(await found(query, at), query).to.deep.equal(ids)
    expect(await termsOf(own.account)).to.deep.equal(["name beatriz", "name prado"])
    await change({ phone: "+5511987654321" })
    expect(await termsOf(own.account)).to.deep.equal(["name beatriz", "name prado"])
    await change({ name: null })
    expect(await found("beatriz", at)).to.deep.equal([])
    expect(await termsOf(own.account)).to.deep.equal([])
  })

  it("stores no term of what looks like a card number, and none for a payment without texts", async () => {
    const own = await newMerchant(vintem)
    const { id: customer } = await newCustomer(own, { name: null })
    const card = CARDS.approved
    await newIntent(own, { customer })
    expect(await termsOf(own.account)).to.deep.equal([])
    const { id } = await newIntent(own, {
      customer,
      description: `Troca ${card} hoje`,
      metadata: { a: card, b: `cartao ${card}`, c: "fim" },
    })
    expect(await termsOf(own.account)).to.deep.equal(["description hoje", "description troca", "metadata fim"])
    const at = { account: own.account }
    expect(await found("troca", at)).to.deep.equal([id])
    expect(await found(card, at), "not by comparing either").to.deep.equal([])
  })

  it("writes what is searched for into no log", async () => {
    const lines: string[] = []
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) })
    const logged = await startVintem({}, { log })
    const browser = await signIn(logged, "log@example.com", "viewer")
    for (const path of [
      "payments?q=segredo-da-zilda",
      "payments/export.csv?q=segredo-da-zilda",
      "payments?q=segredo-da-zilda&before=pi_x",
    ])
      await browser.get(`/${logged.account}/test/${path}`)
    await logged.close()
    expect(lines.filter((line) => line.includes("/payments")).length, "lines of these requests").to.be.at.least(3)
    expect(lines.filter((line) => line.includes("zilda"))).to.deep.equal([])
  })

  if (kind === "postgres") {
    it("has the terms of customers that are created together, in one statement", async () => {
      const own = await newMerchant(vintem)
      const names = Array.from({ length: 8 }, (_, i) => `Nome${i} Comum`)
      await Promise.all(names.map((name) => newCustomer(own, { name })))
      expect(await termsOf(own.account)).to.deep.equal([
        ...names.map(() => "name comum"),
        ...names.map((_, i) => `name nome${i}`),
      ])
    })
  }
})
