// The command line does the same on both databases. These tests also cover live mode, which always uses Postgres.
import { expect } from "chai"
import { listKeys, revokeKey } from "../../src/accounts/keys.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const SECRET = /\bz(?:sk|rk|k)_(?:test|live)_[0-9A-Za-z]{32,}/g

describe("vintem keys", function () {
  this.timeout(120_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  const keys = (...args: string[]) => vintem.cli("keys", ...args)
  const create = (...args: string[]) => keys("create", "--account", vintem.account, ...args, "--json")

  for (const mode of ["test", "live"] as const) {
    it(`a ${mode} key is shown once and works until it is revoked`, async () => {
      const { json } = await create("--mode", mode, "--kind", "secret")
      const { key, last_used_at, ...shown } = json
      const { prefix, last4 } = shown
      expect([prefix, last4]).to.deep.equal([key.slice(0, 13), key.slice(-4)])
      expect(key).to.match(new RegExp(`^zsk_${mode}_`))
      const { id, created } = shown
      expect(created).to.be.closeTo(Date.now() / 1000, 60)
      const parts = { name: null, prefix, last4 }
      const pinned = { service_version: "2026-04-27" }
      const active = {
        ...pinned,
        account: vintem.account,
        mode,
        kind: "secret",
        scopes: [],
        expires_at: null,
        revoked_at: null,
        ...parts,
      }
      expect({ ...shown, last_used_at }).to.deep.equal({ id, created, ...active, last_used_at: null })
      const customer = await vintem.request("POST", "/v1/customers", { email: "ana@example.com" }, { key })
      expect(expectStatus(customer, 201).livemode).to.equal(mode === "live")

      // It is used, so when is noted at any moment.
      const { last_used_at: _, ...revoked } = (await keys("revoke", id, "--json")).json
      expect(revoked).to.deep.equal({ ...shown, revoked_at: revoked.revoked_at })
      expect(revoked.revoked_at).to.be.closeTo(Date.now() / 1000, 60)
      expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key }), 401)
      const { json: list } = await keys("list", "--json")
      expect(list.find((key: Json) => key.id === id)).to.deep.include(revoked)
    })
  }

  it("a key has the version that it is created with, until another one is chosen for it", async () => {
    const { json: created } = await create("--mode", "test", "--kind", "secret", "--service-version", "2026-12-01")
    const unnamed = { key: created.key, headers: { "service-version": undefined } }
    const versionOfRequests = async () =>
      (await vintem.request("GET", "/v1/customers", undefined, unnamed)).headers["service-version"]
    expect([created.service_version, await versionOfRequests()]).to.deep.equal(["2026-12-01", "2026-12-01"])

    const { json: moved } = await keys("update", created.id, "--service-version", "2026-04-25", "--json")
    expect([moved.service_version, await versionOfRequests()]).to.deep.equal(["2026-04-25", "2026-04-25"])
    const { json: named } = await keys("update", created.id, "--name", "Checkout", "--json")
    const { key: _, ...shown } = created
    expect(named).to.deep.equal({ ...shown, service_version: "2026-04-25", name: "Checkout", last_used_at: named.last_used_at })
    const { json: entries } = await vintem.cli("audit", "list", "--json")
    const own = entries.filter(({ target, action }: Json) => target === created.id && action === "key.update")
    expect(own.map(({ outcome }: Json) => outcome)).to.deep.equal(["done", "done"])
  })

  it("a change is refused without anything to change, for an unknown version, and for a key that has ended", async () => {
    const { json: key } = await create("--mode", "test", "--kind", "secret")
    const update = async (...args: string[]) => {
      const { status, stderr } = await keys("update", ...args)
      return [status, stderr.trim().split("\n")[0]]
    }
    expect(await update(key.id)).to.deep.equal([2, "error: say what to change: --service-version or --name"])
    expect((await update(key.id, "--service-version", "2026-04-26"))[0]).to.equal(2)
    expect(await update("key_none", "--name", "Till")).to.deep.equal([
      1,
      "vintem: No such key: 'key_none'. List them with: vintem keys list",
    ])
    await keys("revoke", key.id)
    expect(await update(key.id, "--name", "Till")).to.deep.equal([1, `vintem: The key ${key.id} is revoked. Create another one.`])
    const { json: list } = await keys("list", "--json")
    expect(list.find(({ id }: Json) => id === key.id)).to.deep.include({ name: null, service_version: "2026-04-27" })
  })

  it("--expires takes minutes, hours or days from now, or a point in time", async () => {
    const spans: [string, number][] = [
      ["15m", 15 * 60],
      ["12h", 12 * 3600],
      ["30d", 30 * 86_400],
    ]
    const secret = (expires: string) => create("--mode", "test", "--kind", "secret", "--expires", expires)
    const results = await Promise.all(spans.map(([expires]) => secret(expires)))
    for (const [i, [expires, seconds]] of spans.entries()) {
      const { created, expires_at } = results[i]!.json
      expect(expires_at - created, expires).to.be.within(seconds - 60, seconds)
    }
    expect((await secret("2040-01-02T03:04:05Z")).json.expires_at).to.equal(Date.UTC(2040, 0, 2, 3, 4, 5) / 1000)
    for (const text of ["15 minutes", "2040-02-30", "2040-02-30T03:04:05Z"]) {
      const wrong = await secret(text)
      expect([wrong.status, wrong.stdout], text).to.deep.equal([2, ""])
      expect(wrong.stderr).to.contain("15m")
    }
    const past = await secret("2020-01-01")
    expect([past.status, past.stdout]).to.deep.equal([2, ""])
    expect(past.stderr).to.contain("Must be in the future")
  })

  it("--scopes sets a restricted key's scopes, without repeats, and names an unknown one", async () => {
    const restricted = ["--mode", "test", "--kind", "restricted", "--scopes"]
    const { json } = await create(...restricted, "customers:read, products:write,customers:read")
    expect(json).to.deep.include({ kind: "restricted", scopes: ["customers:read", "products:write"] })
    const { key } = json
    expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key }), 200)
    expectStatus(await vintem.request("POST", "/v1/customers", { email: "a@example.com" }, { key }), 403)
    const wrong = await create(...restricted, "customers:read,coins:write")
    expect([wrong.status, wrong.stdout]).to.deep.equal([2, ""])
    expect(wrong.stderr).to.contain("Unknown scopes: coins:write")
  })

  it("creates a publishable key", async () => {
    const { json } = await create("--mode", "live", "--kind", "publishable")
    expect(json.key).to.match(/^zk_live_/)
    const refused = await vintem.request("GET", "/v1/customers", undefined, { key: json.key })
    expect(expectStatus(refused, 403).error.code).to.equal("origin_not_allowed")
  })

  it("without --json, create shows the key once and list shows states but never keys", async () => {
    const created = await keys("create", "--account", vintem.account, "--mode", "test", "--kind", "secret")
    expect(created.stdout.match(SECRET)).to.have.lengthOf(1)
    const active = /key_\w+/.exec(created.stdout)![0]
    const now = Math.floor(Date.now() / 1000)
    const expired = await vintem.newKey({ expires_at: now - 60 })
    const expiring = await vintem.newKey({ expires_at: now + 3600 })
    const revoked = await vintem.newKey({ kind: "publishable" })
    expect((await keys("revoke", revoked.id)).stdout).to.equal(`${revoked.id} is revoked.\n`)
    const { stdout } = await keys("list")
    expect(stdout.match(SECRET)).to.equal(null)
    expect(
      new Set(
        stdout
          .trim()
          .split("\n")
          .map((line) => line.indexOf("acct_")),
      ).size,
      stdout,
    ).to.equal(1)
    const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
    const stateOf = (id: string) =>
      stdout
        .split("\n")
        .find((line) => line.startsWith(id))
        ?.split(/ {2,}/)[4]
    expect([active, expired.id, expiring.id, revoked.id].map(stateOf)).to.deep.equal([
      "active",
      `expired ${iso(now - 60)}`,
      `expires ${iso(now + 3600)}`,
      "revoked",
    ])
  })

  it("list can show the keys of one account", async () => {
    const other = await vintem.newAccount()
    const { id } = await vintem.newKey({ account: other })
    const live = await vintem.newKey({ account: other, mode: "live" })
    const { json } = await keys("list", "--account", other, "--json")
    expect(json.map((key: Json) => key.id)).to.deep.equal([id, live.id])
    const unknown = await keys("list", "--account", "acct_none", "--json")
    expect([unknown.status, unknown.stdout]).to.deep.equal([1, ""])
    expect(unknown.stderr).to.equal("vintem: No such account: 'acct_none'. List them with: vintem accounts list\n")
  })

  it("revoking twice keeps the first time; revoking an unknown key exits with 1", async () => {
    const { id } = await vintem.newKey()
    const { database } = vintem.server.modes.test
    await database.transaction((tx) => revokeKey(tx, { now: () => 1_000_000_000_000 }, { account: vintem.account, id }))
    expect((await keys("revoke", id, "--json")).json.revoked_at).to.equal(1_000_000_000)
    const unknown = await keys("revoke", "key_none", "--json")
    expect([unknown.status, unknown.stdout]).to.deep.equal([1, ""])
    expect(unknown.stderr).to.equal("vintem: No such key: 'key_none'. List them with: vintem keys list\n")
  })

  it("a live key cannot be created without live mode", async () => {
    const { LIVE_DATABASE_URL: _, ...env } = vintem.databases.env
    const keys = async () => (await listKeys(vintem.server.modes.test.database, false)).map(({ id }) => id)
    const before = await keys()
    const refused = await runCommand(["keys", "create", "--mode", "live", "--kind", "secret", "--json"], env)
    expect([refused.status, refused.stdout]).to.deep.equal([1, ""])
    expect(refused.stderr).to.contain("LIVE_DATABASE_URL")
    expect(await keys()).to.deep.equal(before)
  })
})
