import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("Products", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const create = async (body: object = {}): Promise<Json> =>
    expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro", ...body }), 201)
  const update = async (id: string, body: object): Promise<Json> =>
    expectStatus(await merchant.request("POST", `/v1/products/${id}`, body), 200)
  const retrieve = async (id: string): Promise<Json> => expectStatus(await merchant.request("GET", `/v1/products/${id}`), 200)
  const setPrice = (id: string, amount: number, currency = "brl") =>
    merchant.request("POST", `/v1/products/${id}/price`, { amount, currency })

  it("are created with a name alone: active and not recurring", async () => {
    const product = await create()
    expect(product).to.include({ object: "product", livemode: false, name: "Livro", status: "ACTIVE" })
    expect(product).to.include({ description: null, recurring: false })
    expect(await retrieve(product.id)).to.deep.equal(product)
    expect(await create({ status: "INACTIVE", description: "Capa dura" })).to.include({
      status: "INACTIVE",
      description: "Capa dura",
    })
  })

  it("change only in the members that an update names", async () => {
    const product = await create({ description: "Capa dura" })
    const changes: [object, object][] = [
      [{ status: "INACTIVE" }, { status: "INACTIVE" }],
      [{ name: "Livro novo" }, { name: "Livro novo" }],
      [{ description: "Brochura" }, { description: "Brochura" }],
      [{}, {}],
      [{ description: null }, { description: null }],
      [{ status: "ACTIVE" }, { status: "ACTIVE" }],
    ]
    let expected = product
    for (const [body, change] of changes) {
      expected = { ...expected, ...change }
      expect(await update(product.id, body)).to.deep.equal(expected)
      expect(await retrieve(product.id)).to.deep.equal(expected)
    }
  })

  it("are listed newest first, optionally by status", async () => {
    const first = await create()
    const second = await create({ status: "INACTIVE" })
    const third = await create()
    const list = async (query: string) =>
      expectStatus(await merchant.request("GET", `/v1/products${query}`), 200).data.map(({ id }: Json) => id)
    expect(await list("")).to.deep.equal([third.id, second.id, first.id])
    expect(await list("?status=ACTIVE")).to.deep.equal([third.id, first.id])
    expect(await list("?status=INACTIVE")).to.deep.equal([second.id])
  })

  it("have no price until one is set, then the newest one", async () => {
    const { id } = await create()
    const other = await create()
    const price = () => merchant.request("GET", `/v1/products/${id}/price`)
    expect((await price()).body.error.code).to.equal("product_price_not_found")
    expectStatus(await setPrice(id, 1500), 201)
    const last = expectStatus(await setPrice(id, 900, "usd"), 201)
    expectStatus(await setPrice(other.id, 7700), 201)
    expect(last).to.include({ object: "product_price", product: id, amount: 900, currency: "usd" })
    expect(expectStatus(await price(), 200)).to.deep.equal(last)
  })

  it("reject a price in an unknown currency", async () => {
    const { id } = await create()
    const { status, body } = await setPrice(id, 100, "zzz")
    expect([status, body.error.code, body.error.param]).to.deep.equal([400, "parameter_invalid", "currency"])
    expect((await merchant.request("GET", `/v1/products/${id}/price`)).status).to.equal(404)
  })

  it("of another account are not found and do not change", async () => {
    const product = await create()
    expectStatus(await setPrice(product.id, 1500), 201)
    const other = await newMerchant(vintem)
    const path = `/v1/products/${product.id}`
    const responses = [
      await other.request("GET", path),
      await other.request("POST", path, { name: "Outro" }),
      await other.request("GET", `${path}/price`),
      await other.request("POST", `${path}/price`, { amount: 1, currency: "brl" }),
    ]
    for (const { status, body } of responses) expect([status, body.error.code]).to.deep.equal([404, "product_not_found"])
    expect(expectStatus(await other.request("GET", "/v1/products"), 200).data).to.deep.equal([])
    expect(await retrieve(product.id)).to.deep.equal(product)
    expect(expectStatus(await merchant.request("GET", `${path}/price`), 200).amount).to.equal(1500)
  })
})
