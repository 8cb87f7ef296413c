import { copyFile } from "node:fs/promises"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { expect } from "chai"
import { sqliteFile } from "../../src/db/drivers/connect.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("A copy of the SQLite database that is made while the service runs", () => {
  let databases: Databases
  let vintem: Running
  before(async () => {
    databases = await freshDatabases()
    vintem = await startVintem({}, { databases })
  })
  after(() => databases.remove())

  it("has every payment that was acknowledged before, and can be served", async () => {
    const merchant = await newMerchant(vintem)
    const before = await payOne(merchant)
    const copy = join(databases.directory, "copy.sqlite")
    const file = sqliteFile(databases.env.TEST_DATABASE_URL!)
    // As another program does: with a connection of its own, between the payments.
    const paying = Promise.all(Array.from({ length: 5 }, () => payOne(merchant)))
    new Sqlite(file).exec(`VACUUM INTO '${copy}'`).close()
    await paying
    await vintem.close()

    await copyFile(copy, file)
    const restored = await startVintem({}, { databases })
    try {
      const found = await restored.request("GET", `/v1/payment_intents/${before.id}`, undefined, { key: merchant.key })
      expect(expectStatus(found, 200).status).to.equal("succeeded")
      expect(
        (await payOne({ ...merchant, request: (...request) => restored.request(...withKey(request, merchant.key)) })).status,
      ).to.equal("succeeded")
    } finally {
      await restored.close()
    }
  })
})

type Request = Parameters<Running["request"]>
const withKey = ([method, path, body, options]: Request, key: string): Request => [method, path, body, { key, ...options }]
