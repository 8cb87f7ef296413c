import { expect } from "chai"
import pino from "pino"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { command, type Page, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { copyableIn, submit } from "../support/dashboard/form.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

type Key = { id: string; key: string; name: string | null; prefix: string; last4: string }

describe("The names of API keys", function () {
  this.timeout(120_000)
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
  const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")
  const create = (mode: string, ...more: string[]) =>
    command<Key>(vintem, ["keys", "create", "--account", merchant.account, "--mode", mode, "--kind", "secret", ...more])
  /** Sends the field at the top of a page. */
  const search = async (q: string, visitor = owner, at = path("/home")) => {
    await visitor.get(at)
    const page = await visitor.post(at.replace("/home", "/search"), { q })
    seen.push(page)
    return page
  }

  it("are given with the command line or on the page, and the key shows how it begins and ends", async () => {
    const { key, name, prefix, last4, id } = await create("test", "--name", " Checkout ")
    expect([name, prefix, last4]).to.deep.equal(["Checkout", key.slice(0, "zsk_test_".length + 4), key.slice(-4)])
    const listed = (await command<Key[]>(vintem, ["keys", "list"])).find((each) => each.id === id)!
    expect([listed.name, listed.prefix, listed.last4, listed.key]).to.deep.equal([name, prefix, last4, undefined])
    expect(textOf((await owner.get(path("/keys"))).html)).to.include(`Checkout Secret ${prefix}…${last4} ${id}`)
    const made = copyableIn(await submit(owner, path("/keys/new/restricted"), { name: "Relatório", scopes: "customers:read" }))
    const [newest] = (await command<Key[]>(vintem, ["keys", "list", "--account", merchant.account])).reverse()
    expect([newest!.name, newest!.last4]).to.deep.equal(["Relatório", made.slice(-4)])
    const page = await owner.get(path(`/keys/${newest!.id}`))
    expect(textOf(page.html))
      .to.include("Relatório")
      .and.include("customers:read")
      .and.include(`…${made.slice(-4)}`)
  })

  it("have 1 to 60 characters on one line, and are no keys", async () => {
    const { key } = await create("test")
    for (const name of ["", "x".repeat(61), "two\nlines", `it is ${key}`]) {
      const refused = await vintem.cli(...["keys", "create", "--mode", "test", "--kind", "secret", "--name", name])
      expect([refused.status, refused.stdout], name).to.deep.equal([2, ""])
      if (name !== "") expect((await submit(owner, path("/keys/new/secret"), { name })).status, name).to.equal(400)
    }
  })

  it("are missing where a key is older, which the page says, and such a key is found as well", async () => {
    const { id, key } = await create("test")
    await vintem.server.modes.test.database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE api_keys SET name = NULL, prefix = NULL, last4 = NULL WHERE id = '${id}'`), {}),
    )
    expect((await owner.get(path("/keys"))).html).to.include("have no visible beginning and end")
    expect((await search(key)).location).to.equal(path(`/keys/${id}`))
    expect((await owner.get(path(`/keys/${id}`))).html).to.include("have no visible beginning and end")
  })

  it("lead from a key that a user pastes to its page, in any mode and also when it was revoked, and to no key of others", async () => {
    const [test, live, revoked] = [await create("test"), await create("live"), await create("test")]
    await command(vintem, ["keys", "revoke", revoked.id])
    for (const text of [test.key, ` ${test.key}\n`, `Authorization: Bearer ${test.key}`, `VINTEM_KEY="${test.key}"`])
      for (const at of [path("/home"), path("/home", "live")])
        expect((await search(text, owner, at)).location, text).to.equal(path(`/keys/${test.id}`))
    expect((await search(live.key)).location).to.equal(path(`/keys/${live.id}`, "live"))
    expect((await search(revoked.key)).location).to.equal(path(`/keys/${revoked.id}`))
    expect(textOf((await owner.get(path(`/keys/${revoked.id}`))).html)).to.include("Revoked")

    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", other.account)
    for (const [visitor, key] of [
      [stranger, test.key],
      [owner, `zsk_test_${"0".repeat(40)}`],
      [owner, test.key.slice(0, 20)],
    ] as const) {
      const page = await search(key, visitor, path("/home", "test", visitor === stranger ? other.account : merchant.account))
      expect([page.status, page.location, page.html.includes("no key that you may see is this one")]).to.deep.equal([
        200,
        undefined,
        true,
      ])
    }
    expect((await stranger.get(path(`/keys/${test.id}`, "test", other.account))).status).to.equal(404)
  })

  it("put no card number, and no other text that looks like a secret, into an address", async () => {
    const { key } = await create("test")
    for (const text of [
      "4242 4242 4242 4242",
      key.slice(1),
      key.replaceAll("_", " "),
      `whsec_${"a1".repeat(16)}`,
      `/pay/${"b2".repeat(11)}`,
    ]) {
      const { status, location, html } = await search(text)
      expect([status, location, html.includes(text)], text).to.deep.equal([200, undefined, false])
      expect(textOf(html)).to.include("No payment is found by a card number or a secret")
    }
  })

  it("leave other searches as they are", async () => {
    expect((await search("ana@example.com")).location).to.equal(path("/payments?q=ana%40example.com"))
    expect((await owner.post(path("/search"), { q: "ana@example.com", csrf: "no" })).status).to.equal(403)
    expect((await owner.get(path("/search"))).location).to.equal(path("/payments"))
  })

  it("stand for the key in the audit log and in the log of requests", async () => {
    const { id, key, last4 } = await create("test", "--name", "Checkout")
    const called = await vintem.request("POST", "/merchant-origins", { origin: "https://shop.example" }, { key })
    expectStatus(called, 201)
    const name = `key Checkout (…${last4})`
    expect(textOf((await owner.get(path(`/audit?actor=api_key:${id}`))).html)).to.include(name)
    expect(textOf((await owner.get(path(`/audit?target=${id}`))).html)).to.include(`API key created ${name}`)
    const list = await until(async () => {
      const { html } = await owner.get(path(`/requests?key=${id}`))
      return html.includes("merchant-origins") && html
    })
    expect(textOf(list)).to.include(name)
    const request = /\/requests\/(req_\w+)"/.exec(list)![1]
    expect(textOf((await owner.get(path(`/requests/${request}`))).html)).to.include(name)
    const entries = await command<Json[]>(vintem, ["audit", "list", "--account", merchant.account])
    expect(entries.find(({ action }) => action === "origin.add").actor, "as it is stored").to.equal(`api_key:${id}`)
  })

  it("are in the databases, and no more of a key than its parts is, nor in a log or on a page after its own", async () => {
    const { key } = await create("test", "--name", "Canary")
    await search(key)
    const restricted = await create("live")
    await search(`Bearer ${restricted.key}`)
    await vintem.close()
    const hidden = [key, restricted.key].flatMap((each) => [each, each.slice(13, -4)])
    const pages = seen.map(({ html, location }) => `${html}${location}`).join()
    expect(await findCanaries(hidden, databases, { log: logged.join(), pages })).to.deep.equal([])
    expect(await findCanaries(["Canary"], databases)).to.deep.equal(["test table api_keys: Canary"])
  })
})
