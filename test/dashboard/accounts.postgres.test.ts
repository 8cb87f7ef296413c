import { expect } from "chai"
import { createAccount } from "../../src/accounts/accounts.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"

describe("The list of accounts in the dashboard", () => {
  let vintem: Running
  let browser: Visitor
  before(async () => {
    vintem = await startVintem()
    browser = await signIn(vintem, "ana@example.com", "viewer")
  })
  after(() => vintem.close())

  const add = (names: string[]) => {
    const { database, clock } = vintem.server.modes.test
    return database.transaction(async (tx) => {
      for (const name of names) await createAccount(tx, clock, name)
    })
  }
  /** The names on a page, its addresses of pages beside it, and the ids of the accounts. */
  async function visit(path: string) {
    const { html, status } = await browser.get(path)
    expect(status, path).to.equal(200)
    const link = (rel: string) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll("&amp;", "&")
    const found = [...html.matchAll(/<li><a href="\/(acct_\w+)\/test\/home">([^<]+)<\/a>/g)]
    return {
      html,
      names: found.map(([, , name]) => name),
      ids: found.map(([, id]) => id),
      next: link("next"),
      previous: link("prev"),
    }
  }

  it("leads to the only account, and shows a few on one page", async () => {
    expect((await browser.get("/")).location).to.equal(`/${vintem.account}/test/home`)
    await add(["padaria aurora"])
    const page = await visit("/")
    expect(page.names).to.have.length(2).and.include("padaria aurora")
    expect(page.html).to.not.include("<form").and.not.include("<nav")
  })

  it("has many by their names, page by page and back, and finds them by the beginning of a name or by id", async () => {
    // Two of each name, so that pages also end between accounts of the same name.
    const names = Array.from(
      { length: 60 },
      (_, i) => `${i % 4 < 2 ? "Loja" : "loja"} ${String(Math.floor(i / 2)).padStart(2, "0")}`,
    )
    await add(names)
    const pages = [await visit("/")]
    while (pages.at(-1)!.next) pages.push(await visit(pages.at(-1)!.next!))
    expect(pages.map((page) => page.names.length)).to.deep.equal([25, 25, 12])
    const all = pages.flatMap((page) => page.ids)
    expect(new Set(all).size).to.equal(62)
    const listed = pages.flatMap((page) => page.names.map((name) => name!.toLowerCase()))
    expect(listed).to.deep.equal([...listed].sort())
    const back = await visit(pages[2]!.previous!)
    expect([back.ids, back.next !== undefined]).to.deep.equal([pages[1]!.ids, true])
    const start = await visit(back.previous!)
    expect([start.ids, start.previous]).to.deep.equal([pages[0]!.ids, undefined])

    expect((await visit("/?q=LOJA+1")).names).to.have.length(20)
    const first = await visit("/?q=loja")
    expect((await visit(first.next!)).names)
      .to.have.length(25)
      .and.not.include("padaria aurora")
    expect((await visit(`/?q=${vintem.account}`)).ids).to.deep.equal([vintem.account])
    for (const text of ["aurora", "acct_0", "<b>"]) {
      const { html, ids } = await visit(`/?${new URLSearchParams({ q: text })}`)
      expect(ids).to.deep.equal([])
      expect(html).to.include("No account has the id").and.include('href="/"').and.not.include("<b>")
    }
  })
})
