import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import {
  CARDS,
  cardBody,
  expectStatus,
  newCustomer,
  newIdempotencyKey,
  newIntent,
  newToken,
} from "../support/merchants/payments.ts"

describe("Idempotency", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  const replayed = ({ headers }: { headers: Record<string, string> }) => headers["idempotent-replayed"]

  it("a repeated request runs once and returns the same response, with its own Request-Id", async () => {
    const idempotencyKey = newIdempotencyKey()
    const send = (body: object, key = idempotencyKey) => vintem.request("POST", "/v1/customers", body, { idempotencyKey: key })
    const first = await send({ email: "a@example.com", name: "Ana" })
    const second = await send({ name: "Ana", email: "a@example.com" }) // the order of members does not matter
    const upperCase = await send({ email: "a@example.com", name: "Ana" }, idempotencyKey.toUpperCase())
    expectStatus(first, 201)
    expect(replayed(first)).to.equal(undefined)
    for (const again of [second, upperCase]) {
      expect([again.status, again.text, replayed(again)]).to.deep.equal([201, first.text, "true"])
      expect(again.headers["request-id"]).not.to.equal(first.headers["request-id"])
      expect(again.headers).not.to.have.property("service-should-retry")
    }
  })

  it("another body, path or method under the same key is 422", async () => {
    const { id } = await newCustomer(vintem)
    const idempotencyKey = newIdempotencyKey()
    expectStatus(await vintem.request("POST", `/v1/customers/${id}`, { name: "A" }, { idempotencyKey }), 200)
    const others = [
      await vintem.request("POST", `/v1/customers/${id}`, { name: "B" }, { idempotencyKey }),
      await vintem.request("POST", "/v1/customers", { email: "a@example.com" }, { idempotencyKey }),
      await vintem.request("DELETE", "/merchant-origins?origin=https://x.example", undefined, { idempotencyKey }),
    ]
    for (const response of others) {
      expect(expectStatus(response, 422).error).to.include({ type: "idempotency_error", code: "idempotency_key_in_use" })
      expect(response.headers["service-should-retry"]).to.equal("false")
      expect(replayed(response)).to.equal(undefined)
    }
  })

  it("another query under the same key is 422, and the second origin is not removed", async () => {
    const [first, second] = ["https://primeira.example", "https://segunda.example"]
    for (const origin of [first, second]) expectStatus(await vintem.request("POST", "/merchant-origins", { origin }), 201)
    const idempotencyKey = newIdempotencyKey()
    const remove = (origin: string) =>
      vintem.request("DELETE", `/merchant-origins?origin=${origin}`, undefined, { idempotencyKey })
    expect(expectStatus(await remove(first), 200).origin).to.equal(first)
    expect(expectStatus(await remove(second), 422).error.code).to.equal("idempotency_key_in_use")
    const { data } = expectStatus(await vintem.request("GET", "/merchant-origins"), 200)
    const left = data.map(({ origin }: Json) => origin)
    expect(left).to.include(second).and.not.to.include(first)
  })

  it("the order of members does not matter at any depth, but the order of an array does", async () => {
    const { id: customer } = await newCustomer(vintem)
    const idempotencyKey = newIdempotencyKey()
    const utm = { utm_source: "instagram", sck: "story-3", src: "affiliate-77" }
    const body = { amount: 5, currency: "brl", customer, payment_method_types: ["card", "pix"], utm }
    const create = (body: object) => vintem.request("POST", "/v1/payment_intents", body, { idempotencyKey })
    const first = await create(body)
    const reordered = Object.fromEntries(
      Object.entries({ ...body, utm: Object.fromEntries(Object.entries(utm).reverse()) }).reverse(),
    )
    const second = await create(reordered)
    expect([second.status, second.text, replayed(second)]).to.deep.equal([201, first.text, "true"])
    expectStatus(await create({ ...body, payment_method_types: ["pix", "card"] }), 422)
    expectStatus(await create({ ...body, utm: { ...utm, sck: "story-4" } }), 422)
  })

  it("a key belongs to one account and one mode", async () => {
    const idempotencyKey = newIdempotencyKey()
    const other = await vintem.newKey({ account: await vintem.newAccount() })
    const live = await vintem.newKey({ mode: "live" })
    const sameAccount = await vintem.newKey()
    const body = { email: "a@example.com" }
    const first = await vintem.request("POST", "/v1/customers", body, { idempotencyKey })
    for (const { key } of [other, live]) {
      const response = await vintem.request("POST", "/v1/customers", body, { idempotencyKey, key })
      expect(expectStatus(response, 201).id).not.to.equal(first.body.id)
      const again = await vintem.request("POST", "/v1/customers", body, { idempotencyKey, key })
      expect([again.text, replayed(again)]).to.deep.equal([response.text, "true"])
    }
    const same = await vintem.request("POST", "/v1/customers", body, { idempotencyKey, key: sameAccount.key })
    expect(same.text).to.equal(first.text)
  })

  it("a replay needs the same permission as the request", async () => {
    const idempotencyKey = newIdempotencyKey()
    const body = { email: "a@example.com" }
    expectStatus(await vintem.request("POST", "/v1/customers", body, { idempotencyKey }), 201)
    const { key } = await vintem.newKey({ kind: "restricted", scopes: ["customers:read"] })
    expectStatus(await vintem.request("POST", "/v1/customers", body, { idempotencyKey, key }), 403)
  })

  it("a key must be a UUIDv4", async () => {
    for (const idempotencyKey of [
      "1",
      "order-17",
      "00000000-0000-1000-8000-000000000000",
      "6f1e5a3c-8d2b-4c47-1f0e-9a1b2c3d4e5f",
      "6f1e5a3c-8d2b-4c47-cf0e-9a1b2c3d4e5f",
      "6f1e5a3c-8d2b-7c47-8f0e-9a1b2c3d4e5f",
      "6f1e5a3c-8d2b-4c47-8f0e-9a1b2c3d4e5",
      "6f1e5a3c-8d2b-4c47-8f0e-9a1b2c3d4e5fa",
      "a6f1e5a3c-8d2b-4c47-8f0e-9a1b2c3d4e5f",
      "6f1e5a3c8d2b4c478f0e9a1b2c3d4e5f",
      "6f1e5a3c-8d2b-4c47-8f0e-9a1b2c3d4e5g",
    ]) {
      const response = await vintem.request("POST", "/v1/customers", { email: "a@example.com" }, { idempotencyKey })
      expect([idempotencyKey, response.status, response.body.error?.code]).to.deep.equal([
        idempotencyKey,
        400,
        "parameter_invalid",
      ])
      expect(response.body.error.param).to.equal("Idempotency-Key")
    }
    for (const variant of ["8", "9", "a", "B"])
      expectStatus(
        await vintem.request(
          "POST",
          "/v1/customers",
          { email: "a@example.com" },
          { idempotencyKey: newIdempotencyKey().replace(/^(.{19})./, `$1${variant}`) },
        ),
        201,
      )
  })

  it("GET ignores the key", async () => {
    const idempotencyKey = newIdempotencyKey()
    const list = (key: string) => vintem.request("GET", "/v1/customers?limit=1", undefined, { idempotencyKey: key })
    expectStatus(await list("order-17"), 200)
    const before = await list(idempotencyKey)
    const { id } = await newCustomer(vintem)
    const after = await list(idempotencyKey)
    expect([after.body.data[0].id, replayed(after)]).to.deep.equal([id, undefined])
    expect(after.text).not.to.equal(before.text)
    const body = { email: "a@example.com" }
    expectStatus(await vintem.request("POST", "/v1/customers", body, { idempotencyKey }), 201)
  })

  it("DELETE uses the key", async () => {
    const origin = "https://uma.example"
    expectStatus(await vintem.request("POST", "/merchant-origins", { origin }), 201)
    const idempotencyKey = newIdempotencyKey()
    const remove = () => vintem.request("DELETE", `/merchant-origins?origin=${origin}`, undefined, { idempotencyKey })
    const first = await remove()
    expectStatus(first, 200)
    const second = await remove()
    expect([second.status, second.text, replayed(second)]).to.deep.equal([200, first.text, "true"])
  })

  it("an operation's refusal is saved, an invalid parameter's is not", async () => {
    const idempotencyKey = newIdempotencyKey()
    const create = (body: object) => vintem.request("POST", "/v1/payment_intents", body, { idempotencyKey })
    expectStatus(await create({ amount: 0, currency: "brl", customer: "cus_x" }), 400)
    const refused = await create({ amount: 5, currency: "brl", customer: "cus_x" })
    expect(expectStatus(refused, 404).error.code).to.equal("customer_not_found")
    const again = await create({ amount: 5, currency: "brl", customer: "cus_x" })
    expect(expectStatus(again, 404).error.code).to.equal("customer_not_found")
    expect(replayed(again)).to.equal("true")
    expect(again.headers["service-should-retry"]).to.equal("false")
    expect(again.body.error.request_id).to.equal(again.headers["request-id"])
    expect(again.headers["request-id"]).not.to.equal(refused.headers["request-id"])
  })

  it("a parameter that the operation itself refuses does not use up the key", async () => {
    const idempotencyKey = newIdempotencyKey()
    const { id: customer } = await newCustomer(vintem)
    const create = (currency: string) =>
      vintem.request(
        "POST",
        "/v1/payment_intents",
        { amount: 5, currency, customer, payment_method_types: ["pix"] },
        { idempotencyKey },
      )
    expect(expectStatus(await create("usd"), 400).error.param).to.equal("currency")
    expectStatus(await create("brl"), 201)
  })

  it("a 402 is saved", async () => {
    const idempotencyKey = newIdempotencyKey()
    const tokenize = () => vintem.request("POST", "/v1/tokens", cardBody(CARDS.approved, { expYear: 2020 }), { idempotencyKey })
    expect(expectStatus(await tokenize(), 402).error).to.include({ type: "card_error", code: "expired_card" })
    expect(replayed(await tokenize())).to.equal("true")
  })

  it("the 200 for a refused card is saved", async () => {
    const { id } = await newIntent(vintem)
    const token = await newToken(vintem, CARDS.declined)
    const idempotencyKey = newIdempotencyKey()
    const confirm = () =>
      vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id }, { idempotencyKey })
    const first = await confirm()
    expect(expectStatus(first, 200)).to.include({ status: "canceled" })
    const second = await confirm()
    expect([second.status, second.text, replayed(second)]).to.deep.equal([200, first.text, "true"])
  })

  it("an unreachable acquirer leaves the key, the token and the payment intent unchanged", async () => {
    const intent = await newIntent(vintem)
    const token = await newToken(vintem, CARDS.unreachable)
    const idempotencyKey = newIdempotencyKey()
    for (let i = 0; i < 2; i++) {
      const response = await vintem.request(
        "POST",
        `/v1/payment_intents/${intent.id}/confirm`,
        { payment_method: token.id },
        { idempotencyKey },
      )
      expect(expectStatus(response, 503).error).to.include({ type: "api_error", code: "processing_error" })
      expect(response.headers["service-should-retry"]).to.equal("true")
      expect(replayed(response)).to.equal(undefined)
    }
    const after = (await vintem.request("GET", `/v1/payment_intents/${intent.id}`)).body
    expect(after).to.deep.equal(intent)
    const good = await newToken(vintem)
    const response = await vintem.request(
      "POST",
      `/v1/payment_intents/${intent.id}/confirm`,
      { payment_method: good.id },
      { idempotencyKey },
    )
    expect(expectStatus(response, 200).status).to.equal("succeeded")
  })

  it("another CVC under the same key is another request", async () => {
    const idempotencyKey = newIdempotencyKey()
    const tokenize = (cvc: string) => vintem.request("POST", "/v1/tokens", cardBody(CARDS.approved, { cvc }), { idempotencyKey })
    const first = await tokenize("123")
    expectStatus(first, 201)
    expect((await tokenize("123")).text).to.equal(first.text)
    expect(expectStatus(await tokenize("124"), 422).error.code).to.equal("idempotency_key_in_use")
    expectStatus(await vintem.request("POST", "/v1/tokens", cardBody(CARDS.declined, { cvc: "123" }), { idempotencyKey }), 422)
  })

  it("once the token is used, Vintém can no longer tell CVCs apart", async () => {
    const idempotencyKey = newIdempotencyKey()
    const tokenize = (cvc: string) => vintem.request("POST", "/v1/tokens", cardBody(CARDS.approved, { cvc }), { idempotencyKey })
    const first = await tokenize("123")
    const { id } = await newIntent(vintem)
    const confirmed = await vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: first.body.id })
    expect(expectStatus(confirmed, 200).status).to.equal("succeeded")
    const second = await tokenize("124")
    expect([second.status, second.body.id, replayed(second)]).to.deep.equal([201, first.body.id, "true"])
  })

  it("a request refused before the operation does not use up its key", async () => {
    const idempotencyKey = newIdempotencyKey()
    const reader = await vintem.newKey({ kind: "restricted", scopes: ["customers:read"] })
    const body = { email: "a@example.com" }
    expectStatus(await vintem.request("POST", "/v1/customers", body, { idempotencyKey, key: null }), 401)
    expectStatus(await vintem.request("POST", "/v1/customers", body, { idempotencyKey, key: reader.key }), 403)
    expectStatus(
      await vintem.request("POST", "/v1/customers", body, { idempotencyKey, headers: { "service-version": "x" } }),
      400,
    )
    const response = await vintem.request("POST", "/v1/customers", { email: "b@example.com" }, { idempotencyKey })
    expect(replayed(response)).to.equal(undefined)
    expectStatus(response, 201)
  })
})
