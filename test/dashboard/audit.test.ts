import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"

describe("The audit log in the dashboard", () => {
  let vintem: Running
  let own: string
  let viewer: Visitor
  let all: Visitor
  before(async () => {
    vintem = await startVintem({}, { live: true })
    own = vintem.account
    viewer = await signIn(vintem, "viewer@example.com", "viewer", own)
    all = await signIn(vintem, "all@example.com", "viewer")
    for (let i = 0; i < 60; i++)
      await entry("origin.add", `https://shop-${String(i).padStart(2, "0")}.example`, 1_700_000_000 + i)
  })
  after(() => vintem.close())

  /** An entry of test mode, at this time in Unix seconds. */
  const entry = (action: string, target: string, at: number, account = own, actor = "os_user:root") =>
    vintem.server.modes.test.database.transaction((tx) =>
      tx.run(
        sql<void>(
          `INSERT INTO audit_log (id, at_ms, actor, source, action, target, account, outcome)
           VALUES ('aud_${String(at).padStart(25, "0")}', ${at * 1000}, '${actor}', 'host', '${action}', '${target}', '${account}', 'done')`,
        ),
        {},
      ),
    )
  const page = async (query = "", browser = viewer) => {
    const { status, html } = await browser.get(`/${own}/test/audit${query}`)
    expect(status, html).to.equal(200)
    return html
  }
  const shopsIn = (html: string) => [...html.matchAll(/https:\/\/shop-(\d\d)\.example/g)].map(([, number]) => Number(number))
  const linkIn = (html: string, rel: string) =>
    new RegExp(`rel="${rel}" href="[^?]*([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&")

  it("lists the entries of both databases, newest first, page by page, with the e-mail of who acted", async () => {
    const first = await page()
    expect(first).to.include("viewer@example.com").and.include("Signed in").and.include("Live")
    const seen = shopsIn(first)
    let html = first
    for (let link = linkIn(html, "next"); link; link = linkIn(html, "next")) {
      html = await page(link)
      seen.push(...shopsIn(html))
    }
    expect(seen).to.deep.equal(Array.from({ length: 60 }, (_, i) => 59 - i))
    for (let link = linkIn(html, "prev"); link; link = linkIn(html, "prev")) html = await page(link)
    expect(shopsIn(html)).to.deep.equal(shopsIn(first))
  })

  it("finds entries by what was done, by whom, to what, and when", async () => {
    expect(shopsIn(await page("?target=https://shop-07.example")))
      .to.include(7)
      .and.have.length.within(1, 3)
    expect(await page("?action=dashboard.sign_in")).to.not.include("shop-")
    const [user] = await command<{ id: string; email: string }[]>(vintem, ["users", "list"])
    for (const actor of [`user:${user!.id}`, user!.email]) {
      const html = await page(`?actor=${encodeURIComponent(actor)}`)
      expect(html, actor).to.include("Signed in").and.not.include("https://shop-")
    }
    expect(shopsIn(await page("?actor=os_user:root&action=origin.add&from=2023-11-14&to=2023-11-14"))[0]).to.equal(59)
    expect(await page("?to=2023-11-13")).to.include("No entry fits these filters")
    expect(await page("?from=2023-13-99&actor=%27&target=%3Cb%3E")).to.include("&lt;b&gt;")
  })

  it("tells users with the same e-mail apart: those of the account, of every account, and of other accounts", async () => {
    const elsewhere = await vintem.newAccount("Elsewhere")
    const ids = new Map<string, string>()
    for (const [name, account] of [
      ["here", ["--account", own]],
      ["everywhere", []],
      ["there", ["--account", elsewhere]],
    ] as const) {
      const { id } = await command<{ id: string }>(vintem, ["users", "add", "twin@example.com", "--role", "viewer", ...account])
      ids.set(name, id)
      await entry("key.create", `key_${name}`, 1_700_005_000 + ids.size, own, `user:${id}`)
    }
    const keysIn = (html: string) => Array.from(html.matchAll(/key_(\w+)/g), ([, name]) => name)
    const html = await page("?action=key.create")
    expect(html).to.include(`twin@example.com <span class="hint">all accounts</span>`)
    expect(html.match(/>twin@example.com</g), "of one account").to.have.length(2)
    expect(keysIn(await page("?actor=twin@example.com"))).to.deep.equal(["here"])
    await command(vintem, ["users", "remove", "twin@example.com", "--account", own])
    expect(keysIn(await page("?actor=twin@example.com"))).to.deep.equal(["everywhere"])
    await command(vintem, ["users", "remove", "twin@example.com", "--account", "none"])
    expect(await page("?actor=twin@example.com"), "of another account").to.include("No entry fits these filters")
  })

  it("shows an account only what concerns it, and what concerns none only to those who see every account", async () => {
    const other = await vintem.newAccount("Other")
    await entry("origin.add", "https://other.example", 1_700_001_000, other)
    expect(await page("?target=https://other.example")).to.include("No entry fits")
    const { html } = await all.get(`/${other}/test/audit`)
    expect(html).to.include("https://other.example")
    const id = `aud_${"1700001000".padStart(25, "0")}`
    expect((await viewer.get(`/${own}/test/audit?before=${id}`)).status).to.equal(400)
    expect((await viewer.get(`/${other}/test/audit`)).status).to.equal(404)
    expect(await page("?of=none", all)).to.include("all@example.com")
    expect(await page("?of=none")).to.not.include("all@example.com")
  })

  it("can be downloaded as CSV, whole, with the filters, and without formulas", async () => {
    await entry("origin.add", '=HYPERLINK("http://evil.example")', 1_700_002_000)
    const file = await viewer.get(`/${own}/test/audit.csv`)
    expect(file.headers["content-type"]).to.include("text/csv")
    expect(file.headers["content-disposition"]).to.equal(`attachment; filename="audit-${own}.csv"`)
    const lines = file.html.trim().split("\n")
    expect(lines[0]).to.equal("id,at,mode,actor,actor_email,source,action,target,account,outcome,reason,changes")
    expect(lines.filter((line) => line.includes("https://shop-"))).to.have.length(60)
    expect(lines.find((line) => line.includes("dashboard.sign_in")))
      .to.include("viewer@example.com")
      .and.include(",live,")
    expect(file.html).to.include(`"'=HYPERLINK(`)
    const some = await viewer.get(`/${own}/test/audit.csv?target=https://shop-07.example`)
    expect(some.html.trim().split("\n")).to.have.length(2)
  })
})
