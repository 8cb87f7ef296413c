import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { cardBody, expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

describe("Authentication", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  const withAuthorization = (authorization: string) =>
    vintem.request("GET", "/v1/customers", undefined, { key: null, headers: { authorization } })
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`

  it("accepts a secret key as a Bearer token or as the Basic user name", async () => {
    for (const authorization of [`Bearer ${vintem.key}`, `bearer ${vintem.key}`, basic(`${vintem.key}:`)]) {
      expectStatus(await withAuthorization(authorization), 200)
    }
  })

  it("requires a key, and says so with WWW-Authenticate: Bearer", async () => {
    const response = await vintem.request("GET", "/v1/customers", undefined, { key: null })
    expect(expectStatus(response, 401).error).to.include({ type: "authentication_error", code: "api_key_missing" })
    expect(response.headers["www-authenticate"]).to.equal("Bearer")
    expect(response.headers).not.to.have.property("ratelimit-remaining")
  })

  it("refuses anything that is not a key", async () => {
    const unknown = `zsk_test_${"a".repeat(40)}`
    const refused = [
      `Bearer ${unknown}`,
      `Bearer ${vintem.key}x`,
      `Bearer ${vintem.key.replace("_test_", "_live_")}`,
      `Bearer ${vintem.key.replace("zsk_", "zrk_")}`,
      "Bearer",
      "Bearer  ",
      `Token ${vintem.key}`,
      vintem.key,
      basic(`${vintem.key}:password`),
      basic(vintem.key),
      basic(`:${vintem.key}`),
      `Basic ${vintem.key}`,
      "Basic ???",
      `${basic(`${vintem.key}:`)}=`,
      "Basic",
    ]
    for (const authorization of refused) {
      const response = await withAuthorization(authorization)
      expect([authorization, response.status]).to.deep.equal([authorization, 401])
      expect(["api_key_invalid", "api_key_missing"]).to.include(response.body.error.code)
      expect(response.headers["www-authenticate"]).to.equal("Bearer")
    }
  })

  it("refuses a revoked key immediately", async () => {
    const { id, key } = await vintem.newKey()
    expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key }), 200)
    const revoked = await vintem.cli("keys", "revoke", id, "--json")
    expect(revoked.stderr).to.equal("")
    expect(revoked.json).to.include({ id })
    const response = await vintem.request("GET", "/v1/customers", undefined, { key })
    expect(expectStatus(response, 401).error.code).to.equal("api_key_invalid")
  })

  it("requires --scopes for a restricted key and refuses it for other kinds", async () => {
    const wrong = [
      ["--kind", "restricted"],
      ["--kind", "secret", "--scopes", "customers:read"],
    ]
    for (const options of wrong) {
      const { status, stdout, stderr } = await vintem.cli("keys", "create", "--mode", "test", ...options, "--json")
      expect([status, stdout]).to.deep.equal([2, ""])
      expect(stderr).to.match(/--scopes/)
    }
    expect((await vintem.cli("accounts", "create", "--name", "", "--json")).status).to.equal(2)
  })

  it("refuses an expired key and says that it expired", async () => {
    const now = Math.floor(Date.now() / 1000)
    const expired = await vintem.newKey({ expires_at: now - 1 })
    const fresh = await vintem.newKey({ expires_at: now + 3600 })
    const refused = await vintem.request("GET", "/v1/customers", undefined, { key: expired.key })
    expect(expectStatus(refused, 401).error.code).to.equal("api_key_expired")
    expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key: fresh.key }), 200)
  })

  it("refuses a live key if there is no live mode", async () => {
    const testOnly = await startVintem()
    try {
      const { key } = await vintem.newKey({ mode: "live" })
      expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key }), 200)
      const response = await testOnly.request("GET", "/v1/customers", undefined, { key })
      expect(expectStatus(response, 401).error.code).to.equal("api_key_invalid")
    } finally {
      await testOnly.close()
    }
  })

  describe("Kinds of keys", () => {
    it("a restricted key can do only what its scopes allow", async () => {
      const { key } = await vintem.newKey({ kind: "restricted", scopes: ["customers:read", "products:write"] })
      expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key }), 200)
      expectStatus(await vintem.request("POST", "/v1/products", { name: "Livro" }, { key }), 201)
      const refused: [string, string, object?][] = [
        ["POST", "/v1/customers", { email: "x@example.com" }],
        ["GET", "/v1/products"],
        ["GET", "/v1/payment_intents"],
        ["POST", "/v1/tokens", { type: "pix" }],
        ["GET", "/merchant-origins"],
      ]
      for (const [method, path, body] of refused) {
        const response = await vintem.request(method, path, body, { key })
        expect(expectStatus(response, 403).error).to.include({ type: "permission_error", code: "scope_missing" })
      }
    })

    it("test helpers refuse every restricted key", async () => {
      const { key } = await vintem.newKey({ kind: "restricted", scopes: ["payment_intents:write"] })
      const response = await vintem.request("POST", "/v1/test_helpers/payment_intents/pi_x/succeed", undefined, { key })
      expect(expectStatus(response, 403).error.code).to.equal("key_not_allowed")
    })

    it("test helpers refuse a live key before any other check of the key", async () => {
      for (const kind of ["secret", "restricted"] as const) {
        const { key } = await vintem.newKey({
          kind,
          mode: "live",
          ...(kind === "restricted" ? { scopes: ["customers:read"] } : {}),
        })
        const response = await vintem.request("POST", "/v1/test_helpers/payment_intents/pi_x/succeed", undefined, { key })
        expect(expectStatus(response, 403).error.code).to.equal("test_mode_only")
      }
    })

    it("a publishable key can only create tokens, and only from an allowed origin", async () => {
      const { key } = await vintem.newKey({ kind: "publishable" })
      const origin = "https://loja.example"
      await vintem.request("POST", "/merchant-origins", { origin })
      const headers = { origin }
      expectStatus(await vintem.request("POST", "/v1/tokens", { type: "pix" }, { key, headers }), 201)
      for (const [method, path] of [
        ["GET", "/v1/customers"],
        ["POST", "/v1/customers"],
        ["GET", "/merchant-origins"],
      ] as const) {
        const response = await vintem.request(method, path, undefined, { key, headers })
        expect(expectStatus(response, 403).error.code).to.equal("key_not_allowed")
      }
    })
  })

  describe("Isolation", () => {
    it("an account sees nothing of another account, whose ids look unknown", async () => {
      const other = await vintem.newKey({ account: await vintem.newAccount() })
      const customer = expectStatus(await vintem.request("POST", "/v1/customers", { email: "a@example.com" }), 201)
      const theirs = await vintem.request("GET", `/v1/customers/${customer.id}`, undefined, { key: other.key })
      const random = await vintem.request("GET", `/v1/customers/${customer.id.slice(0, -3)}zzz`, undefined, { key: other.key })
      const shape = ({ status, body }: typeof theirs, id: string) => [
        status,
        { ...body.error, request_id: "", message: body.error.message.replace(id, "ID") },
      ]
      expect(shape(theirs, customer.id)).to.deep.equal(shape(random, `${customer.id.slice(0, -3)}zzz`))
      expect(theirs.body.error).to.include({ type: "not_found_error", code: "customer_not_found" })
      const list = await vintem.request("GET", "/v1/customers", undefined, { key: other.key })
      expect(list.body.data).to.deep.equal([])
      const update = await vintem.request("POST", `/v1/customers/${customer.id}`, { name: "Outra" }, { key: other.key })
      expectStatus(update, 404)
      const cursor = await vintem.request("GET", `/v1/customers?starting_after=${customer.id}`, undefined, { key: other.key })
      expect(expectStatus(cursor, 400).error).to.include({ code: "parameter_invalid", param: "starting_after" })
    })

    it("another account's token looks like an unknown token", async () => {
      const other = await newMerchant(vintem)
      const { id: customer } = await newCustomer(other)
      const intent = await newIntent(other, { customer })
      for (const body of [cardBody(), { type: "pix" }]) {
        const { id } = expectStatus(await vintem.request("POST", "/v1/tokens", body), 201)
        const responses = async (token: string) => {
          const saved = await other.request("POST", "/v1/payment_methods", { token, customer })
          const paid = await other.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token })
          return [saved, paid].map(({ status, body: { error } }) => [
            status,
            { ...error, request_id: "", message: error.message.replace(token, "ID") },
          ])
        }
        const theirs = await responses(id)
        expect(theirs.map(([status, error]) => [status, error.code])).to.deep.equal(Array(2).fill([400, "token_unusable"]))
        expect(theirs).to.deep.equal(await responses(`${id.slice(0, -3)}zzz`))
      }
    })

    it("test mode and live mode see nothing of each other", async () => {
      const live = await vintem.newKey({ mode: "live" })
      const customer = expectStatus(await vintem.request("POST", "/v1/customers", { email: "t@example.com" }), 201)
      expect(customer.livemode).to.equal(false)
      expectStatus(await vintem.request("GET", `/v1/customers/${customer.id}`, undefined, { key: live.key }), 404)
      const created = await vintem.request("POST", "/v1/customers", { email: "l@example.com" }, { key: live.key })
      expect(expectStatus(created, 201).livemode).to.equal(true)
      expectStatus(await vintem.request("GET", `/v1/customers/${created.body.id}`), 404)
      const { body } = await vintem.request("GET", "/v1/customers?limit=100")
      expect(body.data.map(({ livemode }: { livemode: boolean }) => livemode)).not.to.include(true)
    })

    it("a test token is unusable in live mode", async () => {
      const live = await vintem.newKey({ mode: "live" })
      const token = expectStatus(await vintem.request("POST", "/v1/tokens", { type: "pix" }), 201)
      const customer = await vintem.request("POST", "/v1/customers", { email: "l@example.com" }, { key: live.key })
      const intent = await vintem.request(
        "POST",
        "/v1/payment_intents",
        { amount: 100, currency: "brl", customer: customer.body.id, payment_method_types: ["pix"] },
        { key: live.key },
      )
      const response = await vintem.request(
        "POST",
        `/v1/payment_intents/${intent.body.id}/confirm`,
        { payment_method: token.id },
        { key: live.key },
      )
      expect(expectStatus(response, 400).error.code).to.equal("token_unusable")
    })
  })
})
