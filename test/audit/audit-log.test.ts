import { expect } from "chai"
import { listEntries, presentEntry } from "../../src/audit/log.ts"
import type { Json } from "../support/app/client.ts"
import { database as kind, type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"

describe("The audit log", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({ TRUST_PROXY: "true" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const database = () => vintem.server.modes.test.database
  const entries = async () => (await listEntries(database(), { account: merchant.account, limit: 100 })).map(presentEntry)
  /** The entries of the merchant, oldest first, as one line each. */
  const story = async () => (await entries()).reverse().map(({ action, target, outcome }) => `${action} ${target} ${outcome}`)
  const run = (text: string) => database().transaction((tx) => tx.run(sql(text), {}))

  it("has an entry for each change that an API key makes to origins and webhook endpoints", async () => {
    const origin = "https://loja.example"
    await merchant.request("POST", "/merchant-origins", { origin: "https://LOJA.example:443" })
    const { id, created } = await newEndpoint(merchant, "https://loja.example/hooks?token=hunter2")
    await merchant.request("POST", `/v1/webhook_endpoints/${id}`, {})
    await merchant.request("POST", `/v1/webhook_endpoints/${id}/rotate_secret`)
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    await merchant.request("DELETE", `/merchant-origins?origin=${origin}`)
    expect(await story()).to.deep.equal([
      `origin.add ${origin} done`,
      `webhook_endpoint.create ${id} done`,
      `webhook_endpoint.update ${id} done`,
      `webhook_endpoint.rotate_secret ${id} done`,
      `webhook_endpoint.delete ${id} done`,
      `origin.remove ${origin} done`,
    ])
    const [newest] = await entries()
    expect(newest).to.deep.include({ account: merchant.account, mode: "test", source: "127.0.0.1" })
    expect(newest!.id).to.match(/^aud_\w{25}$/)
    expect(newest!.at).to.be.within(created, created + 60)
    const [{ id: key }] = (await vintem.cli("keys", "list", "--account", merchant.account, "--json")).json
    expect(newest!.actor).to.equal(`api_key:${key}`)
  })

  it("has no entry for what only reads or pays", async () => {
    await merchant.request("GET", "/v1/webhook_endpoints")
    await merchant.request("GET", "/merchant-origins")
    await merchant.request("POST", "/v1/customers", { email: "ana@example.com" })
    expect(await entries()).to.deep.equal([])
  })

  it("has an entry with the code of each refusal, whichever check refused", async () => {
    const { key: reading } = await vintem.newKey({ account: merchant.account, kind: "restricted", scopes: ["events:read"] })
    const { key: publishable } = await vintem.newKey({ account: merchant.account, kind: "publishable" })
    const hook = { url: "https://loja.example/hooks?token=hunter2", events: ["*"] }
    const idempotencyKey = newIdempotencyKey()
    const unknown = "we_0000000000000000000000000"
    expectStatus(await merchant.request("POST", "/v1/webhook_endpoints", hook, { key: reading }), 403)
    expectStatus(await merchant.request("POST", "/merchant-origins", { origin: "http://loja.example/a?hunter2" }), 400)
    expectStatus(await merchant.request("DELETE", `/v1/webhook_endpoints/${unknown}`, undefined, { idempotencyKey }), 404)
    expectStatus(await merchant.request("DELETE", `/v1/webhook_endpoints/${publishable}`), 404)
    // From an origin that is not registered, a publishable key is refused before the rate limit, and nothing is written.
    expectStatus(await merchant.request("POST", "/v1/webhook_endpoints", hook, { key: publishable }), 403)
    expect(await story()).to.deep.equal([
      "webhook_endpoint.create null refused: scope_missing",
      "origin.add http://loja.example refused: parameter_invalid",
      `webhook_endpoint.delete ${unknown} refused: webhook_endpoint_not_found`,
      "webhook_endpoint.delete null refused: webhook_endpoint_not_found",
    ])
  })

  it("has one entry for a request that is sent twice with the same idempotency key", async () => {
    const idempotencyKey = newIdempotencyKey()
    const add = () => merchant.request("POST", "/merchant-origins", { origin: "https://loja.example" }, { idempotencyKey })
    const first = await add()
    expect((await add()).headers["idempotent-replayed"]).to.equal("true")
    expectStatus(first, 201)
    const refusedKey = newIdempotencyKey()
    const path = "/merchant-origins?origin=https://other.example"
    const remove = () => merchant.request("DELETE", path, undefined, { idempotencyKey: refusedKey })
    expectStatus(await remove(), 404)
    expect((await remove()).headers["idempotent-replayed"]).to.equal("true")
    expect(await story()).to.deep.equal([
      "origin.add https://loja.example done",
      "origin.remove https://other.example refused: merchant_origin_not_found",
    ])
  })

  it("says from which address a request came, as the trusted proxy reports it", async () => {
    const from = (forwarded: string) =>
      merchant.request(
        "POST",
        "/merchant-origins",
        { origin: "https://a.example" },
        { headers: { "x-forwarded-for": forwarded } },
      )
    // A proxy that appends leaves what the client made up in front.
    for (const forwarded of ["203.0.113.7", "6.6.6.6, 203.0.113.7", "2001:db8::7", "not an address"]) await from(forwarded)
    const sources = (await entries()).map(({ source }) => source).reverse()
    expect(sources).to.deep.equal(["203.0.113.7", "203.0.113.7", "2001:db8::7", "127.0.0.1"])
  })

  it("is written in the transaction that makes the change: without its entry nothing is done", async () => {
    const origin = "https://loja.example"
    await run("ALTER TABLE audit_log RENAME TO hidden_log")
    try {
      const failed = await merchant.request("POST", "/merchant-origins", { origin }).catch((error: Error) => error)
      expect(String(failed)).to.contain("returned 500")
      const command = await vintem.cli("origins", "add", "--mode", "test", "--account", merchant.account, origin)
      expect(command.status).to.equal(1)
    } finally {
      await run("ALTER TABLE hidden_log RENAME TO audit_log")
    }
    expect((await merchant.request("GET", "/merchant-origins")).body.data).to.deep.equal([])
    expect(await entries()).to.deep.equal([])
  })

  it("has no entry for a change that was undone", async () => {
    await run("ALTER TABLE merchant_origins RENAME TO hidden_origins")
    try {
      await merchant.request("POST", "/merchant-origins", { origin: "https://loja.example" }).catch(() => {})
    } finally {
      await run("ALTER TABLE hidden_origins RENAME TO merchant_origins")
    }
    expect(await entries()).to.deep.equal([])
  })

  const COLUMNS = "id, at_ms, actor, source, action, target, account, outcome"
  const insert = (id: string) => `INTO audit_log (${COLUMNS}) VALUES ('${id}', 1, 'a', 's', 'x', NULL, NULL, 'forged')`
  const replacements: Record<string, (id: string) => string[]> = {
    sqlite: (id) => [
      `INSERT OR REPLACE ${insert(id)}`,
      `INSERT OR REPLACE INTO audit_log (rowid, ${COLUMNS}) SELECT rowid, 'aud_2', 1, 'a', 's', 'x', NULL, NULL, 'forged' FROM audit_log WHERE id = '${id}'`,
      `UPDATE OR REPLACE audit_log SET outcome = 'forged'`,
    ],
    postgres: (id) => [
      "TRUNCATE audit_log",
      "TRUNCATE settings, audit_log",
      `MERGE INTO audit_log USING (SELECT 1) AS one ON audit_log.id = '${id}' WHEN MATCHED THEN DELETE`,
      "WITH gone AS (DELETE FROM audit_log RETURNING id) SELECT * FROM gone",
    ],
  }

  it("cannot be changed or removed from by any statement on it", async () => {
    await merchant.request("POST", "/merchant-origins", { origin: "https://loja.example" })
    const [entry] = await entries()
    const { id } = entry!
    const changes = [
      `UPDATE audit_log SET actor = 'somebody else' WHERE id = '${id}'`,
      "UPDATE audit_log SET outcome = 'forged'",
      `DELETE FROM audit_log WHERE id = '${id}'`,
      "DELETE FROM audit_log",
      `INSERT ${insert(id)} ON CONFLICT (id) DO UPDATE SET outcome = 'forged'`,
      ...replacements[kind]!(id),
    ]
    for (const change of changes) {
      const refusal = await run(change).then(
        () => "done",
        (error: Error) => error.message,
      )
      expect(refusal, change).to.contain("the audit log is append-only")
    }
    expect(await entries()).to.deep.equal([entry])
  })

  if (kind === "postgres") {
    it("cannot be changed in a session that runs no other triggers", async () => {
      await merchant.request("POST", "/merchant-origins", { origin: "https://loja.example" })
      const before = await entries()
      const replicating = database().transaction(async (tx) => {
        await tx.run(sql("SET LOCAL session_replication_role = replica"), {})
        await tx.run(sql("DELETE FROM audit_log"), {})
      })
      expect(String(await replicating.catch((error: Error) => error))).to.contain("append-only")
      expect(await entries()).to.deep.equal(before)
    })
  }

  it("contains no secret that anybody was given or sent", async () => {
    const { secret } = await newEndpoint(merchant, "https://user-hunter2.example/hunter2?token=hunter2")
    for (const pasted of [merchant.key, secret, "4242424242424242"]) {
      await merchant.request("DELETE", `/v1/webhook_endpoints/${pasted}`)
      await merchant.request("DELETE", `/merchant-origins?origin=${pasted}`)
      await merchant.request("POST", "/merchant-origins", { origin: pasted })
      await merchant.request("POST", "/merchant-origins", { origin: `https://${pasted}@loja.example` })
      await merchant.request("POST", "/v1/webhook_endpoints", { url: `https://loja.example/${pasted}`, events: [] })
    }
    const written = JSON.stringify(await entries())
    expect(await entries()).to.have.lengthOf(16)
    for (const pasted of [merchant.key, secret, "4242424242424242", "token="]) expect(written).not.to.contain(pasted)
  })

  it("lists entries newest first, of one account, since a time, and at most so many", async () => {
    const other = await newMerchant(vintem)
    const add = (by: Merchant, number: number) =>
      by.request("POST", "/merchant-origins", { origin: `https://shop${number}.example` })
    for (const number of [1, 2, 3]) await add(merchant, number)
    await add(other, 4)
    const list = async (...args: string[]): Promise<string[]> => {
      const { json, stderr, status } = await vintem.cli("audit", "list", "--json", ...args)
      expect(status, stderr).to.equal(0)
      return json.map(({ target }: Json) => target)
    }
    const newest = [4, 3, 2, 1].map((number) => `https://shop${number}.example`)
    expect((await list()).slice(0, 4)).to.deep.equal(newest)
    expect(await list("--account", merchant.account, "--mode", "test")).to.deep.equal(newest.slice(1))
    expect(await list("--limit", "2")).to.deep.equal(newest.slice(0, 2))
    expect((await list("--since", "1h")).slice(0, 4)).to.deep.equal(newest)
    expect(await list("--since", new Date(Date.now() + 60_000).toISOString())).to.deep.equal([])
    const limited = await vintem.cli("audit", "list", "--limit", "1")
    expect(limited.stdout).to.match(
      /^\S+Z {2}test {2}api_key:key_\w+ {2}127\.0\.0\.1 {2}origin\.add {2}https:\/\/shop4\.example {2}acct_\w+ {2}done\n$/,
    )
    expect(limited.stderr).to.contain("There may be more")
    expect((await vintem.cli("audit", "list", "--mode", "live")).status).to.equal(1)
    expect((await vintem.cli("audit", "list", "--since", "yesterday")).status).to.equal(2)
  })
})
