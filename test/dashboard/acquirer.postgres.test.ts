import { expect } from "chai"
import pino from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { command, type Page, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { formToken, submit, submitTwice } from "../support/dashboard/form.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

describe("The dashboard's acquirer", () => {
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  const logged: string[] = []
  const seen: Page[] = []
  before(async () => {
    databases = await freshDatabases({ live: true })
    const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) })
    vintem = await startVintem({}, { databases, log })
    merchant = await newMerchant(vintem, "live")
    owner = await signIn(vintem, "owner@example.com", "owner")
    await prove(Date.now())
  })
  after(() => databases.remove())

  const MERCHANT_KEY = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
  const CREDENTIALS = { name: "cielo", merchant_id: "0a1b2c3d-0000-4000-8000-0123456789ab", merchant_key: MERCHANT_KEY }
  const path = (rest = "", mode = "live") => `/${merchant.account}/${mode}/settings/acquirer${rest}`
  const prove = (ms: number) =>
    vintem.server.modes.live!.database.transaction((tx) => tx.run(sql<void>(`UPDATE sessions SET proved_ms = ${ms}`), {}))
  const shown = () => vintem.cli("acquirer", "show", "--account", merchant.account, "--json")
  const open = async (rest = "") => {
    const page = await owner.get(path(rest))
    seen.push(page)
    return page
  }

  it("is the mock in test mode, which cannot be changed", async () => {
    const page = await owner.get(path("", "test"))
    expect(page.html).to.include("the mock acquirer answers").and.include(`/${merchant.account}/test/test-tools/cards`)
    for (const rest of ["/set", "/remove"]) expect((await owner.get(path(rest, "test"))).status).to.equal(404)
  })

  it("is set, replaced and removed by an owner, and its key is never shown", async () => {
    expect((await open()).html).to.include("they are all refused")
    expect((await submit(owner, path("/set"), CREDENTIALS)).location).to.equal(path())
    expect(JSON.parse((await shown()).stdout)).to.include({ name: "cielo", merchant_id: CREDENTIALS.merchant_id })
    const page = await open()
    expect(page.html).to.include(CREDENTIALS.merchant_id).and.include("Stored encrypted")
    expect((await open("/set")).html).to.include("New live payments then go to the acquirer below")
    const other = "11111111-0000-4000-8000-0123456789ab"
    await submit(owner, path("/set"), { ...CREDENTIALS, merchant_id: other, boleto_provider: "BancoDoBrasil3" })
    expect(JSON.parse((await shown()).stdout)).to.include({ merchant_id: other, boleto_provider: "BancoDoBrasil3" })
    expect((await open("/remove")).html).to.include("new live payments are refused")
    await submit(owner, path("/remove"))
    expect((await shown()).status).to.equal(1)
    const actions = await command<{ action: string; target: string }[]>(vintem, ["audit", "list", "--mode", "live"])
    const own = actions.filter(({ action }) => action.startsWith("acquirer."))
    expect(own.map(({ action }) => action)).to.deep.equal(["acquirer.remove", "acquirer.set", "acquirer.set"])
    expect(own.every(({ target }) => target.startsWith("cred_"))).to.equal(true)
  })

  it("is set once by a form that is sent twice", async () => {
    const pages = await submitTwice(owner, path("/set"), CREDENTIALS)
    expect(pages.map(({ status, location }) => [status, location])).to.deep.equal(Array(2).fill([303, path()]))
    const rows = await vintem.server.modes.live!.database.all(
      sql("SELECT id FROM acquirer_credentials WHERE ended_at IS NULL"),
      {},
    )
    expect(rows).to.have.length(1)
  })

  it("is refused where the credentials cannot be right, without showing the key that was typed", async () => {
    const wrongs: Record<string, string>[] = [
      { merchant_id: "12" },
      { merchant_key: "short" },
      { name: "other" },
      { boleto_provider: "Other" },
    ]
    for (const wrong of wrongs) {
      const page = await submit(owner, path("/set"), { ...CREDENTIALS, ...wrong })
      seen.push(page)
      expect([page.status, page.html.includes(`role="alert"`)], JSON.stringify(wrong)).to.deep.equal([400, true])
    }
  })

  it("asks for the passkey again, and is for owners only", async () => {
    await prove(Date.now() - 600_000)
    const { form_token } = { form_token: formToken(await owner.get(`/${merchant.account}/test/settings/origins/add`)) }
    for (const rest of ["/set", "/remove"]) {
      const to = `/prove?${new URLSearchParams({ to: path(rest) })}`
      expect((await owner.get(path(rest))).location).to.equal(to)
      expect((await owner.post(path(rest), { ...CREDENTIALS, form_token })).location).to.equal(to)
    }
    const operator = await signIn(vintem, "operator@example.com", "operator")
    await prove(Date.now())
    expect((await operator.get(path())).html)
      .to.include("cielo")
      .and.not.include("/acquirer/set")
    for (const rest of ["/set", "/remove"]) expect((await operator.get(path(rest))).status).to.equal(403)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", (await newMerchant(vintem)).account)
    expect((await stranger.get(path())).status).to.equal(404)
  })

  // Last, as SQLite's files can be read only once the server has closed.
  it("has a key that is on no page, in no line of the log and nowhere in clear", async () => {
    await vintem.close()
    const texts = { log: logged.join(), pages: seen.map(({ html }) => html).join() }
    expect(await findCanaries([MERCHANT_KEY], databases, texts)).to.deep.equal([])
  })
})
