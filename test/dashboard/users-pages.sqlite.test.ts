import { expect } from "chai"
import { addUser, removeUser } from "../../src/accounts/users/users.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { Authenticator, register } from "../support/browser/authenticator.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"

describe("The list of the dashboard's users", () => {
  let vintem: Running
  let everywhere: Visitor
  let here: Visitor
  /** E-mail addresses of an account and of every account, newest first. */
  const of: Record<"shop" | "every", string[]> = { shop: [], every: [] }
  before(async () => {
    vintem = await startVintem()
    everywhere = await signIn(vintem, "ana@example.com", "owner")
    here = await signIn(vintem, "bea@example.com", "owner", vintem.account)
    const { database } = vintem.server.modes.test
    const far = await vintem.newAccount()
    await database.transaction(async (tx) => {
      const add = (email: string, account: string | null) => addUser(tx, { email, role: "viewer", account })
      for (let n = 0; n < 60; n++) {
        const name = String(n).padStart(2, "0")
        of.shop.unshift((await add(`shop${name}@example.com`, vintem.account)).email)
        if (n < 30) of.every.unshift((await add(`every${name}@example.com`, null)).email)
        if (n % 20 === 0) await add(`far${name}@example.com`, far)
        const gone = n % 20 === 1 && (await add(`gone${name}@example.com`, n === 1 ? null : vintem.account))
        if (gone) await removeUser(tx, gone.id)
      }
    })
    of.shop.push("bea@example.com")
    of.every.push("ana@example.com")
  })
  after(() => vintem.close())

  const path = (query = "") => `/${vintem.account}/test/users${query}`
  const visit = async (browser: Visitor, to: string) => {
    const { html, status } = await browser.get(to)
    expect(status, to).to.equal(200)
    const link = (rel: string) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll("&amp;", "&")
    return {
      emails: Array.from(html.matchAll(/>([a-z]+\d*@example\.com) /g), ([, email]) => email!),
      next: link("next"),
      previous: link("prev"),
      html,
    }
  }
  /** Goes from the first page to the last one and back. */
  const walk = async (browser: Visitor, to: string) => {
    const pages = [await visit(browser, to)]
    while (pages.at(-1)!.next) pages.push(await visit(browser, pages.at(-1)!.next!))
    const back = [pages.at(-1)!]
    while (back[0]!.previous) back.unshift(await visit(browser, back[0]!.previous))
    return { pages: pages.map(({ emails }) => emails), back: back.map(({ emails }) => emails) }
  }

  it("has those of an account, newest first, page by page and back", async () => {
    for (const browser of [everywhere, here]) {
      const { pages, back } = await walk(browser, path())
      expect(pages).to.deep.equal([of.shop.slice(0, 25), of.shop.slice(25, 50), of.shop.slice(50)])
      expect(back).to.deep.equal(pages)
    }
  })

  it("has those of every account apart, for those who see every account", async () => {
    const { pages, back } = await walk(everywhere, path("?of=every"))
    expect(pages).to.deep.equal([of.every.slice(0, 25), of.every.slice(25)])
    expect(back).to.deep.equal(pages)
    expect((await walk(here, path("?of=every"))).pages.flat()).to.deep.equal(of.shop)
  })

  it("begins after none of another list", async () => {
    const { next } = await visit(everywhere, path("?of=every"))
    const cursor = new URLSearchParams(next!.split("?")[1]).get("before")
    expect((await here.get(path(`?before=${cursor}`))).status).to.equal(400)
    expect((await here.get(path("?before=usr_none"))).status).to.equal(400)
    expect((await everywhere.get(path(`?of=every&before=${cursor}`))).status).to.equal(200)
  })

  it("says how many passkeys each of them has", async () => {
    const dora = await signIn(vintem, "dora@example.com", "owner", vintem.account)
    const answering = { origin: vintem.server.dashboardOrigin! }
    for (const name of ["Laptop", "Phone"])
      expect((await register(dora, new Authenticator(), answering, name)).status).to.equal(200)
    const rows = (await here.get(path())).html.split("<tr>")
    const passkeysOf = (email: string) => /<td[^>]*>(\d+)<\/td>/.exec(rows.find((row) => row.includes(`>${email} `))!)?.[1]
    expect([passkeysOf("dora@example.com"), passkeysOf(of.shop[0]!)]).to.deep.equal(["2", "0"])
  })
})
