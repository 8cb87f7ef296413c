import Sqlite from "better-sqlite3"
import { expect } from "chai"
import { pino } from "pino"
import type { Database, Queries } from "../../src/db/database.ts"
import { sqliteFile } from "../../src/db/drivers/connect.ts"
import { hourly, keptSince } from "../../src/jobs/retention.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { makeOld } from "../support/databases/aging.ts"
import { kind } from "../support/databases/databases.ts"
import { allRecorded, recordedOf } from "../support/databases/requests.ts"
import { sql } from "../support/databases/sql.ts"
import { cancelOne, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"

describe("A worker", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  it("deletes what was kept for long enough", async () => {
    const merchant = await newMerchant(vintem)
    const { database } = vintem.server.modes.test
    const count = async (table: string) =>
      (await database.one(sql<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE account = '${merchant.account}'`), {}))!.n
    const stored = () => Promise.all(["events", "tokens", "cards", "attempts"].map(count))
    await payOne(merchant, CARDS.declined)
    await cancelOne(merchant)
    // Two customers, a refused payment and a canceled one.
    expect(expectStatus(await merchant.request("GET", "/v1/events"), 200).data).to.have.length(4)
    await makeOld(database, "tokens")
    await makeOld(database, "attempts")
    await database.transaction((tx) => tx.run(sql("UPDATE events SET latest = 1 WHERE seq = 1"), {}))
    expect(await stored()).to.deep.equal([4, 1, 1, 1])
    const worker = await startVintem({}, { role: "worker", databases: vintem.databases })
    await worker.server.tick()
    await worker.server.close()
    expect(await stored()).to.deep.equal([3, 0, 0, 0])
  })

  it("deletes requests that are older than RETAIN_REQUESTS_DAYS from their log, and keeps the others", async () => {
    const merchant = await newMerchant(vintem)
    const log = vintem.server.modes.test.database.requests()
    const send = async () => (await recordedOf(vintem, await merchant.request("GET", "/v1/balance"))).id
    const ids = [await send(), await send(), await send()]
    const age = (id: string, days: number) =>
      log.transaction((tx) => tx.run(sql(`UPDATE api_requests SET at_ms = at_ms - ${days * 86_400_000} WHERE id = '${id}'`), {}))
    await age(ids[0]!, 8)
    await age(ids[1]!, 6)
    const lines: string[] = []
    const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) })
    const options = { role: "worker", databases: vintem.databases, log: logger } as const
    const worker = await startVintem({ RETAIN_REQUESTS_DAYS: "7" }, options)
    const kept = async () => (await allRecorded(vintem)).map(({ id }) => id)
    if (kind === "sqlite") {
      // It tries again later where another process writes at that moment, as processes with the API do all the time.
      const other = new Sqlite(`${sqliteFile(vintem.databases.env.TEST_DATABASE_URL!)}-requests`)
      other.exec("BEGIN IMMEDIATE")
      await worker.server.tick()
      other.close()
      expect(await kept()).to.include.members(ids)
    }
    await worker.server.tick()
    await worker.server.close()
    expect(await kept())
      .to.include.members(ids.slice(1))
      .and.not.to.include(ids[0])
    expect(lines).to.deep.equal([])
  })

  it("deletes nothing early while the clock of the database is years ahead, or behind", async () => {
    const YEARS_MS = 10 * 365 * 86_400_000
    const databaseAt = (now: number) => ({ only: async () => ({ now }) }) as unknown as Queries
    const since = async (now: number) => (await keptSince(databaseAt(now), 400))!
    const longAgo = Date.now() - 400 * 86_400_000
    expect(await since(Date.now() + YEARS_MS)).to.be.within(longAgo, longAgo + 60_000)
    expect(await since(Date.now() - YEARS_MS)).to.be.below(longAgo - YEARS_MS + 60_000)
  })

  it("deletes what is a day old where it is kept for one day, and nothing where it is kept for 0 days", async () => {
    const { database } = vintem.server.modes.test
    const aDayAgo = Date.now() - 86_400_000
    expect(await keptSince(database, 1)).to.be.within(aDayAgo - 60_000, aDayAgo + 60_000)
    expect(await keptSince(database, 0)).to.equal(undefined)
  })
})

describe("A pass over what is old", () => {
  const { now } = performance
  const mode = { database: {} as Database }
  const clock = { ms: 5_000_000 }
  before(() => {
    performance.now = () => clock.ms
  })
  after(() => {
    performance.now = now
  })

  it("goes on for five seconds at a time until it is through, and begins again an hour after it began", async () => {
    const through = [false, false, true, true]
    const deadlines: number[] = []
    const chore = hourly<typeof mode>("delete_old", async (_mode, deadline) => {
      deadlines.push(deadline - clock.ms)
      return through[deadlines.length - 1]!
    })
    for (let second = 0; second < 10; second++) await chore.run(mode)
    expect(deadlines).to.deep.equal([5000, 5000, 5000])
    clock.ms += 3_599_999
    await chore.run(mode)
    expect(deadlines).to.have.lengthOf(3)
    clock.ms += 1
    await chore.run(mode)
    expect(deadlines).to.have.lengthOf(4)
  })

  it("is made of each mode apart", async () => {
    const made: unknown[] = []
    const other = { database: {} as Database }
    const chore = hourly<typeof mode>("delete_old", async ({ database }) => made.push(database) > 0)
    for (const each of [mode, other, mode, other]) await chore.run(each)
    expect(made).to.have.lengthOf(2)
    expect(made[1]).to.equal(other.database)
  })
})
