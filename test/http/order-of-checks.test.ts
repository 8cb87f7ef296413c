import { expect } from "chai"
import type { RequestOptions } from "../support/app/client.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { newIdempotencyKey } from "../support/merchants/payments.ts"

/** Each request below is wrong in several ways. The response reports what is checked first. */
describe("The order of checks", () => {
  let vintem: Vintem
  let publishable: string
  let reader: string
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT: "3" })
    publishable = (await vintem.newKey({ kind: "publishable" })).key
    reader = (await vintem.newKey({ kind: "restricted", scopes: ["customers:read"] })).key
  })
  after(() => vintem.close())

  const errorOf = async (method: string, path: string, options: RequestOptions) => {
    const { status, body } = await vintem.request(method, path, undefined, options)
    return `${status} ${body.error?.code}`
  }
  const unreadable = { raw: "{", headers: { "content-type": "text/plain" } }

  it("the route comes before the key", async () => {
    expect(await errorOf("POST", "/v1/nowhere", { key: null, ...unreadable })).to.equal("404 route_not_found")
    expect(await errorOf("PATCH", "/v1/customers", { key: null, ...unreadable })).to.equal("405 method_not_allowed")
  })

  it("the key comes before the origin, the quota and the body", async () => {
    expect(await errorOf("POST", "/v1/customers", { key: null, ...unreadable })).to.equal("401 api_key_missing")
    expect(await errorOf("POST", "/v1/customers", { key: "zk_test_no", ...unreadable })).to.equal("401 api_key_invalid")
  })

  it("the origin comes before the quota and the permission, and uses no quota", async () => {
    for (let i = 0; i < 6; i++) {
      for (const path of ["/v1/customers", "/v1/tokens"]) {
        const headers = { ...unreadable.headers, origin: "https://fremd.example" }
        expect(await errorOf("POST", path, { key: publishable, ...unreadable, headers })).to.equal("403 origin_not_allowed")
      }
    }
  })

  it("the permission comes before the body's media type, and that before the body's content", async () => {
    const idempotencyKey = newIdempotencyKey()
    expect(await errorOf("POST", "/v1/customers", { key: reader, idempotencyKey, ...unreadable })).to.equal("403 scope_missing")
    const { key } = await vintem.newKey()
    expect(await errorOf("POST", "/v1/customers", { key, idempotencyKey, ...unreadable })).to.equal("415 unsupported_media_type")
    const headers = { "content-type": "application/json" }
    expect(await errorOf("POST", "/v1/customers", { key, idempotencyKey, raw: "{", headers })).to.equal("400 parameter_invalid")
    // None of these requests used up the idempotency key.
    const done = await vintem.request(
      "POST",
      "/v1/customers",
      { email: "a@example.com" },
      { key: (await vintem.newKey()).key, idempotencyKey },
    )
    expect(done.status).to.equal(201)
    expect(done.headers).not.to.have.property("idempotent-replayed")
  })

  it("the quota comes before the permission", async () => {
    const { key } = await vintem.newKey({ kind: "restricted", scopes: ["customers:read"] })
    for (let i = 0; i < 3; i++)
      expect(await errorOf("POST", "/v1/customers", { key, ...unreadable })).to.equal("403 scope_missing")
    expect(await errorOf("POST", "/v1/customers", { key, ...unreadable })).to.equal("429 rate_limit_exceeded")
  })

  it("an invalid body comes before an idempotency key mismatch", async () => {
    const { key } = await vintem.newKey()
    const idempotencyKey = newIdempotencyKey()
    const options = { key, idempotencyKey }
    expect((await vintem.request("POST", "/v1/customers", { email: "a@example.com" }, options)).status).to.equal(201)
    const invalid = await vintem.request("POST", "/v1/customers", { email: 5 }, options)
    expect([invalid.status, invalid.body.error.code]).to.deep.equal([400, "parameter_invalid"])
    const other = await vintem.request("POST", "/v1/customers", { email: "b@example.com" }, options)
    expect([other.status, other.body.error.code]).to.deep.equal([422, "idempotency_key_in_use"])
  })
})
