import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { copyableIn, formToken, submit, submitTwice } from "../support/dashboard/form.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"

type Integration = { id: string; url: string; active: boolean }

describe("The dashboard's integrations", () => {
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  before(async () => {
    databases = await freshDatabases()
    vintem = await startVintem({}, { databases })
    merchant = await newMerchant(vintem)
    owner = await signIn(vintem, "owner@example.com", "owner")
  })
  after(() => databases.remove())

  const URL = "https://tool.example/purchases?token=tokenOfTheTool"
  const path = (rest = "") => `/${merchant.account}/test/settings/integrations${rest}`
  const list = () => command<Integration[]>(vintem, ["integrations", "list", "--mode", "test", "--account", merchant.account])

  it("are created with a secret, and deactivated for good", async () => {
    expect((await owner.get(path())).html).to.include("No tool receives your purchases")
    const page = await submit(owner, path("/new"), { url: URL })
    expect(copyableIn(page)).to.match(/^whsec_/)
    const [made] = await list()
    expect(made).to.include({ url: URL, active: true })
    const shown = await owner.get(path())
    expect(shown.html).to.include("https://tool.example/purchases?…").and.not.include("tokenOfTheTool")
    expect((await owner.get(path(`/${made!.id}/deactivate`))).html).to.include("gets no more purchases")
    expect((await submit(owner, path(`/${made!.id}/deactivate`))).location).to.equal(path())
    expect((await list())[0]!.active).to.equal(false)
    expect((await owner.get(path())).html)
      .to.include("Inactive")
      .and.not.include("/deactivate")
  })

  it("are created once by a form that is sent twice, and not for a URL that cannot be one", async () => {
    const before = (await list()).length
    const pages = await submitTwice(owner, path("/new"), { url: "https://twice.example/" })
    expect(pages.map((page) => page.status).sort()).to.deep.equal([200, 303])
    expect(await list()).to.have.length(before + 1)
    for (const url of ["http://tool.example", "https://ana:secret@tool.example", ""]) {
      const page = await submit(owner, path("/new"), { url })
      expect([page.status, (await list()).length], url).to.deep.equal([400, before + 1])
    }
  })

  it("are for owners of the account", async () => {
    await submit(owner, path("/new"), { url: "https://mine.example/" })
    const { id } = (await list()).at(-1)!
    const operator = await signIn(vintem, "operator@example.com", "operator")
    expect((await operator.get(path())).html)
      .to.include(id)
      .and.not.include("/deactivate")
      .and.not.include("/new")
    for (const rest of ["/new", `/${id}/deactivate`]) expect((await operator.get(path(rest))).status).to.equal(403)
    const { account } = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", account)
    const form = { form_token: formToken(await stranger.get(`/${account}/test/settings/integrations/new`)) }
    expect((await stranger.post(`/${account}/test/settings/integrations/${id}/deactivate`, form)).status).to.equal(404)
    expect((await list()).find((each) => each.id === id)!.active).to.equal(true)
  })

  it("have a page for each message, which shows the purchase that it is about", async () => {
    await submit(owner, path("/new"), { url: "https://each.example/" })
    const target = (await list()).at(-1)!.id
    const payments = [(await payOne(merchant)).id, (await payOne(merchant)).id].sort()
    const { database } = vintem.server.modes.test
    const sent = await database.all(sql<{ id: string }>(`SELECT id FROM deliveries WHERE target = '${target}'`), {})
    const pages = await Promise.all(sent.map(({ id }) => owner.get(`/${merchant.account}/test/webhooks/deliveries/${id}`)))
    const named = pages.map(({ html }) => payments.filter((id) => html.includes(id)))
    expect(named.sort()).to.deep.equal(payments.map((id) => [id]))
  })

  it("keep the token in their URL to themselves on the pages of what was sent to them", async () => {
    await submit(owner, path("/new"), { url: URL })
    await payOne(merchant)
    const { database } = vintem.server.modes.test
    const sent = sql<{ id: string }>(`SELECT id FROM deliveries WHERE target = '${(await list()).at(-1)!.id}'`)
    const { id } = await until(() => database.one(sent, {}))
    const viewer = await signIn(vintem, "viewer@example.com", "viewer")
    const delivery = `/${merchant.account}/test/webhooks/deliveries/${id}`
    for (const [visitor, page] of [
      [viewer, delivery],
      [owner, `${delivery}/replay`],
    ] as const) {
      const { status, html } = await visitor.get(page)
      expect([status, html.includes("https://tool.example/purchases?…")], page).to.deep.equal([200, true])
      expect(html).to.not.include("tokenOfTheTool")
    }
  })

  // Last, as SQLite's files can be read only once the server has closed.
  it("have a secret that is on one page, and in clear nowhere else", async () => {
    const page = await submit(owner, path("/new"), { url: "https://secret.example/" })
    const secret = copyableIn(page)
    const pages = (await owner.get(path())).html + (await owner.get(path("/new"))).html
    await vintem.close()
    expect(await findCanaries([secret, secret.replace(/^whsec_/, "")], databases, { pages })).to.deep.equal([])
  })
})
