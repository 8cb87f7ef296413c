import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import pino from "pino"
import { boolean, id, integer, seconds } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { LIMIT } from "../../src/db/statement.ts"
import { type Batch, inBatches, MAX_ROWS, sweep } from "../../src/jobs/sweep.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { testOnly } from "../support/databases/statement.ts"
import { testTable } from "../support/databases/table.ts"

const TABLES = [
  "CREATE TABLE crumbs (id TEXT PRIMARY KEY, account TEXT, stale_at INTEGER, is_kept INTEGER DEFAULT 0)",
  "INSERT INTO accounts (id, name, created, clock_offset) VALUES ('a', 'Real time', 0, 0), ('b', 'Ahead', 0, 3600), ('c', 'Ahead', 0, 60)",
]

/** A batch that takes long, on any machine. */
const SLOW_MS = 60

const crumbs = testTable(
  "crumbs",
  { id: id(), account: id(), stale_at: seconds(), is_kept: boolean() },
  { of: "account", key: ["account", "id"] },
)

const PAST = { now: seconds(), account: id().nullable(), limit: integer() }
const remove = testOnly(
  crumbs.statement([PAST], (_, p, k) =>
    k.raw<void>(
      `DELETE FROM crumbs WHERE id IN (SELECT id FROM crumbs WHERE stale_at <= ? AND NOT is_kept AND (? IS NULL OR account = ?) LIMIT ?)`,
      [p.now, p.account, p.account, LIMIT],
    ),
  ),
)

describe("A sweep", () => {
  const clock = standingClock()
  const now = clock.ms / 1000
  let databases: Databases
  let database: Database
  let batches = 0
  const sweepCrumbs = sweep({ kind: "sweep_crumbs", table: crumbs, column: "stale_at", only: "NOT is_kept" }, (tx, past) => {
    batches++
    return tx.run(remove, past)
  })
  before(async () => {
    databases = await freshDatabases()
    database = connect(databases.env.TEST_DATABASE_URL!, false)
    for (const text of TABLES) await write(text)
  })
  beforeEach(async () => {
    await write("DELETE FROM crumbs")
    batches = 0
  })
  after(async () => {
    await database.close()
    await databases.remove()
  })

  const write = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
  /** A crumb such as `a1`, of the account `a`, that is stale in so many seconds of real time. */
  const drop = (id: string, inSeconds: number, isKept = 0) =>
    write(`INSERT INTO crumbs VALUES ('${id}', '${id[0]}', ${now + inSeconds}, ${isKept})`)
  const left = async () => (await database.all(sql<{ id: string }>("SELECT id FROM crumbs ORDER BY id"), {})).map(({ id }) => id)
  const run = () => sweepCrumbs.run({ livemode: false, database, clock, log: pino({ level: "silent" }) })

  it("removes what is past, from that very second on, and leaves what it must keep", async () => {
    await drop("a1", -100)
    await drop("a2", 0)
    await drop("a3", 1)
    await drop("a4", -100, 1)
    await run()
    expect(await left()).to.deep.equal(["a3", "a4"])
  })

  it("removes what is past for an account whose clock is ahead, and only that account's", async () => {
    await drop("a1", 60)
    await drop("b1", 60)
    await drop("b2", 3600)
    await drop("b3", 3601)
    await drop("c1", 60)
    await drop("c2", 61)
    await run()
    expect(await left()).to.deep.equal(["a1", "b3", "c2"])
  })

  it("opens no transaction where nothing is past", async () => {
    await drop("a1", 1)
    await drop("b1", 3601)
    await drop("b2", -100, 1)
    await run()
    expect(batches).to.equal(0)
    await drop("b3", 3600)
    await run()
    expect(batches).to.equal(1)
  })

  it("of one account leaves those of the others", async () => {
    await drop("a1", 10)
    await drop("b1", 10)
    await drop("b2", 11)
    await sweepCrumbs.sweepAccount({ mode: { database }, account: "b", now: now + 10 })
    expect(await left()).to.deep.equal(["a1", "b2"])
  })

  it("goes on until a batch finds less than it may", async () => {
    let rest = 2 * MAX_ROWS
    const taken: number[] = []
    const batch: Batch = async (_tx, limit) => {
      const found = Math.min(limit, rest)
      taken.push(found)
      rest -= found
      return found
    }
    expect(await inBatches(database, batch)).to.equal(true)
    expect([taken[0], rest, taken.at(-1)], "the first batch, what is left, and the last one").to.deep.equal([MAX_ROWS, 0, 0])
  })

  it("begins no batch once its time is over, and says that it did not get through", async () => {
    let begun = 0
    const batch: Batch = async () => ++begun
    expect(await inBatches(database, batch, performance.now())).to.equal(false)
    expect(begun).to.equal(0)
    expect(await inBatches(database, batch, performance.now() + 600_000)).to.equal(true)
    expect(begun).to.equal(1)
  })

  it("makes its batches smaller while they take long, down to 100 rows", async () => {
    const taken: number[] = []
    const slow: Batch = async (_tx, limit) => {
      taken.push(limit)
      await pause(SLOW_MS)
      return taken.length < 5 ? limit : 0
    }
    await inBatches(database, slow)
    expect(taken).to.deep.equal([500, 250, 125, 100, 100])
  })
})
