import { randomBytes } from "node:crypto"
import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { decrypt } from "../../src/vault/aead.ts"
import { type KeyRing, openKeyRing } from "../../src/vault/key-ring.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"

const ringKey = statement<{ wrapped: string }>((k, p) => k("encryption_keys").where({ id: p.id }).select("wrapped"))
const listRing = statement<{ id: string }>((k) => k("encryption_keys").select("id"))
const bytes = (base64url: string) => Buffer.from(base64url, "base64url")

describe("The key ring", () => {
  let databases: Databases
  let database: Database
  const master = randomBytes(32)

  before(async () => {
    databases = await freshDatabases({})
    database = connect(databases.env.TEST_DATABASE_URL!, false)
  })
  after(async () => {
    await database.close()
    await databases.remove()
  })

  const seal = (ring: KeyRing, text: string, context: string) => database.transaction((tx) => ring.seal(tx, text, context))
  const rewrap = (ring: KeyRing, sealed: string, context: string) =>
    database.transaction(async (tx) => (await ring.rewrapper(tx))(sealed, context))
  const addKey = (ring: KeyRing) => database.transaction((tx) => ring.addKey(tx))
  const keyOf = (sealed: string) => sealed.split(".")[1]

  it("is the same for every process on the database, even if two start at once", async () => {
    const [one, two] = await Promise.all([openKeyRing(database, master), openKeyRing(database, master)])
    expect(one.digest("zsk_test_x")).to.equal(two.digest("zsk_test_x"))
    expect(await two.open(database, await seal(one, "secret", "row"), "row")).to.equal("secret")
    expect(await database.all(listRing, {})).to.have.lengthOf(2)
  })

  it("opens for a process that starts while another one writes", async () => {
    const ring = await openKeyRing(database, master)
    const starting = connect(databases.env.TEST_DATABASE_URL!, false)
    try {
      await database.transaction(async (tx) => {
        const sealed = await ring.seal(tx, "secret", "row")
        const started = await openKeyRing(starting, master)
        expect(await started.open(starting, sealed, "row")).to.equal("secret")
      })
    } finally {
      await starting.close()
    }
  })

  it("seals with a new key from its commit on, in every process, and opens what was sealed before", async () => {
    const [mine, others] = await Promise.all([openKeyRing(database, master), openKeyRing(database, master)])
    const before = await seal(mine, "secret", "row")
    const digest = mine.digest("zsk_test_x")
    const { id } = await addKey(others)
    const after = await seal(mine, "secret", "row")
    expect([keyOf(before), keyOf(after)])
      .to.deep.equal([keyOf(before), id])
      .and.not.deep.equal([id, id])
    expect(await others.open(database, before, "row")).to.equal("secret")
    expect(await others.open(database, after, "row")).to.equal("secret")
    expect(others.digest("zsk_test_x")).to.equal(digest)
  })

  it("rewraps a sealed text without changing it", async () => {
    const ring = await openKeyRing(database, master)
    const before = await seal(ring, "secret", "row")
    const { id } = await addKey(ring)
    const after = await rewrap(ring, before, "row")
    expect(keyOf(after)).to.equal(id).and.not.equal(keyOf(before))
    expect(await ring.open(database, after, "row")).to.equal("secret")
  })

  it("seals each text with a separate key", async () => {
    const ring = await openKeyRing(database, master)
    const [, id, ...first] = (await seal(ring, "secret", "row")).split(".") as [string, string, string, string]
    const [, , ...second] = (await seal(ring, "secret", "row")).split(".") as [string, string, string, string]
    const { wrapped } = (await database.one(ringKey, { id }))!
    const newest = decrypt(master, bytes(wrapped), `seal ${id}`)
    const [one, two] = [first, second].map(([dataKey]) => decrypt(newest, bytes(dataKey!), "row"))
    expect(one).not.to.deep.equal(two)
    expect(one).not.to.deep.equal(newest)
    expect(decrypt(one!, bytes(first[1]!), "row").toString()).to.equal("secret")
  })

  it("opens nothing from another row, with another version or with another key", async () => {
    const ring = await openKeyRing(database, master)
    const sealed = await seal(ring, "secret", "row")
    const [version, id, dataKey, text] = sealed.split(".") as [string, string, string, string]
    const [, , othersKey, othersText] = (await seal(ring, "other", "other row")).split(".") as [string, string, string, string]
    for (const [wrong, context] of [
      [sealed, "other row"],
      [["v2", id, dataKey, text].join("."), "row"],
      [[version, id, othersKey, text].join("."), "row"],
      [[version, id, dataKey, othersText].join("."), "row"],
      [[version, "rk_none", dataKey, text].join("."), "row"],
    ] as const) {
      expect(await ring.open(database, wrong, context).catch((error: Error) => error)).to.be.an("error")
    }
    expect(await rewrap(ring, sealed, "other row").catch((error: Error) => error)).to.be.an("error")
  })

  it("digests with a key that only this database has", async () => {
    const ring = await openKeyRing(database, master)
    const other = await freshDatabases({})
    const elsewhere = connect(other.env.TEST_DATABASE_URL!, false)
    try {
      const digest = (await openKeyRing(elsewhere, master)).digest("zsk_test_x")
      expect(ring.digest("zsk_test_x")).to.match(/^[0-9a-f]{64}$/)
      expect(ring.digest("zsk_test_x")).not.to.equal(digest)
    } finally {
      await elsewhere.close()
      await other.remove()
    }
  })

  it("reports an ENCRYPTION_KEY that the database was not set up with", async () => {
    const failure = await openKeyRing(database, randomBytes(32)).catch((error: Error) => error)
    expect(String(failure)).to.contain("ENCRYPTION_KEY does not open this database")
  })
})
