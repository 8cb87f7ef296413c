import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const FRAME = "http://127.0.0.1:3999"
const SHOP = "https://loja.example"
const EVIL = "https://evil.example"

describe("Merchant origins", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem({ FRAME_ORIGIN: FRAME }, { live: true })
  })
  after(() => vintem.close())

  const register = (origin: unknown, key?: string) => vintem.request("POST", "/merchant-origins", { origin }, { key })

  it("are registered once: the second time returns the same with 200", async () => {
    const first = await register("https://uma.example")
    expect(expectStatus(first, 201)).to.include({ object: "merchant_origin", origin: "https://uma.example", livemode: false })
    const second = await register("https://uma.example")
    expect(expectStatus(second, 200)).to.deep.equal(first.body)
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => register("https://juntas.example")))
    expect(atOnce.map(({ status }) => status)).to.have.members([201, 200, 200, 200, 200, 200])
    expect(new Set(atOnce.map(({ text }) => text))).to.have.lengthOf(1)
  })

  it("are normalized: lower case, without the default port", async () => {
    const { body } = await register("https://LOJA-Grande.Example:443")
    expect(body.origin).to.equal("https://loja-grande.example")
    expect((await register("https://loja-grande.example")).status).to.equal(200)
    expect((await register("https://loja-grande.example:8443")).body.origin).to.equal("https://loja-grande.example:8443")
  })

  it("must be https, except localhost in test mode", async () => {
    for (const origin of ["http://localhost", "http://localhost:5173", "http://127.0.0.1:8080"])
      expectStatus(await register(origin), 201)
    const { key } = await vintem.newKey({ mode: "live" })
    expectStatus(await register("https://viva.example", key), 201)
    for (const origin of ["http://localhost:5173", "http://127.0.0.1:8080"]) {
      expect(expectStatus(await register(origin, key), 400).error).to.include({ code: "parameter_invalid", param: "origin" })
    }
  })

  it("registered only in live mode pass a preflight too", async () => {
    const { key } = await vintem.newKey({ mode: "live" })
    const publishable = (await vintem.newKey({ mode: "live", kind: "publishable" })).key
    const origin = "https://so-viva.example"
    const preflight = () =>
      vintem.request("OPTIONS", "/v1/tokens", undefined, {
        key: null,
        headers: { origin, "access-control-request-method": "POST" },
      })
    const tokenize = (as: string) => vintem.request("POST", "/v1/tokens", { type: "pix" }, { key: as, headers: { origin } })
    expect((await preflight()).headers).not.to.have.property("access-control-allow-origin")
    expectStatus(await register(origin, key), 201)
    expect((await preflight()).headers["access-control-allow-origin"]).to.equal(origin)
    expect(expectStatus(await tokenize(publishable), 201).livemode).to.equal(true)
    const inTestMode = (await vintem.newKey({ kind: "publishable" })).key
    expect(expectStatus(await tokenize(inTestMode), 403).error.code).to.equal("origin_not_allowed")
  })

  it("need not include the frame, which is on its own local port unless FRAME_ORIGIN is set", async () => {
    const headers = { origin: FRAME, "access-control-request-method": "POST" }
    const response = await vintem.request("OPTIONS", "/v1/tokens", undefined, { key: null, headers })
    expect(response.headers["access-control-allow-origin"]).to.equal(FRAME)
  })

  it("must be nothing but an origin", async () => {
    const refused = [
      "http://loja.example",
      "https://loja.example/",
      "https://loja.example/path",
      "https://loja.example?x",
      "https://user@loja.example",
      "https://*.loja.example",
      "ftp://loja.example",
      "loja.example",
      "null",
      "*",
      "https://",
      "https://loja.example:99999",
      "https://loja example",
      "https://loja.example:",
      "https://loja.exam%70le",
      "http://127.1",
      "http://2130706433",
      "",
      5,
    ]
    for (const origin of refused) {
      const response = await register(origin)
      expect([origin, response.status, response.body.error?.code]).to.deep.equal([origin, 400, "parameter_invalid"])
    }
    const { body } = await register("https://loja.example:99999")
    expect(body.error.message).to.contain("'https://loja.example:99999' is not an origin: send scheme://host[:port]")
  })

  it("can be listed and removed", async () => {
    const { key } = await vintem.newKey({ account: await vintem.newAccount() })
    for (const origin of ["https://b.example", "https://a.example"]) await register(origin, key)
    const list = await vintem.request("GET", "/merchant-origins", undefined, { key })
    expect(list.body).to.include({ object: "list", has_more: false, url: "/merchant-origins" })
    expect(list.body.data.map(({ origin }: { origin: string }) => origin)).to.have.members([
      "https://a.example",
      "https://b.example",
    ])
    const removed = await vintem.request("DELETE", "/merchant-origins?origin=https://a.example", undefined, { key })
    expect(expectStatus(removed, 200)).to.deep.equal({ object: "merchant_origin", origin: "https://a.example", deleted: true })
    const again = await vintem.request("DELETE", "/merchant-origins?origin=https://a.example", undefined, { key })
    expect(expectStatus(again, 404).error.code).to.equal("merchant_origin_not_found")
    expect((await vintem.request("GET", "/merchant-origins", undefined, { key })).body.data).to.have.lengthOf(1)
  })
})

describe("Publishable keys and CORS", () => {
  let vintem: Vintem
  let key: string
  before(async () => {
    vintem = await startVintem({ FRAME_ORIGIN: FRAME })
    key = (await vintem.newKey({ kind: "publishable" })).key
    await vintem.request("POST", "/merchant-origins", { origin: SHOP })
  })
  after(() => vintem.close())

  const tokenize = (headers: Record<string, string>, options = {}) =>
    vintem.request("POST", "/v1/tokens", { type: "pix" }, { key, headers, ...options })
  const preflight = (origin: string, path = "/v1/tokens") =>
    vintem.request("OPTIONS", path, undefined, { key: null, headers: { origin, "access-control-request-method": "POST" } })

  it("an allowed origin can read the response, never through * or with credentials", async () => {
    const response = await tokenize({ origin: SHOP })
    expectStatus(response, 201)
    expect(response.headers["access-control-allow-origin"]).to.equal(SHOP)
    expect(response.headers).not.to.have.property("access-control-allow-credentials")
    expect(response.headers.vary).to.match(/\bOrigin\b/i)
    const exposed = response.headers["access-control-expose-headers"]?.toLowerCase().split(/, */)
    const apiHeaders = ["request-id", "service-version", "service-should-retry", "idempotent-replayed"]
    expect(exposed).to.have.members([...apiHeaders, "ratelimit-remaining", "ratelimit-reset", "retry-after"])
  })

  it("an allowed origin can read errors", async () => {
    const response = await vintem.request("POST", "/v1/tokens", { type: "nothing" }, { key, headers: { origin: SHOP } })
    expectStatus(response, 400)
    expect(response.headers["access-control-allow-origin"]).to.equal(SHOP)
  })

  it("an allowed origin can read a rate limit error and a permission error", async () => {
    const limited = await startVintem({ RATE_LIMIT_TOKENS: "1" })
    try {
      const { key } = await limited.newKey({ kind: "publishable" })
      await limited.request("POST", "/merchant-origins", { origin: SHOP })
      const send = (as: string) => limited.request("POST", "/v1/tokens", { type: "pix" }, { key: as, headers: { origin: SHOP } })
      expectStatus(await send(key), 201)
      const refused = await send(key)
      expectStatus(refused, 429)
      expect(refused.headers["access-control-allow-origin"]).to.equal(SHOP)
      const restricted = await send((await limited.newKey({ kind: "restricted", scopes: ["customers:read"] })).key)
      expectStatus(restricted, 403)
      expect(restricted.headers["access-control-allow-origin"]).to.equal(SHOP)
      const unknown = await send(`zk_test_${"0".repeat(40)}`)
      expectStatus(unknown, 401)
      expect(unknown.headers).not.to.have.property("access-control-allow-origin")
    } finally {
      await limited.close()
    }
  })

  it("a secret key works from any origin, but the page cannot read the response", async () => {
    for (const origin of [EVIL, "null"]) {
      const response = await vintem.request("POST", "/v1/tokens", { type: "pix" }, { headers: { origin } })
      expectStatus(response, 201)
      expect(response.headers).not.to.have.property("access-control-allow-origin")
      expect(response.headers.vary).to.match(/\bOrigin\b/i)
    }
  })

  it("no other origin can use the key or read the error", async () => {
    const others = [
      EVIL,
      `${SHOP}:8443`,
      "http://loja.example",
      "https://sub.loja.example",
      `${SHOP}.evil.example`,
      "null",
      SHOP.toUpperCase(),
    ]
    for (const origin of others) {
      const response = await tokenize({ origin })
      expect([origin, response.status, response.body.error?.code]).to.deep.equal([origin, 403, "origin_not_allowed"])
      expect(response.headers).not.to.have.property("access-control-allow-origin")
      expect(response.headers.vary).to.match(/\bOrigin\b/i)
    }
    expect(expectStatus(await tokenize({}), 403).error.code).to.equal("origin_not_allowed")
  })

  it("in the frame the parent's origin counts, and elsewhere the header is ignored", async () => {
    const framed = await tokenize({ origin: FRAME, "service-parent-origin": SHOP })
    expectStatus(framed, 201)
    expect(framed.headers["access-control-allow-origin"]).to.equal(FRAME)
    for (const headers of [
      { origin: FRAME, "service-parent-origin": EVIL },
      { origin: FRAME },
      { origin: EVIL, "service-parent-origin": SHOP },
      { "service-parent-origin": SHOP },
    ]) {
      const response = await tokenize(headers as Record<string, string>)
      expect(expectStatus(response, 403).error.code).to.equal("origin_not_allowed")
      expect(response.headers).not.to.have.property("access-control-allow-origin")
    }
  })

  it("a removed origin is refused immediately", async () => {
    const origin = "https://curta.example"
    await vintem.request("POST", "/merchant-origins", { origin })
    expectStatus(await tokenize({ origin }), 201)
    await vintem.request("DELETE", `/merchant-origins?origin=${origin}`)
    expectStatus(await tokenize({ origin }), 403)
  })

  it("another account's origin is refused", async () => {
    const other = await vintem.newKey({ account: await vintem.newAccount() })
    await vintem.request("POST", "/merchant-origins", { origin: "https://outra.example" }, { key: other.key })
    expectStatus(await tokenize({ origin: "https://outra.example" }), 403)
    // A preflight carries no key, so the service cannot tell which account it is for.
    const response = await preflight("https://outra.example")
    expect(response.status).to.equal(204)
    expect(response.headers["access-control-allow-origin"]).to.equal("https://outra.example")
  })

  it("a preflight allows any registered origin and the frame's origin, and no other", async () => {
    for (const origin of [SHOP, FRAME]) {
      const { status, headers, text } = await preflight(origin)
      expect([status, text]).to.deep.equal([204, ""])
      expect(headers["access-control-allow-origin"]).to.equal(origin)
      expect(headers["access-control-allow-methods"]).to.equal("POST")
      // Browsers cache the preflight. A short time limits how long a removed origin stays allowed.
      expect(headers["access-control-max-age"]).to.equal("600")
      const allowed = headers["access-control-allow-headers"]?.toLowerCase().split(/, */)
      expect(allowed).to.have.members([
        "authorization",
        "content-type",
        "idempotency-key",
        "service-version",
        "service-parent-origin",
      ])
      expect(headers.vary).to.match(/\bOrigin\b/i)
    }
    const { status, headers } = await preflight(EVIL)
    expect(status).to.equal(204)
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).to.deep.equal([])
    expect(headers.vary).to.match(/\bOrigin\b/i)
  })

  it("an OPTIONS request that is not a preflight is 405", async () => {
    const incomplete: Record<string, string>[] = [{}, { origin: SHOP }, { "access-control-request-method": "POST" }]
    for (const headers of incomplete) {
      const response = await vintem.request("OPTIONS", "/v1/tokens", undefined, { key: null, headers })
      expect([response.status, response.headers.allow]).to.deep.equal([405, "POST"])
      expect(response.headers).not.to.have.property("access-control-allow-origin")
    }
  })

  it("of the operations that need a key, only tokenization allows cross-origin requests", async () => {
    for (const path of ["/v1/customers", "/v1/payment_intents", "/merchant-origins"]) {
      const preflighted = await preflight(SHOP, path)
      expect(preflighted.status).to.equal(405)
      expect(preflighted.headers).not.to.have.property("access-control-allow-origin")
      const response = await vintem.request("GET", path, undefined, { headers: { origin: SHOP } })
      expect(response.headers).not.to.have.property("access-control-allow-origin")
    }
  })
})
