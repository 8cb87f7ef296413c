import { gzipSync } from "node:zlib"
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import type { Json } from "../support/contract/json.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const SHOP = "https://loja.example"
const OTHER_SHOP = "https://outra.example:8443"

describe("The origin of the card fields", () => {
  let vintem: Running
  let frame: string
  let key: string
  before(async () => {
    vintem = await startVintem({}, { live: true })
    frame = vintem.server.frameOrigin!
    for (const origin of [SHOP, OTHER_SHOP]) await vintem.request("POST", "/merchant-origins", { origin })
    key = (await vintem.newKey({ kind: "publishable" })).key
  })
  after(() => vintem.close())

  const get = (path: string, headers: Record<string, string> = {}, method = "GET") => fetch(frame + path, { headers, method })
  const page = (of: string) => get(`/v1/frame/card?key=${of}`)
  const policyOf = (response: Response) => {
    const directives = (response.headers.get("content-security-policy") ?? "").split("; ")
    return Object.fromEntries(
      directives.map((directive) => [directive.split(" ")[0]!, directive.slice(directive.indexOf(" ") + 1)]),
    )
  }

  it("lets exactly the origins of the key's account frame the fields", async () => {
    const response = await page(key)
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"])
    expect(policyOf(response)["frame-ancestors"]!.split(" ")).to.have.members([SHOP, OTHER_SHOP])
  })

  it("follows the list at once, as the page is never cached", async () => {
    const account = await vintem.newAccount()
    const { key: secret } = await vintem.newKey({ account })
    const publishable = (await vintem.newKey({ account, kind: "publishable" })).key
    const ancestors = async () => policyOf(await page(publishable))["frame-ancestors"]
    expect(await ancestors()).to.equal("'none'")
    await vintem.request("POST", "/merchant-origins", { origin: SHOP }, { key: secret })
    expect(await ancestors()).to.equal(SHOP)
    expectStatus(await vintem.request("DELETE", `/merchant-origins?origin=${SHOP}`, undefined, { key: secret }), 200)
    expect(await ancestors()).to.equal("'none'")
    expect((await page(publishable)).headers.get("cache-control")).to.equal("no-store")
  })

  it("knows keys of live mode with their own origins", async () => {
    const secret = (await vintem.newKey({ mode: "live" })).key
    const live = (await vintem.newKey({ mode: "live", kind: "publishable" })).key
    await vintem.request("POST", "/merchant-origins", { origin: "https://viva.example" }, { key: secret })
    expect(policyOf(await page(live))["frame-ancestors"]).to.equal("https://viva.example")
  })

  it("has a page that runs its own files only, sends to the API only, and tells nobody where it was shown", async () => {
    const response = await page(key)
    const { "frame-ancestors": _, ...policy } = policyOf(response)
    expect(policy).to.deep.equal({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "connect-src": `'self' ${vintem.url}/v1/tokens`,
      "base-uri": "'none'",
      "form-action": "'none'",
      "require-trusted-types-for": "'script'",
      "trusted-types": "'none'",
    })
    expect(response.headers.get("referrer-policy")).to.equal("no-referrer")
    expect(response.headers.get("x-content-type-options")).to.equal("nosniff")
    expect(response.headers.get("permissions-policy")).to.include("payment=()").and.include("camera=()")
    expect(response.headers.get("set-cookie")).to.equal(null)
    expect(await response.text()).not.to.match(/<style|style=|<script>|\son\w+=/)
  })

  it("shows no fields for a key that is missing, unknown, revoked, expired, secret or restricted, and nobody may frame that", async () => {
    const revoked = await vintem.newKey({ kind: "publishable" })
    expect((await vintem.cli("keys", "revoke", revoked.id)).status).to.equal(0)
    const expired = await vintem.newKey({ kind: "publishable", expires_at: 1 })
    const restricted = await vintem.newKey({ kind: "restricted", scopes: ["tokens:write"] })
    const random = `zk_test_${"a".repeat(40)}`
    const queries = ["", "?key=", "?key=zk_test_1", `?key=${random}`, `?key=${key}&key=${key}`].concat(
      [revoked.key, expired.key, restricted.key, vintem.key].map((each) => `?key=${each}`),
    )
    for (const query of queries) {
      const response = await get(`/v1/frame/card${query}`)
      expect([response.status, policyOf(response)["frame-ancestors"]], query).to.deep.equal([404, "'none'"])
      expect(await response.text())
        .not.to.contain("zk_test_1")
        .and.not.contain("card.js")
    }
  })

  it("serves vintem.js for an hour to pages of every origin, compressed, and again only if it has changed", async () => {
    const response = await get("/v1/vintem.js", { "accept-encoding": "gzip" })
    const header = (name: string) => response.headers.get(name)
    expect([response.status, header("content-type")]).to.deep.equal([200, "text/javascript; charset=utf-8"])
    expect([header("cache-control"), header("content-encoding")]).to.deep.equal(["public, max-age=3600", "gzip"])
    expect(header("cross-origin-resource-policy")).to.equal("cross-origin")
    expect(await response.text()).to.contain("Vintem")
    const again = await get("/v1/vintem.js", { "if-none-match": header("etag")! })
    expect([again.status, await again.text(), again.headers.get("etag")]).to.deep.equal([304, "", header("etag")])
    expect((await get("/v1/vintem.js", { "if-none-match": '"another"' })).status).to.equal(200)
  })

  it("has a vintem.js of less than 8 kB", async () => {
    const script = await (await get("/v1/vintem.js")).arrayBuffer()
    expect(gzipSync(Buffer.from(script), { level: 9 }).length).to.be.lessThan(8000)
  })

  it("serves the files of its page to its own origin", async () => {
    for (const [path, type] of [
      ["/v1/frame/card.js", "text/javascript; charset=utf-8"],
      ["/v1/frame/card.css", "text/css; charset=utf-8"],
    ] as const) {
      const { status, headers } = await get(path)
      expect([status, headers.get("content-type"), headers.get("cache-control")]).to.deep.equal([
        200,
        type,
        "public, max-age=3600",
      ])
      expect(headers.get("cross-origin-resource-policy")).to.equal("same-origin")
      expect(headers.get("etag")).to.match(/^W?\//)
    }
  })

  it("says in words why the API refuses a key from an origin, to its own page only", async () => {
    const why = async (of: string, origin: string) => {
      const response = await get(`/v1/frame/refusal?key=${of}&origin=${encodeURIComponent(origin)}`)
      expect(response.headers.get("cross-origin-resource-policy")).to.equal("same-origin")
      expect(response.headers.get("access-control-allow-origin")).to.equal(null)
      return ((await response.json()) as Json).error
    }
    expect(await why(key, SHOP)).to.equal(null)
    expect(await why(key, "https://evil.example")).to.include({ type: "permission_error", code: "origin_not_allowed" })
    expect(await why(`zk_test_${"a".repeat(40)}`, SHOP)).to.include({ type: "authentication_error", code: "api_key_invalid" })
    expect(await why(vintem.key, SHOP)).to.include({ code: "api_key_invalid" })
  })

  it("has nothing else: other paths and methods are 404 as text", async () => {
    const paths = [
      "/",
      "/v1",
      "/v1/vintem.js/",
      "/V1/vintem.js",
      "/v1/frame",
      "/v1/frame/card/",
      "/v1/frame/card.map",
      "/v1//vintem.js",
    ]
    for (const path of [...paths, "/v1/frame/../../package.json", "/v1/tokens", "/v1/docs", "/healthz"]) {
      const response = await get(path)
      expect([response.status, response.headers.get("content-type")], path).to.deep.equal([404, "text/plain; charset=utf-8"])
      expect(response.headers.get("content-security-policy")).to.equal("default-src 'none'; frame-ancestors 'none'")
    }
    for (const method of ["POST", "OPTIONS", "DELETE"]) expect((await get("/v1/vintem.js", {}, method)).status).to.equal(404)
  })
})

describe("Guessing keys at the card fields", () => {
  it("is slowed down for an address, as at the API", async () => {
    const vintem = await startVintem({ RATE_LIMIT_ADDRESS: "3" })
    try {
      const ask = () => fetch(`${vintem.server.frameOrigin}/v1/frame/card?key=zk_test_${"a".repeat(40)}`)
      for (const _ of [1, 2, 3]) expect((await ask()).status).to.equal(404)
      const refused = await ask()
      expect(refused.status).to.equal(429)
      expect(Number(refused.headers.get("retry-after"))).to.be.within(1, 60)
      // What is refused here counts at the API too.
      expect((await fetch(`${vintem.url}/v1/customers`)).status).to.equal(429)
    } finally {
      await vintem.close()
    }
  })
})
