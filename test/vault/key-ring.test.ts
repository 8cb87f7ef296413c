import { randomBytes } from "node:crypto"
import { expect } from "chai"
import { connect } from "../../src/db/connect.ts"
import type { Database } from "../../src/db/database.ts"
import { openKeyRing } from "../../src/vault/key-ring.ts"
import { type Databases, freshDatabases } from "../support/databases.ts"

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

  it("is the same for every process that starts on the database, also for two at once", async () => {
    const [one, two] = await Promise.all([openKeyRing(database, master), openKeyRing(database, master)])
    expect(one.digest("zsk_test_x")).to.equal(two.digest("zsk_test_x"))
    expect(await two.open(one.seal("secret", "row"), "row")).to.equal("secret")
  })

  it("still opens after a rotation what was sealed before it, and what another process sealed after it", async () => {
    const [mine, others] = await Promise.all([openKeyRing(database, master), openKeyRing(database, master)])
    const before = mine.seal("secret", "row")
    const digest = mine.digest("zsk_test_x")
    await others.rotate()
    const after = others.seal("secret", "row")
    expect(after.split(".")[1]).not.to.equal(before.split(".")[1])
    expect(await others.open(before, "row")).to.equal("secret")
    expect(await mine.open(after, "row")).to.equal("secret")
    expect(others.digest("zsk_test_x")).to.equal(digest)
  })

  it("rewraps what is stored without changing the text", async () => {
    const ring = await openKeyRing(database, master)
    const before = ring.seal("secret", "row")
    await ring.rotate()
    const after = await ring.rewrap(before, "row")
    expect(after.split(".")[1]).not.to.equal(before.split(".")[1])
    expect(await ring.open(after, "row")).to.equal("secret")
  })

  it("says so when ENCRYPTION_KEY is not the one that the database was set up with", async () => {
    const failure = await openKeyRing(database, randomBytes(32)).catch((error: Error) => error)
    expect(String(failure)).to.contain("ENCRYPTION_KEY does not open this database")
  })
})
