import { expect } from "chai"
import { deleteOldLinks } from "../../src/accounts/users/login-links.ts"
import { deleteOldSessions } from "../../src/accounts/users/sessions.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, loginPath, signIn, visit } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant, payOne } from "../support/merchants/merchant.ts"

describe("Signing in to the dashboard", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const change = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))

  it("works with a one-time link and its button, once, and leads to the first page", async () => {
    await command(vintem, ["users", "add", "ana@example.com", "--role", "viewer"])
    const path = await loginPath(vintem, "Ana@example.com")
    const asked = await visit(vintem).get(path)
    expect([asked.status, asked.html.includes(`<form method="post" action="${path}"><button`)]).to.deep.equal([200, true])
    expect(asked.html).to.include("Sign in as ana@example.com")
    const page = await visit(vintem).post(path)
    expect([page.status, page.location]).to.deep.equal([303, "/passkeys/new"])
    expect(page.headers["set-cookie"]).to.match(/^vintem=[0-9A-Za-z]{40}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/)
    for (const again of [await visit(vintem).post(path), await visit(vintem).get(path)]) {
      expect([again.status, again.headers["set-cookie"]]).to.deep.equal([410, undefined])
      expect(again.html).to.include("A link works once")
    }
  })

  it("is not done by opening a link, so an image, a prefetch or a mail scanner neither signs in nor uses the link up", async () => {
    await command(vintem, ["users", "add", "opened@example.com", "--role", "viewer"])
    const path = await loginPath(vintem, "opened@example.com")
    const address = vintem.server.dashboardOrigin!.replace("localhost", "127.0.0.1")
    for (const options of [
      { headers: { Accept: "image/*", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" } },
      { headers: { Accept: "text/html", "Sec-Purpose": "prefetch" } },
      { method: "HEAD" },
    ]) {
      const opened = await fetch(address + path, options)
      expect(opened.headers.get("set-cookie"), JSON.stringify(options)).to.equal(null)
    }
    expect((await visit(vintem).post(path)).status).to.equal(303)
  })

  it("is refused where another site presses the button, and leaves the link as it was", async () => {
    await command(vintem, ["users", "add", "foreign@example.com", "--role", "viewer"])
    const path = await loginPath(vintem, "foreign@example.com")
    const address = vintem.server.dashboardOrigin!.replace("localhost", "127.0.0.1")
    for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, { Origin: address }, {}]) {
      const page = await fetch(address + path, { method: "POST", headers: headers as never, redirect: "manual" })
      expect([page.status, page.headers.get("set-cookie")], JSON.stringify(headers)).to.deep.equal([403, null])
    }
    expect((await visit(vintem).post(path)).status).to.equal(303)
  })

  it("does not work with a link that is older than ten minutes, or that never was", async () => {
    await command(vintem, ["users", "add", "late@example.com", "--role", "viewer"])
    const path = await loginPath(vintem, "late@example.com")
    await change("UPDATE login_links SET expires_at_ms = expires_at_ms - 600000")
    for (const link of [path, `/sign-in/${"A".repeat(32)}`]) {
      expect((await visit(vintem).get(link)).status).to.equal(410)
      expect((await visit(vintem).post(link)).status).to.equal(410)
    }
  })

  it("is what every page and form asks for first", async () => {
    const stranger = visit(vintem)
    const ways = {
      "/": "/sign-in",
      "/nothing": "/sign-in?to=%2Fnothing",
      [`/${vintem.account}/test/payments?q=1`]: `/sign-in?to=%2F${vintem.account}%2Ftest%2Fpayments%3Fq%3D1`,
      "//evil.example/": "/sign-in",
    }
    for (const [path, location] of Object.entries(ways)) {
      const page = await stranger.get(path)
      expect([page.status, page.location], path).to.deep.equal([303, location])
      expect((await stranger.get(path, { accept: "application/json" })).status).to.equal(401)
      expect((await stranger.post(path)).status).to.equal(401)
    }
    expect((await stranger.get("/sign-in")).html).to.include("vintem dashboard login")
  })

  it("lets a link in a mail lead to a page, although the browser keeps the cookie back there", async () => {
    const path = `/${vintem.account}/test/payments?q=1`
    const page = await visit(vintem).get(path, { "sec-fetch-site": "cross-site" })
    expect([page.status, page.headers.refresh, page.location]).to.deep.equal([401, `0; url=${path}`, undefined])
    const away = await visit(vintem).get("//evil.example/", { "sec-fetch-site": "cross-site" })
    expect(away.headers.refresh).to.equal("0; url=/")
  })

  it("ends with the sign-out, with the user's removal, after 30 minutes without a request, and after 12 hours", async () => {
    const ends: Record<string, (email: string, post: () => Promise<unknown>) => Promise<unknown>> = {
      "out@example.com": (_, post) => post(),
      "gone@example.com": (email) => command(vintem, ["users", "remove", email]),
      "idle@example.com": () => change("UPDATE sessions SET seen_ms = seen_ms - 1800000"),
      "old@example.com": () => change("UPDATE sessions SET created_ms = created_ms - 43200000"),
    }
    for (const [email, end] of Object.entries(ends)) {
      const browser = await signIn(vintem, email, "viewer")
      const cookie = browser.cookie
      expect((await browser.get(`/${vintem.account}/test/payments`)).status, email).to.equal(200)
      await end(email, () => browser.post("/sign-out"))
      browser.cookie = cookie
      expect((await browser.get(`/${vintem.account}/test/payments`)).status, email).to.equal(303)
    }
  })

  it("does not go on for 30 minutes from its begin, but from the last request", async () => {
    const browser = await signIn(vintem, "busy@example.com", "viewer")
    for (let i = 0; i < 3; i++) {
      await change("UPDATE sessions SET seen_ms = seen_ms - 1200000, created_ms = created_ms - 1200000")
      expect((await browser.get(`/${vintem.account}/test/payments`)).status).to.equal(200)
    }
  })

  it("opens a form only with its session's token, and only from the dashboard's own origin", async () => {
    const browser = await signIn(vintem, "form@example.com", "owner")
    const other = await signIn(vintem, "other@example.com", "owner")
    await browser.get(`/${vintem.account}/test/payments`)
    const { html } = await other.get(`/${vintem.account}/test/payments`)
    const othersToken = /name="csrf" value="([^"]+)"/.exec(html)![1]!
    for (const csrf of ["", "0".repeat(64), othersToken]) expect((await browser.post("/sign-out", { csrf })).status).to.equal(403)
    expect((await browser.post("/sign-out", {}, { origin: "https://evil.example" })).status).to.equal(403)
    expect((await browser.get(`/${vintem.account}/test/payments`)).status).to.equal(200)
    expect((await browser.post("/sign-out")).status).to.equal(303)
  })

  it("shows an account only to its own users, and to those of all accounts", async () => {
    const merchant = await newMerchant(vintem)
    const paid = await payOne(merchant)
    const own = await signIn(vintem, "own@example.com", "viewer", merchant.account)
    const all = await signIn(vintem, "all@example.com", "viewer")
    const stranger = await signIn(vintem, "stranger@example.com", "owner", vintem.account)
    for (const path of [`/${merchant.account}/test/payments`, `/${merchant.account}/test/payments/${paid.id}`]) {
      expect((await own.get(path)).html).to.include(paid.id)
      expect((await all.get(path)).status).to.equal(200)
      const missing = await stranger.get(path.replace(merchant.account, "acct_0000000000000000000000000"))
      const refused = await stranger.get(path)
      expect([refused.status, refused.html]).to.deep.equal([404, missing.html])
    }
    const unknown = "pi_00000000000000000000000000"
    const [theirs, none] = [paid.id, unknown].map((id) => stranger.get(`/${vintem.account}/test/payments/${id}`))
    expect((await theirs)!.status).to.equal(404)
    expect((await theirs)!.html.replaceAll(paid.id, unknown)).to.equal((await none)!.html)
    expect((await own.get(`/${merchant.account}/live/payments`)).status).to.equal(404)
    expect((await own.get("/")).location).to.equal(`/${merchant.account}/test/home`)
  })

  it("leaves no old session and no old link in the database", async () => {
    await signIn(vintem, "past@example.com", "viewer")
    await loginPath(vintem, "past@example.com")
    await change("UPDATE sessions SET created_ms = created_ms - 43200001")
    await change("UPDATE login_links SET expires_at_ms = expires_at_ms - 600001")
    const fresh = await signIn(vintem, "present@example.com", "viewer")
    const { database } = vintem.server.modes.test
    for (const deleteOld of [deleteOldSessions, deleteOldLinks]) await database.transaction((tx) => deleteOld(tx, 500))
    expect(await database.all(sql("SELECT user_id FROM sessions"), {})).to.have.length(1)
    expect(await database.all(sql("SELECT digest FROM login_links"), {})).to.deep.equal([])
    expect((await fresh.get("/")).status).to.equal(200)
  })

  it("is in the audit log, with who, from where and when", async () => {
    const entries = await command<{ actor: string; source: string; action: string; target: string }[]>(vintem, ["audit", "list"])
    const [user] = await command<{ id: string }[]>(vintem, ["users", "list"])
    const of = (action: string) => entries.find((entry) => entry.action === action && entry.target === user!.id)!
    expect(of("dashboard.sign_in")).to.include({ actor: `user:${user!.id}`, source: "127.0.0.1" })
    expect(of("dashboard.login_link").actor).to.match(/^os_user:/)
  })

  it("sends pages that no other page can frame, that load nothing from elsewhere, and that are not stored", async () => {
    const browser = await signIn(vintem, "headers@example.com", "viewer")
    const { headers } = await browser.get(`/${vintem.account}/test/payments`)
    expect(headers["content-security-policy"]).to.include("default-src 'none'").and.include("frame-ancestors 'none'")
    expect(headers).to.include({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
  })

  it("shows markup in what merchants and payers wrote as text", async () => {
    const merchant = await newMerchant(vintem)
    const markup = `"><script>alert(1)</script>'&`
    const paid = await payOne(merchant, undefined, { description: markup, metadata: { '<b>"': markup } })
    const browser = await signIn(vintem, "markup@example.com", "viewer")
    for (const path of ["payments", `payments/${paid.id}`]) {
      const { html } = await browser.get(`/${merchant.account}/test/${path}`)
      expect(html).to.include("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;")
      expect(html).to.not.include("<script>")
    }
  })
})
