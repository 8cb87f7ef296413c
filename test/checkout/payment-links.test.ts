import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { newPlan } from "../support/merchants/subscriptions.ts"

const OLDER = { headers: { "service-version": "2026-04-27" } }

describe("A payment link", () => {
  let vintem: Running
  let merchant: Merchant
  let product: string
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    product = await newProduct()
  })
  after(() => vintem.close())

  async function newProduct(price: { amount: number; currency: string } | null = { amount: 4990, currency: "brl" }) {
    const { id } = expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro" }), 201)
    if (price) expectStatus(await merchant.request("POST", `/v1/products/${id}/price`, price), 201)
    return id as string
  }
  const create = (body: object = {}) => merchant.request("POST", "/v1/payment_links", { product, ...body })
  const created = async (body: object = {}): Promise<Json> => expectStatus(await create(body), 201)
  const update = (id: string, body: object) => merchant.request("POST", `/v1/payment_links/${id}`, body)
  const refused = async (body: object) => {
    const { code, param } = expectStatus(await create(body), 400).error
    return `${code} ${param}`
  }

  it("takes all that the price of its product takes, any number of times and without an end", async () => {
    const link = await created()
    expect(link).to.include({ object: "payment_link", livemode: false, active: true, product, payments: 0 })
    expect(link.payment_method_types).to.deep.equal(["card", "pix", "boleto"])
    expect(link.url).to.match(/^http.*\/pay\/buy\/[0-9A-Za-z_-]{47}$/)
    for (const name of ["max_installments", "max_payments", "expires_at", "after_payment_url"])
      expect(link[name], name).to.equal(null)
    expect(expectStatus(await merchant.request("GET", `/v1/payment_links/${link.id}`), 200)).to.deep.equal(link)
  })

  it("keeps what the merchant chose", async () => {
    const chosen = { payment_method_types: ["card"], max_installments: 3, max_payments: 50, metadata: { shelf: "7" } }
    const more = { after_payment_url: "https://shop.example/thanks?from=link" }
    const expires_at = Math.floor(Date.now() / 1000) + 86_400
    expect(await created({ ...chosen, ...more, expires_at })).to.deep.include({ ...chosen, ...more, expires_at })
  })

  it("takes only cards where no other method can pay", async () => {
    product = await newProduct({ amount: 900, currency: "usd" })
    expect((await created()).payment_method_types).to.deep.equal(["card"])
    expect(await refused({ payment_method_types: ["card", "pix"] })).to.equal("parameter_invalid payment_method_types")
    product = await newProduct()
    await newPlan(vintem, merchant, product, { trialDays: 7 })
    expect((await created()).payment_method_types).to.deep.equal(["card"])
  })

  it("is refused for a product that cannot be sold, and for what can't be", async () => {
    const unpriced = await newProduct(null)
    expect(await refused({ product: unpriced })).to.equal("parameter_invalid product")
    const past = Math.floor(Date.now() / 1000) - 60
    expect(await refused({ expires_at: past })).to.equal("parameter_invalid expires_at")
    expect(await refused({ expires_at: past + 6 * 366 * 86_400 })).to.equal("parameter_invalid expires_at")
    expect(await refused({ payment_method_types: ["pix"], max_installments: 2 })).to.equal("parameter_invalid max_installments")
    for (const body of [{ max_installments: 13 }, { max_payments: 0 }, { after_payment_url: "http://shop.example" }])
      expect(await refused(body)).to.equal(`parameter_invalid ${Object.keys(body)[0]}`)
    expectStatus(await merchant.request("POST", `/v1/products/${product}`, { status: "INACTIVE" }), 200)
    expect(await refused({})).to.equal("parameter_invalid product")
    expect(expectStatus(await create({ product: "prd_unknown" }), 404).error.code).to.equal("product_not_found")
  })

  it("is closed and opened again, and its metadata is merged", async () => {
    const link = await created({ metadata: { shelf: "7", shop: "Centro" } })
    const closed = expectStatus(await update(link.id, { active: false, metadata: { shelf: null } }), 200)
    expect(closed).to.deep.equal({ ...link, active: false, metadata: { shop: "Centro" } })
    expect(expectStatus(await update(link.id, {}), 200)).to.deep.equal(closed)
    expect(expectStatus(await update(link.id, { active: true }), 200)).to.deep.equal({ ...closed, active: true })
    expect(expectStatus(await update("plink_unknown", {}), 404).error.code).to.equal("payment_link_not_found")
  })

  it("is listed newest first, optionally by whether it is active", async () => {
    const ids = [(await created()).id, (await created()).id, (await created()).id]
    await update(ids[1], { active: false })
    const list = async (query: string) =>
      expectStatus(await merchant.request("GET", `/v1/payment_links${query}`), 200).data.map(({ id }: Json) => id)
    expect(await list("")).to.deep.equal([ids[2], ids[1], ids[0]])
    expect(await list("?active=true")).to.deep.equal([ids[2], ids[0]])
    expect(await list("?active=false")).to.deep.equal([ids[1]])
    expect(await list(`?limit=1&starting_after=${ids[2]}`)).to.deep.equal([ids[1]])
  })

  it("is one of at most 1,000 active ones of its account and mode", async () => {
    const { id } = await created()
    const copies = sql<void>(
      `INSERT INTO payment_links (id, account, created, product, payment_method_types, active, metadata)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 999)
       SELECT id || n, account, created, product, payment_method_types, active, metadata FROM payment_links CROSS JOIN numbers WHERE id = '${id}'`,
    )
    await vintem.server.modes.test.database.transaction((tx) => tx.run(copies, {}))
    expect(expectStatus(await create(), 400).error.code).to.equal("limit_reached")
    await update(id, { active: false })
    const other = await created()
    expect(expectStatus(await update(id, { active: true }), 400).error.code).to.equal("limit_reached")
    await update(other.id, { active: false })
    expect(expectStatus(await update(id, { active: true }), 200).active).to.equal(true)
  })

  it("counts among them until its time is over", async () => {
    const { id } = await created()
    const copies = sql<void>(
      `INSERT INTO payment_links (id, account, created, product, payment_method_types, active, metadata, expires_at)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
       SELECT id || n, account, created, product, payment_method_types, active, metadata, created + 60 FROM payment_links CROSS JOIN numbers WHERE id = '${id}'`,
    )
    await vintem.server.modes.test.database.transaction((tx) => tx.run(copies, {}))
    expect(expectStatus(await create(), 400).error.code).to.equal("limit_reached")
    expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 120 }), 200)
    await created()
  })

  it("is closed when its time is over, in lists too, and cannot be opened again", async () => {
    const { now } = (await merchant.request("GET", "/v1/test_helpers/clock")).body
    const [ends, stays] = [await created({ expires_at: now + 3600 }), await created({ expires_at: now + 7200 })]
    const advance = { to: ends.expires_at }
    expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", advance), 200)
    const list = async (active: boolean) =>
      expectStatus(await merchant.request("GET", `/v1/payment_links?active=${active}`), 200).data.map(({ id }: Json) => id)
    expect([await list(true), await list(false)]).to.deep.equal([[stays.id], [ends.id]])
    const over = expectStatus(await merchant.request("GET", `/v1/payment_links/${ends.id}`), 200)
    expect(over).to.deep.equal({ ...ends, active: false })
    const refused = expectStatus(await update(ends.id, { active: true }), 400).error
    expect(refused).to.include({ code: "parameter_invalid", param: "active" })
    expect(expectStatus(await update(ends.id, { metadata: { shelf: "7" } }), 200).metadata).to.deep.equal({ shelf: "7" })
  })

  it("is shown as closed from its end on, also before a worker has closed it", async () => {
    const { now } = (await merchant.request("GET", "/v1/test_helpers/clock")).body
    const { id } = await created({ expires_at: now + 3600 })
    const end = sql<void>(`UPDATE payment_links SET expires_at = ${now - 1} WHERE id = '${id}'`)
    await vintem.server.modes.test.database.transaction((tx) => tx.run(end, {}))
    expect(expectStatus(await merchant.request("GET", `/v1/payment_links/${id}`), 200).active).to.equal(false)
    expect(expectStatus(await update(id, { active: true }), 400).error.param).to.equal("active")
  })

  it("is unknown to older versions and to other accounts", async () => {
    const { id } = await created()
    const get = (by: Merchant, more = {}) => by.request("GET", `/v1/payment_links/${id}`, undefined, more)
    expect(expectStatus(await get(merchant, OLDER), 404).error.code).to.equal("route_not_found")
    expect(expectStatus(await get(await newMerchant(vintem)), 404).error.code).to.equal("payment_link_not_found")
  })
})
