import { expect } from "chai"
import type { Json } from "../support/client.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const MONTH = 30 * 86_400

describe("API keys on the command line", function () {
  this.timeout(120_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const keys = async (...args: string[]): Promise<Json> => {
    const { json, stderr } = await vintem.cli("keys", ...args, "--json")
    expect(stderr).to.equal("")
    return json
  }

  it("are shown once, listed without the secret, and revoked for good", async () => {
    const restricted = ["--kind", "restricted", "--scopes", "customers:read,refunds:write"]
    const earliest = Math.floor(Date.now() / 1000)
    const made = await keys("create", "--mode", "test", "--account", vintem.account, ...restricted, "--expires", "30d")
    const { key, ...entry } = made
    expect(entry).to.deep.include({ account: vintem.account, mode: "test", kind: "restricted", revoked_at: null })
    expect(entry.scopes).to.deep.equal(["customers:read", "refunds:write"])
    expect(entry.created).to.be.within(earliest, Math.ceil(Date.now() / 1000))
    expect(entry.expires_at).to.be.within(earliest + MONTH, Math.ceil(Date.now() / 1000) + MONTH)
    expect((await vintem.request("GET", "/v1/customers", undefined, { key })).status).to.equal(200)

    const revoked = await keys("revoke", entry.id)
    expect(revoked).to.deep.equal({ ...entry, revoked_at: revoked.revoked_at })
    expect(revoked.revoked_at).to.be.within(entry.created, Math.ceil(Date.now() / 1000))
    expect((await vintem.request("GET", "/v1/customers", undefined, { key })).status).to.equal(401)
    // Revoking it again keeps the first revocation time.
    await new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)))
    expect(await keys("revoke", entry.id)).to.deep.equal(revoked)
    const listed = await keys("list")
    expect(listed.map((each: Json) => each.id)).to.include(entry.id)
    for (const each of listed) expect(each).to.have.all.keys(Object.keys(entry))
    expect(listed.find((each: Json) => each.id === entry.id)).to.deep.equal(revoked)
  })
})
