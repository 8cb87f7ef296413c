import { expect } from "chai"
import pino from "pino"
import { KeyUses } from "../../src/accounts/key-uses.ts"
import { revokeKey } from "../../src/accounts/keys.ts"
import { loadContract } from "../../src/contract/contract.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { command, type Page, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { copyableIn, formToken, submit, submitTwice } from "../support/dashboard/form.ts"
import { type Databases, kind as database, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { cardBody } from "../support/merchants/payments.ts"

type Key = {
  id: string
  kind: string
  name: string | null
  scopes: string[]
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

describe("The dashboard's API keys", () => {
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  let databases: Databases
  const logged: string[] = []
  const seen: Page[] = []
  before(async () => {
    const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) })
    databases = await freshDatabases({ live: true })
    vintem = await startVintem({}, { databases, log })
    merchant = await newMerchant(vintem)
    owner = await signIn(vintem, "owner@example.com", "owner")
  })
  after(() => databases.remove())

  const path = (rest: string, mode = "test", account = merchant.account) => `/${account}/${mode}${rest}`
  const open = async (rest: string) => {
    const page = await owner.get(path(rest))
    seen.push(page)
    return page
  }
  const keys = (account = merchant.account) => command<Key[]>(vintem, ["keys", "list", "--account", account])
  const statusOf = async (key: string, method = "GET", to = "/v1/customers", body?: object, headers = {}) =>
    (await vintem.request(method, to, body, { key, headers })).status
  const prove = (ms: string) =>
    vintem.server.modes.live!.database.transaction((tx) => tx.run(sql<void>(`UPDATE sessions SET proved_ms = ${ms}`), {}))

  it("are created by an owner, shown once, and work at once for what their kind allows", async () => {
    const page = await submit(owner, path("/keys/new/secret"))
    const secret = copyableIn(page)
    expect(secret).to.match(/^zsk_test_[0-9A-Za-z]{40}$/)
    expect(await statusOf(secret)).to.equal(200)
    const publishable = copyableIn(await submit(owner, path("/keys/new/publishable")))
    const origin = "https://shop.example"
    await command(vintem, ["origins", "add", origin, "--mode", "test", "--account", merchant.account])
    expect(await statusOf(publishable, "POST", "/v1/tokens", cardBody(), { origin })).to.equal(201)
    expect(await statusOf(publishable)).to.equal(403)
    const fields = { scopes: "customers:read", life: "30" }
    const restricted = copyableIn(await submit(owner, path("/keys/new/restricted"), fields))
    expect(await statusOf(restricted)).to.equal(200)
    expect(await statusOf(restricted, "POST", "/v1/customers", { email: "ana@example.com" })).to.equal(403)
    const made = (await keys()).find(({ kind }) => kind === "restricted")!
    expect(made.scopes).to.deep.equal(["customers:read"])
    expect(made.expires_at! - Date.now() / 1000).to.be.closeTo(30 * 86_400, 120)
    const list = await open("/keys")
    expect(list.html).to.include(made.id).and.include("customers:read")
  })

  it("are created once by a form that is sent twice", async () => {
    const before = (await keys()).length
    const pages = await submitTwice(owner, path("/keys/new/secret"))
    expect((await keys()).length).to.equal(before + 1)
    expect(pages.filter(({ html }) => copyableIn({ html }).startsWith("zsk_"))).to.have.length(1)
    const [other] = pages.filter(({ status }) => status === 303)
    expect(other!.location).to.equal(path("/keys"))
    expect((await open("/keys")).html).to.include("This form was already sent")
  })

  it("need at least one scope where they are restricted, and every scope that an operation asks for can be chosen", async () => {
    const before = (await keys()).length
    const refused = await submit(owner, path("/keys/new/restricted"), { life: "7" })
    expect([refused.status, (await keys()).length]).to.deep.equal([400, before])
    expect(refused.html).to.include("Choose at least one scope").and.include(`<option value="7" selected`)
    for (const fields of [{ scopes: "everything:write" }, { scopes: "refunds:read", life: "100000" }])
      expect((await submit(owner, path("/keys/new/restricted"), fields as never)).status).to.equal(400)
    const { operations } = await loadContract()
    const asked = new Set(operations.map((operation) => operation["x-scope"]).filter(Boolean))
    const { html } = await open("/keys/new/restricted")
    const offered = new Set(Array.from(html.matchAll(/name="scopes" value="([^"]+)"/g), ([, scope]) => scope))
    expect([...offered].sort()).to.deep.equal([...asked].sort())
  })

  it("have the version that their owner chooses, when they are created and later", async () => {
    const headers = { "service-version": undefined }
    const versionOf = async (key: string) =>
      (await vintem.request("GET", "/v1/customers", undefined, { key, headers })).headers["service-version"]
    expect((await open("/keys/new/secret")).html).to.include(`<option value="2026-04-27" selected`)
    const key = copyableIn(await submit(owner, path("/keys/new/secret"), { name: "Till", service_version: "2026-12-01" }))
    expect(await versionOf(key)).to.equal("2026-12-01")
    const { id } = (await keys()).find(({ name }) => name === "Till")!
    const form = await open(`/keys/${id}/edit`)
    expect(form.html).to.include(`value="Till"`).and.include(`<option value="2026-12-01" selected`)
    expect((await submit(owner, path(`/keys/${id}/edit`), { name: "", service_version: "v1" })).status).to.equal(400)
    const done = await submit(owner, path(`/keys/${id}/edit`), { name: "Checkout", service_version: "2026-04-25" })
    expect([done.status, done.location]).to.deep.equal([303, path(`/keys/${id}`)])
    expect(await versionOf(key)).to.equal("2026-04-25")
    expect((await open(`/keys/${id}`)).html)
      .to.include("Checkout")
      .and.include("2026-04-25")
  })

  it("stop working at once when they are revoked, and are then listed apart", async () => {
    const { id, key } = await vintem.newKey({ account: merchant.account })
    const question = await open(`/keys/${id}/revoke`)
    expect(question.html).to.include(`The key ${id} stops working immediately`)
    const done = await submit(owner, path(`/keys/${id}/revoke`))
    expect([done.status, done.location]).to.deep.equal([303, path("/keys")])
    expect(await statusOf(key)).to.equal(401)
    expect((await open("/keys")).html)
      .to.include(`The key ${id} is revoked.`)
      .and.not.include(`/keys/${id}/revoke`)
    expect((await open("/keys/ended")).html)
      .to.include(id)
      .and.include("Revoked")
    const entries = await command<{ action: string; target: string; actor: string }[]>(vintem, ["audit", "list"])
    const entry = entries.find(({ action, target }) => action === "key.revoke" && target === id)
    expect(entry!.actor).to.match(/^user:usr_/)
  })

  it("are for owners: others see them and are offered nothing, and an owner of another account finds nothing", async () => {
    const { id, key } = await vintem.newKey({ account: merchant.account })
    const changes = ["/keys/new", "/keys/new/secret", `/keys/${id}/edit`, `/keys/${id}/revoke`]
    for (const role of ["viewer", "operator"]) {
      const visitor = await signIn(vintem, `${role}@example.com`, role)
      const list = await visitor.get(path("/keys"))
      expect(list.html).to.include(id).and.not.include("/revoke").and.not.include("/keys/new")
      for (const rest of changes) expect((await visitor.get(path(rest))).status, rest).to.equal(403)
      expect((await visitor.post(path(`/keys/${id}/revoke`))).status).to.equal(403)
    }
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", other.account)
    expect((await stranger.get(path("/keys"))).status).to.equal(404)
    const own = await stranger.get(path("/keys/new/secret", "test", other.account))
    for (const account of [merchant.account, other.account]) {
      const post = await stranger.post(path(`/keys/${id}/revoke`, "test", account), { form_token: formToken(own) })
      expect(post.status, account).to.equal(404)
    }
    expect(await statusOf(key)).to.equal(200)
  })

  it("are on pages that name their mode in the tab, in the address and in color", async () => {
    for (const mode of ["test", "live"]) {
      const { html } = await owner.get(path("/keys", mode))
      expect(html)
        .to.match(new RegExp(`<title>API keys – [^<]+ \\(${mode}\\)`, "i"))
        .and.include(`<body class="${mode}"`)
    }
  })

  it("of live mode need a session that a passkey has proved in the last minutes", async () => {
    const page = await owner.get(path("/keys", "live"))
    expect(page.html).to.not.include("/keys/new")
    const refused = await owner.get(path("/keys/new/secret", "live"))
    const way = new URLSearchParams({ to: path("/keys/new/secret", "live") })
    expect([refused.status, refused.html.includes(`/prove?${way}`)]).to.deep.equal([403, true])
    expect(page.html).to.include("live mode is read-only").and.include("/prove?")
    // A viewer could change nothing anyway, and test mode asks for no proof.
    const viewer = await signIn(vintem, "reader@example.com", "viewer", merchant.account)
    for (const other of [await viewer.get(path("/payments", "live")), await owner.get(path("/keys"))])
      expect([other.status, other.html.includes("live mode is read-only")]).to.deep.equal([200, false])
    await prove("1")
    const form = await owner.get(path("/keys/new/secret"))
    for (const send of [
      () => owner.get(path("/keys/new/secret", "live")),
      () => owner.post(path("/keys/new/secret", "live"), { form_token: formToken(form) }),
    ])
      expect((await send()).location).to.equal(`/prove?${new URLSearchParams({ to: path("/keys/new/secret", "live") })}`)
    await prove(String(Date.now()))
    expect((await owner.get(path("/keys", "live"))).html).to.not.include("live mode is read-only")
    const key = copyableIn(await submit(owner, path("/keys/new/secret", "live")))
    expect(key).to.match(/^zsk_live_/)
    expect(await statusOf(key)).to.equal(200)
  })

  it("show when they were last used, a moment after the first use", async () => {
    const { id, key } = await vintem.newKey({ account: merchant.account })
    const lastUse = async () => (await keys()).find((each) => each.id === id)!.last_used_at
    expect(await lastUse()).to.equal(null)
    await statusOf(key, "POST", "/v1/customers", {})
    const at = await until(async () => (await lastUse()) ?? undefined)
    expect(at).to.be.closeTo(Date.now() / 1000, 30)
    expect((await open("/keys")).html).to.include(new Date(at * 1000).toISOString())
  })

  it("have their use noted at most once in five minutes, by all processes together", async () => {
    const { id } = await vintem.newKey({ account: merchant.account })
    const { database } = vintem.server.modes.test
    const read = async () =>
      (await database.one(sql<{ at: number }>(`SELECT last_used_ms AS at FROM api_keys WHERE id = '${id}'`), {}))!.at
    const write = (ms: number) =>
      database.transaction((tx) => tx.run(sql<void>(`UPDATE api_keys SET last_used_ms = ${ms} WHERE id = '${id}'`), {}))
    const useIn = async (process: KeyUses) => {
      process.note({ account: merchant.account, id })
      await process.close()
      return read()
    }
    const process = () => new KeyUses(database, pino({ level: "silent" }))
    const [one, another] = [process(), process()]
    const recent = Date.now() - 240_000
    await write(recent)
    expect(await useIn(one)).to.equal(recent)
    await write(1)
    expect(await useIn(one), "the same process").to.equal(1)
    expect(await useIn(another), "another process").to.be.greaterThan(recent)
  })

  if (database === "postgres") {
    it("are revoked without waiting for a note of their use, which waits for nobody", async () => {
      const { id } = await vintem.newKey({ account: merchant.account })
      const { database, clock } = vintem.server.modes.test
      const uses = new KeyUses(database, pino({ level: "silent" }))
      await database.transaction(async (tx) => {
        await revokeKey(tx, clock, { account: merchant.account, id })
        uses.note({ account: merchant.account, id })
        await uses.close()
      })
      expect((await keys()).find((each) => each.id === id)!).to.include({ last_used_at: null })
    })
  }

  // Last, as SQLite's files can be read only once the server has closed.
  it("never appear a second time: not on a page, in the log, in the audit log or in the database", async () => {
    const page = await submit(owner, path("/keys/new/secret"))
    const secret = copyableIn(page)
    expect(page.html.split(secret)).to.have.length(2)
    const [newest] = (await keys()).sort((a, b) => (a.id < b.id ? 1 : -1))
    await submit(owner, path(`/keys/${newest!.id}/revoke`))
    for (const rest of ["/keys", "/keys/ended", `/keys/${newest!.id}/revoke`, "/keys/new/secret"]) await open(rest)
    await vintem.close()
    const texts = { log: logged.join(), pages: seen.map(({ html }) => html).join() }
    expect(texts.log).to.include("/keys/new/secret")
    expect(await findCanaries([secret], databases, texts)).to.deep.equal([])
  })
})
