import { expect } from "chai"
import { milliseconds } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { msFromNow, nowMs } from "../../src/db/now.ts"
import { settings } from "../../src/db/tables.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { testOnly } from "../support/databases/statement.ts"

const readNow = testOnly(
  settings.statement([{ ms: milliseconds() }], (_, p, k) =>
    k.raw<{ now: number; later: number }>("SELECT ? AS now, ? AS later", [nowMs(k), msFromNow(k, p.ms)]),
  ),
)

describe("The database's time", () => {
  let databases: Databases
  let database: Database
  before(async () => {
    databases = await freshDatabases({})
    database = connect(databases.env.TEST_DATABASE_URL!, false)
  })
  after(async () => {
    await database.close()
    await databases.remove()
  })

  it("is real time in whole milliseconds", async () => {
    const { now, later } = (await database.one(readNow, { ms: 60_000 }))!
    expect(now).to.be.closeTo(Date.now(), 5000)
    expect(Number.isInteger(now), "whole").to.equal(true)
    expect(later - now).to.equal(60_000)
  })

  it("goes on within a transaction", async () => {
    await database.transaction(async (tx) => {
      const began = (await tx.one(readNow, { ms: 0 }))!.now
      let last = began
      for (const deadline = Date.now() + 5000; last === began && Date.now() < deadline; )
        last = (await tx.one(readNow, { ms: 0 }))!.now
      expect(last).to.be.greaterThan(began)
    })
  })
})
