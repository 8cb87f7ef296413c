import { expect } from "chai"
import { listRequests } from "../../src/requests/store.ts"
import type { Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { keyedOperations } from "../support/contract/examples.ts"
import { allRecorded, recordedOf } from "../support/databases/requests.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import {
  CARDS,
  cardBody,
  expectStatus,
  newCustomer,
  newIdempotencyKey,
  newIntent,
  newToken,
} from "../support/merchants/payments.ts"

const CANARY = "CANARIO-7391"
const NUMBER = "4916338506082832"

describe("The log of requests", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const recorded = (response: Response) => recordedOf(vintem, response)

  it("has who sent a request, what it did and how long it took", async () => {
    const customer = await newCustomer(merchant)
    const idempotencyKey = newIdempotencyKey()
    const body = { amount: 4990, currency: "brl", customer: customer.id, description: CANARY, metadata: { order: CANARY } }
    const began = Date.now()
    const response = await merchant.request("POST", "/v1/payment_intents", body, {
      idempotencyKey,
      headers: { "user-agent": "shop/1.4 (node)" },
    })
    const { id } = expectStatus(response, 201)
    const { seq: _, ms, at_ms, key, resources, ...row } = await recorded(response)
    expect(at_ms).to.be.within(began - 1000, Date.now())
    expect(ms).to.be.within(0.01, 60_000)
    expect(key).to.match(/^key_/)
    expect(resources).to.have.members([customer.id, id])
    expect(row).to.deep.equal({
      id: response.headers["request-id"],
      account: merchant.account,
      ...{ operation: "createPaymentIntent", method: "POST", route: "/v1/payment_intents", path: "/v1/payment_intents" },
      ...{ status: 201, error: null, param: null, address: "127.0.0.1", user_agent: "shop/1.4 (node)", version: "2026-12-01" },
      ...{ idempotency_key: idempotencyKey, replayed: false, resource: id, payment_intent: id },
      parameters: row.parameters,
    })
    expect(row.parameters).to.deep.equal({
      ...{ amount: 4990, currency: "brl", customer: customer.id },
      ...{ description: "[not kept]", metadata: "[not kept]" },
    })
  })

  it("has reads, with the parameters of their query", async () => {
    const customer = await newCustomer(merchant)
    const one = await recorded(await merchant.request("GET", `/v1/customers/${customer.id}`))
    expect(one).to.include({
      status: 200,
      path: `/v1/customers/${customer.id}`,
      route: "/v1/customers/{id}",
      resource: customer.id,
    })
    const list = await recorded(await merchant.request("GET", "/v1/customers?limit=3&email=ana%40example.com"))
    expect(list.parameters).to.deep.equal({ limit: 3, email: "[not kept]" })
  })

  it("has refusals, with their code and the parameter that they name", async () => {
    const intent = await newIntent(merchant)
    const token = await newToken(merchant, CARDS.expired)
    const refused = await merchant.request("POST", "/v1/payment_methods", { token: token.id, customer: intent.customer })
    expect(await recorded(refused)).to.include({ status: 402, error: "expired_card", operation: "createPaymentMethod" })
    const wrong = await merchant.request("POST", "/v1/payment_intents", {
      amount: -1,
      currency: "brl",
      customer: intent.customer,
    })
    expect(await recorded(wrong)).to.include({ status: 400, error: "parameter_invalid", param: "amount" })
    const missing = await merchant.request("GET", "/v1/customers/cus_0000000000000000000000000")
    expect(await recorded(missing)).to.include({ status: 404, error: "customer_not_found" })
    const path = await merchant.request("GET", `/v1/customer/${NUMBER}`)
    expect(await recorded(path)).to.include({
      status: 404,
      error: "route_not_found",
      route: null,
      path: "/v1/customer/…",
      account: null,
    })
    const method = await merchant.request("PUT", "/v1/customers", {})
    expect(await recorded(method)).to.include({ status: 405, error: "method_not_allowed", method: "PUT" })
  })

  it("has who was refused with a key that was revoked or expired, and nobody where no account has the key", async () => {
    const { key: expired, id } = await vintem.newKey({ account: merchant.account, expires_at: 1 })
    const late = await merchant.request("GET", "/v1/customers", undefined, { key: expired })
    expect(await recorded(late)).to.include({ status: 401, error: "api_key_expired", account: merchant.account, key: id })
    for (const key of [null, `zsk_test_${"0".repeat(32)}`]) {
      const stranger = await merchant.request("GET", "/v1/customers", undefined, { key })
      expect(await recorded(stranger)).to.include({ status: 401, account: null, key: null, path: "/v1/customers" })
    }
  })

  it("says that a saved response was returned", async () => {
    const idempotencyKey = newIdempotencyKey()
    const create = () => merchant.request("POST", "/v1/customers", { email: "ana@example.com" }, { idempotencyKey })
    const [first, again] = [await recorded(await create()), await recorded(await create())]
    expect([first, again].map(({ replayed }) => Boolean(replayed))).to.deep.equal([false, true])
    expect(again.resource).to.equal(first.resource)
  })

  it("finds the requests of a payment, refunds among them, for its account alone", async () => {
    const intent = await payOne(merchant)
    const refund = await merchant.request("POST", "/v1/refunds", { payment_intent: intent.id })
    const other = await newMerchant(vintem)
    await recorded(await other.request("GET", `/v1/payment_intents/${intent.id}`))
    await recorded(refund)
    const db = vintem.server.modes.test.database.requests()
    const about = await listRequests(db, { about: intent.id, account: merchant.account }, { limit: 10 })
    expect(about.map(({ operation }) => operation)).to.deep.equal(["createRefund", "confirmPaymentIntent", "createPaymentIntent"])
    expect(await listRequests(db, { about: intent.id, account: other.account }, { limit: 10 })).to.have.length(1)
    expect(await listRequests(db, { about: refund.body.id }, { limit: 10 })).to.have.length(1)
  })

  it("has no health check, page, document or preflight", async () => {
    const before = (await allRecorded(vintem)).length
    for (const path of ["/healthz", "/readyz", "/v1/docs", "/v1/openapi.json", "/favicon.ico"]) await vintem.request("GET", path)
    await vintem.request("OPTIONS", "/v1/tokens", undefined, { key: null, headers: { origin: "https://shop.example" } })
    await recorded(await merchant.request("GET", "/v1/balance"))
    const added = (await allRecorded(vintem)).slice(0, -before).map(({ path }) => path)
    expect(added).to.deep.equal(["/v1/balance"])
  })

  it("has no card, secret or data about a payer, whatever any operation is sent", async () => {
    const person = { name: CANARY, phone: "+5511987654321", document: { type: "cpf", number: "11144477735" } }
    const address = { line1: CANARY, city: CANARY, state: "SP", postal_code: "01310-100", country: "BR", number: "7391" }
    expectStatus(await merchant.request("POST", "/v1/customers", { email: "canario@example.com", ...person, address }), 201)
    expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(NUMBER, { cvc: "739", holderName: CANARY })), 201)
    const endpoint = { url: `https://loja.example/hook/${CANARY}?key=${CANARY}`, events: ["*"] }
    const { secret } = expectStatus(await merchant.request("POST", "/v1/webhook_endpoints", endpoint), 201)
    const secrets = [merchant.key, NUMBER, CANARY, "canario@example.com", "11144477735", "5511987654321", secret]
    const headers = { "user-agent": `shop ${merchant.key} ${NUMBER} (+mailto:canario@example.com)` }
    let last: Response | undefined
    for (const operation of keyedOperations) {
      for (const canary of [merchant.key, NUMBER, CANARY, Number(NUMBER)]) {
        const names = operation.examples.flatMap(({ body }) => Object.keys(body ?? {}))
        const everywhere = Object.fromEntries([...names, String(canary)].map((name) => [name, canary]))
        const inObjects = Object.fromEntries(names.map((name) => [name, { [String(canary)]: canary, number: canary }]))
        const path = operation.path.replace(/\{\w+\}/g, encodeURIComponent(String(canary)))
        const query = new URLSearchParams(operation.parameters.map(({ name }): [string, string] => [name, String(canary)]))
        for (const body of operation.hasBody ? [everywhere, inObjects] : [undefined]) {
          last = await merchant.request(operation.method, `${path}?${query}`, body, { headers })
          expect(last.status, `${operation.id} ${last.text}`).to.be.within(200, 499)
        }
        await merchant.request(operation.method, path, operation.hasBody ? everywhere : undefined, { headers })
      }
    }
    await recorded(last!)
    const text = JSON.stringify(await allRecorded(vintem))
    expect(text).to.contain("createPaymentIntent").and.to.contain("[not kept]").and.to.contain("https://loja.example")
    expect(secrets.filter((each) => text.includes(each))).to.deep.equal([])
    expect(text).not.to.match(/"cvc|"739\\?"|expMonth.{1,4}:/)
  })
})

describe("The log of requests beyond the limit of a key", () => {
  it("has the requests that were refused for it", async () => {
    const vintem = await startVintem({ RATE_LIMIT: "2" }, { role: "api" })
    try {
      const responses: Response[] = []
      for (let i = 0; i < 3; i++) responses.push(await vintem.request("GET", "/v1/customers"))
      expect(await recordedOf(vintem, responses[2]!)).to.include({
        ...{ status: 429, error: "rate_limit_exceeded", account: vintem.account },
      })
    } finally {
      await vintem.close()
    }
  })
})
