import { createHash } from "node:crypto"
import { expect } from "chai"
import { revokeKey } from "../../src/accounts/keys.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const DAY = 86_400
const storedKey = statement<Record<string, unknown>>((k, p) => k("api_keys").where({ id: p.id }))

describe("API keys", () => {
  let vintem: Running
  let now: number | undefined
  before(async () => {
    vintem = await startVintem({}, { clock: { now: () => now ?? Date.now() } })
  })
  afterEach(() => {
    now = undefined
  })
  after(() => vintem.close())

  const use = async (key: string) => {
    const { status, body } = await vintem.request("GET", "/v1/customers", undefined, { key })
    return status === 200 ? "works" : `${status} ${body.error.type} ${body.error.code}`
  }
  it("show their kind and mode in the prefix, and cannot be guessed", async () => {
    for (const [kind, prefix] of [
      ["secret", "zsk"],
      ["publishable", "zk"],
      ["restricted", "zrk"],
    ] as const) {
      const [one, two] = [await vintem.newKey({ kind }), await vintem.newKey({ kind })]
      expect(one.key).to.match(new RegExp(`^${prefix}_test_[0-9A-Za-z]{32,}$`))
      expect(one.key).not.to.equal(two.key)
    }
  })

  it("are stored so that a copy of the table does not help to check a guess", async () => {
    const { id, key } = await vintem.newKey()
    const row = JSON.stringify(await vintem.server.modes.test.database.one(storedKey, { id }))
    for (const text of [key, key.split("_")[2]!]) {
      for (const guess of [
        text,
        ...["md5", "sha1", "sha256", "sha512"].map((name) => createHash(name).update(text).digest("hex")),
      ]) {
        expect(row).not.to.contain(guess)
      }
    }
  })

  it("work until they expire", async () => {
    const expires_at = Math.floor(Date.now() / 1000) + DAY
    const { key } = await vintem.newKey({ expires_at })
    expect(await use(key)).to.equal("works")
    now = expires_at * 1000 - 1
    expect(await use(key)).to.equal("works")
    now = expires_at * 1000
    expect(await use(key)).to.equal("401 authentication_error api_key_expired")
    const lasting = await vintem.newKey()
    now += 365 * DAY * 1000
    expect(await use(lasting.key)).to.equal("works")
  })

  it("are revoked at once and for good, and keep the first revocation time", async () => {
    now = Date.UTC(2027, 4, 6, 7, 8, 9, 500)
    const { id, key } = await vintem.newKey({ expires_at: Math.ceil(now / 1000) + DAY })
    const { test } = vintem.server.modes
    const revoke = () => test.database.transaction((tx) => revokeKey(tx, test.clock, { account: vintem.account, id }))
    expect(await use(key)).to.equal("works")
    expect(await revoke()).to.include({ created: Math.floor(now / 1000), revoked_at: Math.floor(now / 1000) })
    const revoked = "401 authentication_error api_key_invalid"
    expect(await use(key)).to.equal(revoked)
    const first = now
    now += 2 * DAY * 1000
    expect(await revoke()).to.include({ revoked_at: Math.floor(first / 1000) })
    expect(await use(key), "revoked and expired").to.equal(revoked)
  })

  it("must match in every character", async () => {
    const { key } = await vintem.newKey()
    const last = key.at(-1) === "a" ? "b" : "a"
    const swapped = key.slice(0, -1) + last
    const capital = key.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase())
    for (const other of [swapped, capital, key.slice(0, -1), `${key}a`, key.replace("zsk_", "zk_")]) {
      expect(await use(other)).to.equal("401 authentication_error api_key_invalid")
    }
    expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key }), 200)
  })
})
