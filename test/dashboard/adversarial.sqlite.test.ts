import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { unescapeHtml } from "../support/bytes/html.ts"
import { signIn, type Visitor, visit } from "../support/dashboard/dashboard.ts"
import { type Crawled, crawl, pathFor, type Routes, routesOf } from "../support/dashboard/routes.ts"
import { type FullAccount, newFullAccount } from "../support/merchants/full-account.ts"
import { deliveriesOf, newMerchant, until } from "../support/merchants/merchant.ts"
import { startSink, trustTestAuthority } from "../support/network/https-sink.ts"

const MARKUP = `"><img src=x onerror=alert(1)>'&`

// Routes come from the dashboard's own router, and pages from the links of its menu. So what is added is covered too.
describe("Every page of the dashboard", () => {
  let vintem: Running
  let routes: Routes
  let shop: FullAccount
  let owner: Visitor
  let pages: Crawled[]

  before(async function () {
    this.timeout(240_000)
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    routes = routesOf(vintem)
    const sink = await startSink((_, response) => response.writeHead(500, { "X-Note": MARKUP }).end(MARKUP))
    shop = await newFullAccount(vintem, { text: MARKUP, url: sink.url })
    await sink.arrived(1)
    await until(async () => (await attempts(shop)) > 0)
    await sink.close()
    owner = await signIn(vintem, "owner@example.com", "owner")
    pages = await crawl(owner, routes, shop.account)
  })
  after(() => vintem?.close())

  /** Of the endpoint that answers. */
  async function attempts(merchant: FullAccount): Promise<number> {
    const { body } = await merchant.request("GET", "/v1/webhook_endpoints?limit=100")
    const [endpoint] = body.data.filter(({ url }: { url: string }) => !url.includes("shop.example"))
    return Math.max(0, ...(await deliveriesOf(merchant, endpoint.id)).map((delivery) => delivery.attempts))
  }

  const ofAccount = (method: "GET" | "POST") => routes.of(method).filter((pattern) => pattern.startsWith("/:account/:mode/"))

  it("asks for a sign-in first", async () => {
    const stranger = visit(vintem)
    for (const pattern of ofAccount("GET")) {
      const path = pathFor(pattern, { account: shop.account, mode: "test" })
      const page = await stranger.get(path)
      expect([page.status, page.location], path).to.deep.equal([303, `/sign-in?${new URLSearchParams({ to: path })}`])
      expect((await stranger.get(path, { accept: "text/event-stream" })).status, path).to.equal(401)
    }
    for (const pattern of ofAccount("POST"))
      expect((await stranger.post(pathFor(pattern, { account: shop.account, mode: "test" }))).status, pattern).to.equal(401)
  })

  it("takes no form without the token of its session, nor one from another site", async () => {
    const posts = routes.of("POST").filter((pattern) => !pattern.startsWith("/sign-in"))
    expect(posts).to.include("/sign-out")
    await owner.get(`/${shop.account}/test/payments`)
    for (const pattern of posts) {
      const path = pathFor(pattern, { account: shop.account, mode: "test" })
      expect((await owner.post(path, { csrf: "" })).status, path).to.equal(403)
      expect((await owner.post(path, { csrf: "0".repeat(64) })).status, path).to.equal(403)
      expect((await owner.post(path, {}, { origin: "https://evil.example" })).status, path).to.equal(403)
    }
  })

  it("is there neither for users of another account, nor in a mode that the service does not have", async () => {
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, "other@example.com", "owner", other.account)
    const known = pages.map(({ path }) => path)
    const invented = ofAccount("GET").map((pattern) => pathFor(pattern, { account: shop.account, mode: "test" }))
    for (const path of [...known, ...invented]) {
      expect((await stranger.get(path)).status, path).to.equal(404)
      const live = path.replace(/^(\/\w+)\/test/, "$1/live")
      expect((await owner.get(live)).status, live).to.equal(404)
    }
    await stranger.get(`/${other.account}/test/payments`)
    for (const pattern of ofAccount("POST")) {
      const theirs = pathFor(pattern, { account: shop.account, mode: "test" })
      expect((await stranger.post(theirs)).status, theirs).to.equal(404)
      const live = pathFor(pattern, { account: other.account, mode: "live" })
      expect((await stranger.post(live)).status, live).to.equal(404)
    }
  })

  it("shows nothing of one account under the address of another", async () => {
    const other = await newMerchant(vintem)
    const withIds = pages.filter(({ pattern }) => (pattern.match(/:\w+/g) ?? []).length > 2)
    for (const { path } of withIds) {
      const moved = path.replace(shop.account, other.account)
      const page = await owner.get(moved)
      expect(page.status, moved).to.equal(404)
    }
  })

  it("offers no change to a viewer, and refuses one with 403", async () => {
    const viewer = await signIn(vintem, "viewer@example.com", "viewer")
    const changes = new Set(routes.changes())
    for (const pattern of changes) {
      const path = pathFor(pattern, { account: shop.account, mode: "test" })
      expect((await viewer.get(path)).status, path).to.equal(403)
      expect((await viewer.post(path, { form_token: "A".repeat(32) })).status, path).to.equal(403)
    }
    const offered: string[] = []
    for (const { path, html } of await crawl(viewer, routes, shop.account)) {
      for (const [, action] of html.matchAll(/<(?:a|form)[^>]* (?:href|action)="(\/[^"?#]+)/g)) {
        const pattern = routes.patternOf(action!)
        if (pattern && changes.has(pattern)) offered.push(`${path}: ${action}`)
      }
    }
    expect(offered).to.deep.equal([])
  })

  it("has tabs that lead to where they are the current ones", async () => {
    const followed = new Set<string>()
    for (const { path, html } of pages) {
      for (const { label, links } of tabsIn(html)) {
        for (const { href, text } of links) {
          if (followed.has(`${href} ${text}`)) continue
          followed.add(`${href} ${text}`)
          const page = await owner.get(href)
          const current = tabsIn(page.html)
            .filter((each) => each.label === label)
            .flatMap((each) => each.links.filter(({ isCurrent }) => isCurrent))
          expect([page.status, current.map((each) => each.text)], `${path}: ${href}`).to.deep.equal([200, [text]])
        }
      }
    }
    expect(followed.size).to.be.greaterThan(40)
  })

  it("shows markup in what merchants, payers and their servers wrote as text", () => {
    const wrong = pages.filter(({ html }) => /<img/i.test(html) || html.includes(MARKUP)).map(({ path }) => path)
    expect(wrong).to.deep.equal([])
    const shown = pages.filter(({ html }) => html.includes("&lt;img src=x onerror=alert(1)&gt;&#39;&amp;"))
    expect(shown.map(({ pattern }) => pattern)).to.include("/:account/:mode/payments/:id")
    expect(shown.length).to.equal(pages.length) // the account's name is on each
  })

  it("is sent with headers that keep it from frames, other sites and caches, and has no inline script or style", () => {
    expect(pages.length).to.be.greaterThan(1)
    for (const { path, html, headers } of pages) {
      const policy = String(headers["content-security-policy"])
      for (const directive of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        expect(policy.split("; "), path).to.include(directive)
      expect(headers, path).to.include({
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex",
      })
      expect(html, path).to.not.match(
        /<style|<script(?![^>]* src="\/dashboard\.js\?)|<[a-z][^>"]*(?:"[^"]*"[^>"]*)* (?:style|on\w+)=/,
      )
    }
  })

  it("has one style sheet and one script, which browsers keep for good until they change", async () => {
    const assets = [...pages[0]!.html.matchAll(/(?:href|src)="(\/dashboard\.(?:css|js)\?v=[\w-]{22})"/g)].map(([, path]) => path!)
    expect(assets).to.have.length(2)
    for (const path of assets) {
      const kept = await visit(vintem).get(path)
      expect([kept.status, kept.headers["cache-control"]], path).to.deep.equal([200, "public, max-age=31536000, immutable"])
      const older = await visit(vintem).get(path.replace(/.$/, "!"))
      expect([older.status, older.headers["cache-control"]], path).to.deep.equal([200, "public, no-cache"])
    }
  })

  it("contains no card number, no key and no secret", async () => {
    const secrets = [shop.key, "4242424242424242", "whsec_"]
    for (const { path, html } of pages)
      for (const secret of secrets) expect(html.includes(secret), `${path}: ${secret}`).to.equal(false)
  })

  it("answers a HEAD request as it does a GET, without a body", async () => {
    const paths = [
      ...pages.map(({ path }) => path),
      `/${shop.account}/test/changes`,
      "/sign-in",
      "/dashboard.css",
      "/dashboard.js",
    ]
    const address = vintem.server.dashboardOrigin!.replace("localhost", "127.0.0.1")
    for (const path of paths) {
      const response = await fetch(address + path, { method: "HEAD", headers: { cookie: owner.cookie }, redirect: "manual" })
      expect([response.status, await response.text()], path).to.deep.equal([200, ""])
    }
    const link = await fetch(`${address}/sign-in/${"A".repeat(32)}`, { method: "HEAD", redirect: "manual" })
    expect(link.status).to.equal(401)
  })
})

type Tab = { href: string; text: string; isCurrent: boolean }

/** The tabs of a page, such as the filters of a list. */
function tabsIn(html: string): { label: string; links: Tab[] }[] {
  return Array.from(html.matchAll(/<nav class="tabs" aria-label="([^"]+)">(.*?)<\/nav>/gs), ([, label, links]) => ({
    label: label!,
    links: Array.from(links!.matchAll(/<a href="([^"]+)" (aria-current="true")?>([^<]+)</g), ([, href, current, text]) => ({
      href: unescapeHtml(href!),
      text: text!,
      isCurrent: current !== undefined,
    })),
  }))
}
