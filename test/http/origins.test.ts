import { expect } from "chai"
import { expectStatus } from "../support/payments.ts"
import { startVintem, type Vintem } from "../support/vintem.ts"

const FRAME = "http://127.0.0.1:3999"
const SHOP = "https://loja.example"
const EVIL = "https://evil.example"

describe("Merchant origins", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem({ FRAME_PORT: "3999" }, { live: true })
  })
  after(() => vintem.close())

  const register = (origin: unknown, key?: string) => vintem.request("POST", "/merchant-origins", { origin }, { key })

  it("are registered once: the second time answers the same, with 200", async () => {
    const first = await register("https://uma.example")
    expect(expectStatus(first, 201)).to.include({ object: "merchant_origin", origin: "https://uma.example", livemode: false })
    const second = await register("https://uma.example")
    expect(expectStatus(second, 200)).to.deep.equal(first.body)
  })

  it("are written in one form: lower case, without the default port", async () => {
    const { body } = await register("https://LOJA-Grande.Example:443")
    expect(body.origin).to.equal("https://loja-grande.example")
    expect((await register("https://loja-grande.example")).status).to.equal(200)
    expect((await register("https://loja-grande.example:8443")).body.origin).to.equal("https://loja-grande.example:8443")
  })

  it("are https, but for this machine with a test key", async () => {
    for (const origin of ["http://localhost", "http://localhost:5173", "http://127.0.0.1:8080"])
      expectStatus(await register(origin), 201)
    const { key } = await vintem.newKey({ mode: "live" })
    expectStatus(await register("https://viva.example", key), 201)
    for (const origin of ["http://localhost:5173", "http://127.0.0.1:8080"]) {
      expect(expectStatus(await register(origin, key), 400).error).to.include({ code: "parameter_invalid", param: "origin" })
    }
  })

  it("of live mode alone are told to a preflight as well", async () => {
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

  it("need not name the frame, which is on its own port of this machine unless FRAME_ORIGIN says otherwise", async () => {
    const headers = { origin: FRAME, "access-control-request-method": "POST" }
    const answer = await vintem.request("OPTIONS", "/v1/tokens", undefined, { key: null, headers })
    expect(answer.headers["access-control-allow-origin"]).to.equal(FRAME)
  })

  it("are nothing but an origin", async () => {
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
      const answer = await register(origin)
      expect([origin, answer.status, answer.body.error?.code]).to.deep.equal([origin, 400, "parameter_invalid"])
    }
  })

  it("are listed, all of them, and removed", async () => {
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

  it("an allowed origin may read the answer; it is never *, and never with credentials", async () => {
    const answer = await tokenize({ origin: SHOP })
    expectStatus(answer, 201)
    expect(answer.headers["access-control-allow-origin"]).to.equal(SHOP)
    expect(answer.headers).not.to.have.property("access-control-allow-credentials")
    expect(answer.headers.vary).to.match(/\bOrigin\b/i)
    const exposed = answer.headers["access-control-expose-headers"]?.toLowerCase().split(/, */)
    const ours = ["request-id", "service-version", "service-should-retry", "idempotent-replayed"]
    expect(exposed).to.have.members([...ours, "ratelimit-remaining", "ratelimit-reset", "retry-after"])
  })

  it("it may read errors as well", async () => {
    const answer = await vintem.request("POST", "/v1/tokens", { type: "nothing" }, { key, headers: { origin: SHOP } })
    expectStatus(answer, 400)
    expect(answer.headers["access-control-allow-origin"]).to.equal(SHOP)
  })

  it("it may read that its quota is used up, and that it uses the wrong key", async () => {
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

  it("a key that needs no origin works from any, which then may not read the answer", async () => {
    for (const origin of [EVIL, "null"]) {
      const answer = await vintem.request("POST", "/v1/tokens", { type: "pix" }, { headers: { origin } })
      expectStatus(answer, 201)
      expect(answer.headers).not.to.have.property("access-control-allow-origin")
      expect(answer.headers.vary).to.match(/\bOrigin\b/i)
    }
  })

  it("no other origin may use the key, nor read why", async () => {
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
      const answer = await tokenize({ origin })
      expect([origin, answer.status, answer.body.error?.code]).to.deep.equal([origin, 403, "origin_not_allowed"])
      expect(answer.headers).not.to.have.property("access-control-allow-origin")
      expect(answer.headers.vary).to.match(/\bOrigin\b/i)
    }
    expect(expectStatus(await tokenize({}), 403).error.code).to.equal("origin_not_allowed")
  })

  it("in the frame the parent's origin counts; from anybody else that header is ignored", async () => {
    const framed = await tokenize({ origin: FRAME, "service-parent-origin": SHOP })
    expectStatus(framed, 201)
    expect(framed.headers["access-control-allow-origin"]).to.equal(FRAME)
    for (const headers of [
      { origin: FRAME, "service-parent-origin": EVIL },
      { origin: FRAME },
      { origin: EVIL, "service-parent-origin": SHOP },
      { "service-parent-origin": SHOP },
    ]) {
      const answer = await tokenize(headers as Record<string, string>)
      expect(expectStatus(answer, 403).error.code).to.equal("origin_not_allowed")
      expect(answer.headers).not.to.have.property("access-control-allow-origin")
    }
  })

  it("a removed origin is refused at once", async () => {
    const origin = "https://curta.example"
    await vintem.request("POST", "/merchant-origins", { origin })
    expectStatus(await tokenize({ origin }), 201)
    await vintem.request("DELETE", `/merchant-origins?origin=${origin}`)
    expectStatus(await tokenize({ origin }), 403)
  })

  it("another account's origin is not this one's", async () => {
    const other = await vintem.newKey({ account: await vintem.newAccount() })
    await vintem.request("POST", "/merchant-origins", { origin: "https://outra.example" }, { key: other.key })
    expectStatus(await tokenize({ origin: "https://outra.example" }), 403)
    // A preflight carries no key, so it cannot tell the accounts apart.
    const answer = await preflight("https://outra.example")
    expect(answer.status).to.equal(204)
    expect(answer.headers["access-control-allow-origin"]).to.equal("https://outra.example")
  })

  it("a preflight reflects an origin that somebody registered, or the frame's, and no other", async () => {
    for (const origin of [SHOP, FRAME]) {
      const { status, headers, text } = await preflight(origin)
      expect([status, text]).to.deep.equal([204, ""])
      expect(headers["access-control-allow-origin"]).to.equal(origin)
      expect(headers["access-control-allow-methods"]).to.equal("POST")
      // Browsers remember it; an origin that is taken off the list is not remembered for long.
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

  it("OPTIONS that no browser sends as a preflight is a wrong method like any other", async () => {
    const incomplete: Record<string, string>[] = [{}, { origin: SHOP }, { "access-control-request-method": "POST" }]
    for (const headers of incomplete) {
      const answer = await vintem.request("OPTIONS", "/v1/tokens", undefined, { key: null, headers })
      expect([answer.status, answer.headers.allow]).to.deep.equal([405, "POST"])
      expect(answer.headers).not.to.have.property("access-control-allow-origin")
    }
  })

  it("nothing but tokenization answers cross-origin", async () => {
    for (const path of ["/v1/customers", "/v1/payment_intents", "/merchant-origins", "/v1/openapi.json"]) {
      const asked = await preflight(SHOP, path)
      expect(asked.status).to.equal(405)
      expect(asked.headers).not.to.have.property("access-control-allow-origin")
      const answered = await vintem.request("GET", path, undefined, { headers: { origin: SHOP } })
      expect(answered.headers).not.to.have.property("access-control-allow-origin")
    }
  })
})
