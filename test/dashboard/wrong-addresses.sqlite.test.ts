// Pages are drawn from what was read, whatever the database, so SQLite is enough.
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { type Merchant, newEndpoint, newMerchant, payOne } from "../support/merchants/merchant.ts"

const IGNORED = /<p class="error" role="alert">The filter “(\w+)” of this address/g
const MENU = '<nav class="menu"'

describe("A wrong address in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let viewer: Visitor
  let base: string
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    await payOne(merchant)
    base = `/${merchant.account}/test`
    viewer = await signIn(vintem, "ana@example.com", "viewer", merchant.account)
  })
  after(() => vintem.close())

  const ignoredIn = async (path: string) => {
    const { status, html } = await viewer.get(base + path)
    expect(status, path).to.equal(200)
    return [...html.matchAll(IGNORED)].map(([, name]) => name)
  }

  it("that needs no session is a page or a refusal, and never breaks, whatever ways to sign in there are", async () => {
    const { dashboardOrigin } = vintem.server
    const ask = (method: string, path: string) =>
      fetch(dashboardOrigin + path, { method, redirect: "manual", headers: { Origin: dashboardOrigin! } })
    const link = `/sign-in/${"a".repeat(32)}`
    for (const [method, paths] of Object.entries({
      GET: [
        "/sign-in",
        "/sign-in/",
        "/sign-in/passkey",
        "/sign-in/oidc",
        "/sign-in/oidc/callback",
        link,
        "/dashboard.css",
        "/dashboard.js",
      ],
      HEAD: ["/sign-in", "/dashboard.css", "/dashboard.js"],
      POST: ["/sign-in/passkey", "/sign-in/passkey/challenge", "/sign-in/oidc/choose", link],
    })) {
      for (const path of paths) expect((await ask(method, path)).status, `${method} ${path}`).to.be.below(500)
    }
    // Without an issuer these two do not exist.
    expect((await ask("GET", "/sign-in/oidc/callback")).status).to.equal(404)
    expect((await ask("POST", "/sign-in/oidc/choose")).status).to.equal(404)
  })

  it("shows a list without a filter whose value does not exist, and says so", async () => {
    const { id: endpoint } = await newEndpoint(merchant, "https://shop.example/")
    const lists: [path: string, ...names: string[]][] = [
      ["/payments", "status", "method"],
      ["/payments/refunds", "status"],
      ["/products", "status"],
      ["/subscriptions", "status", "customer", "plan"],
      [`/webhooks/${endpoint}`, "status"],
      ["/webhooks/events", "type", "from", "to"],
      ["/requests", "status", "about", "key", "from", "to"],
      ["/balance", "currency"],
      ["/audit", "from", "to"],
    ]
    for (const [path, ...names] of lists) {
      expect(await ignoredIn(path), path).to.deep.equal([])
      for (const name of names) expect(await ignoredIn(`${path}?${name}=nope`), path).to.deep.equal([name])
    }
    expect((await viewer.get(`${base}/payments?status=nope`, { "accept-language": "pt-BR" })).html).to.contain(
      "foi ignorado.</p>",
    )
    expect(await ignoredIn("/payments?status=paid&method=card")).to.deep.equal([])
  })

  it("keeps the account's menu where there is no such page, or where the role does not allow it", async () => {
    for (const [path, status] of [
      ["/nowhere", 404],
      ["/payments/pi_nowhere", 404],
      ["/payments?before=nowhere", 400],
      ["/keys/new", 403],
    ] as const) {
      const page = await viewer.get(base + path)
      expect([page.status, page.html.includes(MENU)], path).to.deep.equal([status, true])
    }
  })

  it("shows no menu of an account that the user may not see", async () => {
    const other = await newMerchant(vintem)
    for (const path of [`/${other.account}/test/payments`, `/${other.account}/test/nowhere`, `${base}x/payments`, "/nowhere"]) {
      const page = await viewer.get(path)
      expect([page.status, page.html.includes(MENU)], path).to.deep.equal([404, false])
    }
  })
})
