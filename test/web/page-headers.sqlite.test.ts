import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

const SHOP = "https://loja.example"

describe("Everything that a browser shows", () => {
  let vintem: Running
  /** Addresses by who may frame what is there. */
  const nobody: string[] = []
  const shop: string[] = []
  const responses = new Map<string, Headers>()

  before(async () => {
    vintem = await startVintem()
    const { url, server } = vintem
    expectStatus(await vintem.request("POST", "/merchant-origins", { origin: SHOP }), 201)
    const { key } = await vintem.newKey({ kind: "publishable" })
    const pix = (await payWith(vintem, "pix")).next_action.qr_code_url.replace(/\/[^/]*$/, "")
    const boleto = (await payWith(vintem, "boleto")).next_action.pdf_url.replace(/\/[^/]*$/, "")
    const challenge = (await payWith(vintem, CARDS.threeDs)).next_action.url
    const frame = server.frameOrigin!
    const dashboard = server.dashboardOrigin!.replace("localhost", "127.0.0.1")
    const cookie = (await signIn(vintem, "ana@example.com", "owner")).cookie
    shop.push(pix, boleto, challenge, `${frame}/v1/frame/card?key=${key}`)
    nobody.push(`${pix}/qr.svg`, `${pix}/qr.png`, `${pix}/status`, `${pix}/logo`, `${url}/pay/${"A".repeat(22)}`)
    nobody.push(
      `${boleto}/boleto.pdf`,
      `${boleto}/barcode.png`,
      `${url}/pay/pay.js`,
      `${url}/`,
      `${url}/v1/docs`,
      `${url}/v1/customers`,
    )
    nobody.push(`${url}/v1/docs/reference`, `${url}/v1/docs/nothing`, `${url}/v1/openapi.json`, `${url}/healthz`)
    nobody.push(
      `${frame}/v1/vintem.js`,
      `${frame}/v1/frame/card.js`,
      `${frame}/v1/frame/card.css`,
      `${frame}/v1/frame/card`,
      frame,
    )
    nobody.push(`${frame}/v1/frame/refusal?key=${key}&origin=${SHOP}`, `${dashboard}/sign-in`, `${dashboard}/sign-in/x`)
    nobody.push(`${dashboard}/dashboard.css`, `${dashboard}/${vintem.account}/test/payments`, `${dashboard}/nothing`)
    for (const address of [...nobody, ...shop]) {
      const headers = { cookie: address.startsWith(dashboard) ? cookie : "" }
      responses.set(address, (await fetch(address, { redirect: "manual", headers })).headers)
    }
  })
  after(() => vintem.close())

  const policyOf = (address: string): Record<string, string> => {
    const directives = (responses.get(address)!.get("content-security-policy") ?? "").split("; ")
    return Object.fromEntries(directives.map((each) => [each.split(" ")[0], each.slice(each.indexOf(" ") + 1)]))
  }

  it("can be framed by nobody, except for what payers see, by the account's origins, and a challenge by the pay page", () => {
    for (const address of nobody) expect(policyOf(address)["frame-ancestors"], address).to.equal("'none'")
    const challenge = shop[2]!
    for (const address of shop) {
      // The pay page shows a challenge in a frame, too.
      const ancestors = address === challenge ? `${new URL(challenge).origin} ${SHOP}` : SHOP
      expect(policyOf(address)["frame-ancestors"], address).to.equal(ancestors)
    }
  })

  it("runs no script but files of its own origin, and loads nothing that its policy does not name", () => {
    for (const address of responses.keys()) {
      const policy = policyOf(address)
      expect(policy["default-src"], address).to.equal("'none'")
      expect(policy["script-src"] ?? "'self'", address).to.equal("'self'")
      if (policy["script-src"]) expect(policy["base-uri"], address).to.equal("'none'")
      expect(policy["form-action"] ?? "'none'", address).to.match(/^'(none|self)'/)
    }
  })

  it("is what its type says", () => {
    for (const [address, headers] of responses) expect(headers.get("x-content-type-options"), address).to.equal("nosniff")
  })

  it("tells no other site the address of a page that is a secret, and is not stored where it is private", () => {
    const secret = [...responses].filter(([address]) => /\/pay\/\w{22}|\/frame\/card\?|\/sign-in\/|\/payments$/.test(address))
    expect(secret).to.have.length.above(10)
    for (const [address, headers] of secret) {
      expect(headers.get("referrer-policy"), address).to.be.oneOf(["no-referrer", "same-origin"])
      expect(headers.get("cache-control"), address).to.equal("no-store")
    }
  })

  it("sets no cookie, except for the dashboard", () => {
    for (const [address, headers] of responses) expect(headers.get("set-cookie"), address).to.equal(null)
  })
})
