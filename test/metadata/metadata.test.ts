import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, ONLY_OUTCOMES, payOne } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIdempotencyKey } from "../support/merchants/payments.ts"
import { saveNewCard } from "../support/merchants/subscriptions.ts"

type Resource = { path: string; body: () => Promise<object>; updatable: boolean }

describe("Metadata", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const RESOURCES: Record<string, Resource> = {
    customer: { path: "/v1/customers", body: async () => ({ email: "ana@example.com" }), updatable: true },
    product: { path: "/v1/products", body: async () => ({ name: "Café" }), updatable: true },
    "payment intent": {
      path: "/v1/payment_intents",
      body: async () => ({ amount: 4990, currency: "brl", customer: (await newCustomer(merchant)).id }),
      updatable: false,
    },
    refund: { path: "/v1/refunds", body: async () => ({ payment_intent: (await payOne(merchant)).id }), updatable: false },
  }
  const create = async ({ path, body }: Resource, more: object = {}) =>
    merchant.request("POST", path, { ...(await body()), ...more })
  const refusalOf = ({ status, body }: Json) => `${status} ${body.error?.code} ${body.error?.param}`
  const many = (count: number, value: string | null = "x") =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, value]))
  const newOne = async (metadata: object): Promise<Json> => expectStatus(await create(RESOURCES.customer!, { metadata }), 201)
  const update = (id: string, metadata: unknown) => merchant.request("POST", `/v1/customers/${id}`, { metadata })
  /** Sends a body that JSON.stringify would not write, such as one with the member `__proto__`. */
  const createRaw = (metadata: string) =>
    merchant.request("POST", "/v1/customers", undefined, {
      raw: `{"email": "ana@example.com", "metadata": ${metadata}}`,
      headers: { "content-type": "application/json" },
    })

  for (const [name, resource] of Object.entries(RESOURCES)) {
    it(`of a ${name} is kept as sent, also in lists, and is {} where there is none`, async () => {
      const metadata = { order: "1042", "Nota fiscal": "é 😀" }
      const made = expectStatus(await create(resource, { metadata }), 201)
      expect(made.metadata).to.deep.equal(metadata)
      const retrieved = expectStatus(await merchant.request("GET", `${resource.path}/${made.id}`), 200)
      expect(retrieved.metadata).to.deep.equal(metadata)
      for (const none of [{}, { metadata: null }, { metadata: {} }, { metadata: { order: null } }]) {
        expect(expectStatus(await create(resource, none), 201).metadata).to.deep.equal({})
      }
      const { data } = expectStatus(await merchant.request("GET", `${resource.path}?limit=5`), 200)
      expect(data.map((item: Json) => item.metadata)).to.deep.equal([{}, {}, {}, {}, metadata])
    })
  }

  for (const [name, resource] of Object.entries(RESOURCES).filter(([, { updatable }]) => updatable)) {
    it(`of a ${name} is merged by an update, and null removes`, async () => {
      const { id } = expectStatus(await create(resource, { metadata: { order: "1042", color: "red" } }), 201)
      const change = async (body: object) =>
        expectStatus(await merchant.request("POST", `${resource.path}/${id}`, body), 200).metadata
      expect(await change({ metadata: { color: "blue", size: "M" } })).to.deep.equal({ order: "1042", color: "blue", size: "M" })
      expect(await change({ metadata: { order: null, nothing: null } })).to.deep.equal({ color: "blue", size: "M" })
      expect(await change({ metadata: {} })).to.deep.equal({ color: "blue", size: "M" })
      expect(await change({})).to.deep.equal({ color: "blue", size: "M" })
      expect(await change({ metadata: null })).to.deep.equal({})
    })
  }

  it("of a saved card is merged by an update, also once the card is detached, and is in lists", async () => {
    const customer = (await newCustomer(merchant)).id
    const id = await saveNewCard(merchant, customer)
    const change = async (metadata: object | null) =>
      expectStatus(await merchant.request("POST", `/v1/payment_methods/${id}`, { metadata }), 200)
    const before = expectStatus(await merchant.request("GET", `/v1/payment_methods/${id}`), 200)
    expect(before.metadata).to.deep.equal({})
    expect(await change({ wallet: "main", color: "red" })).to.deep.equal({
      ...before,
      metadata: { wallet: "main", color: "red" },
    })
    const { data } = expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200)
    expect(data[0].metadata).to.deep.equal({ wallet: "main", color: "red" })
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${id}/detach`), 200)
    expect((await change({ color: null })).metadata).to.deep.equal({ wallet: "main" })
    expect((await change(null)).metadata).to.deep.equal({})
    const unknown = await merchant.request("POST", "/v1/payment_methods/pm_unknown", { metadata: {} })
    expect(refusalOf(unknown)).to.equal("404 payment_method_not_found undefined")
  })

  it("of a payment intent is in its events", async () => {
    const other = await newMerchant(vintem)
    await payOne(other, undefined, { metadata: { order: "1042" } })
    const { data } = expectStatus(await other.request("GET", "/v1/events", undefined, ONLY_OUTCOMES), 200)
    expect(data.map((event: Json) => event.data.object.metadata)).to.deep.equal([{ order: "1042" }])
  })

  it("has at most 50 members, counted after the merge", async () => {
    const { id, metadata } = await newOne(many(50))
    expect(Object.keys(metadata)).to.have.lengthOf(50)
    expect(refusalOf(await create(RESOURCES.customer!, { metadata: many(51) }))).to.equal("400 parameter_invalid metadata")
    expect(refusalOf(await update(id, { one_more: "x" }))).to.equal("400 parameter_invalid metadata")
    expect(expectStatus(await update(id, { "name 0": "changed" }), 200).metadata["name 0"]).to.equal("changed")
    const replaced = expectStatus(await update(id, { ...many(50, null), one_more: "x" }), 200)
    expect(replaced.metadata).to.deep.equal({ one_more: "x" })
  })

  it("has names of 1 to 40 and values of 1 to 500 code points", async () => {
    const longest = { ["😀".repeat(40)]: "😀".repeat(500) }
    expect((await newOne(longest)).metadata).to.deep.equal(longest)
    expect(refusalOf(await create(RESOURCES.customer!, { metadata: { order: "😀".repeat(501) } }))).to.equal(
      "400 parameter_invalid metadata.order",
    )
    for (const name of ["😀".repeat(41), ""]) {
      expect(refusalOf(await create(RESOURCES.customer!, { metadata: { [name]: "x" } }))).to.equal(
        "400 parameter_invalid metadata",
      )
    }
  })

  it("has values that are strings, and nothing else", async () => {
    for (const order of [5, true, "", ["x"], { number: "1042" }]) {
      const response = await create(RESOURCES.customer!, { metadata: { order } })
      expect(refusalOf(response), JSON.stringify(order)).to.equal("400 parameter_invalid metadata.order")
    }
    for (const metadata of ["x", 5, true, ["x"]]) {
      const response = await create(RESOURCES.customer!, { metadata })
      expect(refusalOf(response), JSON.stringify(metadata)).to.equal("400 parameter_invalid metadata")
    }
    for (const metadata of ['{"order": "a\\u0000b"}', '{"a\\u0000b": "x"}', '{"order": "\\ud83d"}']) {
      expect(refusalOf(await createRaw(metadata)), metadata).to.equal("400 parameter_invalid undefined")
    }
  })

  it("takes any name, and tells upper from lower case", async () => {
    const text = '{"__proto__":"a","constructor":"b","toString":"c","Order":"d","order":"e","a.b/c~d":"f"}'
    const made = expectStatus(await createRaw(text), 201)
    const retrieved = await merchant.request("GET", `/v1/customers/${made.id}`)
    expect(retrieved.text).to.contain(`"metadata":${text}`)
    const updated = await update(made.id, { Order: null })
    expect(updated.text).to.contain(`"metadata":${text.replace('"Order":"d",', "")}`)
  })

  it("loses no member when two updates come at once", async () => {
    const { id } = await newOne({})
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`)
    await Promise.all(names.map(async (name) => expectStatus(await update(id, { [name]: "x" }), 200)))
    const { metadata } = expectStatus(await merchant.request("GET", `/v1/customers/${id}`), 200)
    expect(Object.keys(metadata)).to.have.members(names)
  })

  it("counts for an idempotency key, and a replay shows it as it was", async () => {
    const idempotencyKey = newIdempotencyKey()
    const send = (metadata: object) =>
      merchant.request("POST", "/v1/customers", { email: "ana@example.com", metadata }, { idempotencyKey })
    const made = expectStatus(await send({ a: "1", b: "2" }), 201)
    expectStatus(await update(made.id, { a: null }), 200)
    const replay = await send({ b: "2", a: "1" })
    expect([replay.headers["idempotent-replayed"], replay.body]).to.deep.equal(["true", made])
    expect(expectStatus(await send({ a: "1" }), 422).error.code).to.equal("idempotency_key_in_use")
  })
})
