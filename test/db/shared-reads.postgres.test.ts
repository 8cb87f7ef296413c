import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { text } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { settings } from "../../src/db/tables.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { administer } from "../support/databases/postgres.ts"
import { sql } from "../support/databases/sql.ts"
import { statement, testOnly } from "../support/databases/statement.ts"

const echo = statement<{ value: number }, "value">((k, p) => k.raw("SELECT CAST(? AS integer) AS value", [p.value]))
const find = testOnly(settings.find(["name"]))
const insert = testOnly(settings.insert(["name", "value"]))
/** Postgres reads `value` as a number. */
const findNumber = testOnly(
  settings.find(["name", { value: text() }], (rows, p, k) =>
    rows.select<{ value: number }>({ value: k.raw("CAST(? AS integer)", [p.value]) }),
  ),
)
const sent = testOnly(
  settings.find(["name"], (rows, _, k) => rows.select<{ query: string }>({ query: k.raw("current_query()") })),
)
const sleep = sql<object>("SELECT pg_sleep(0.5)")
const nap = sql<object>("SELECT pg_sleep(0.002)")
const backend = sql<{ pid: number }>("SELECT pg_backend_pid() AS pid")

describe("Reads that share connections to Postgres", () => {
  let databases: Databases
  let database: Database
  before(async () => {
    databases = await freshDatabases()
  })
  beforeEach(() => {
    database = connect(databases.env.TEST_DATABASE_URL!, false, { connections: 4 })
  })
  afterEach(() => database.close())
  after(() => databases.remove())

  const numbers = Array.from({ length: 200 }, (_, i) => i)

  it("each get their own rows, over few connections", async () => {
    const rows = await Promise.all(numbers.map((value) => database.one(echo, { value })))
    expect(rows.map((row) => row!.value)).to.deep.equal(numbers)
    const pids = await Promise.all(numbers.map(() => database.one(backend, {})))
    expect(new Set(pids.map((row) => row!.pid)).size).to.be.within(1, 4)
    expect(database.connections!().used).to.equal(0)
  })

  it("of one statement are one query, and each gets its row, or none", async () => {
    const names = numbers.slice(0, 120).map((i) => `it's "number" ${i}, \\{}`)
    await database.transaction(async (tx) => {
      for (const [i, name] of names.entries()) if (i % 3 !== 0) await tx.run(insert, { name, value: `value ${i}` })
    })
    const rows = await Promise.all(names.map((name) => database.one(find, { name })))
    expect(rows).to.deep.equal(names.map((name, i) => (i % 3 === 0 ? undefined : { name, value: `value ${i}` })))
    const stored = names.filter((_, i) => i % 3 !== 0)
    const queries = await Promise.all(stored.map((name) => database.one(sent, { name })))
    for (const row of queries) expect(row!.query).to.contain("unnest")
    expect((await database.one(sent, { name: stored[0]! }))!.query).not.to.contain("unnest")
  })

  it("may differ in whether a value is null", async () => {
    const values = [1, null, 3]
    const rows = await Promise.all(values.map((value) => database.one(echo, { value })))
    expect(rows.map((row) => row!.value)).to.deep.equal(values)
  })

  it("fail alone where Postgres refuses the value of one of them", async () => {
    await database.transaction((tx) => tx.run(insert, { name: "number", value: "" }))
    const values = ["1", "two", "3"]
    const results = await Promise.allSettled(values.map((value) => database.one(findNumber, { name: "number", value })))
    expect(results.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "fulfilled"])
    expect(results.map((result) => (result.status === "fulfilled" ? result.value!.value : result.reason.code))).to.deep.equal([
      1,
      "22P02",
      3,
    ])
  })

  it("fail after one time limit where a statement takes too long, however many ask", async () => {
    const timeouts = { connect: 10_000, statement: 900, lock: 0, idleInTransaction: 30_000 }
    const impatient = connect(databases.env.TEST_DATABASE_URL!, false, { timeouts })
    await database.transaction((tx) => tx.run(insert, { name: "slow", value: "" }))
    const slow = testOnly(settings.find(["name"], (rows, _, k) => rows.select<object>({ slept: k.raw("pg_sleep(30)::text") })))
    const results = await Promise.allSettled(numbers.slice(0, 20).map(() => impatient.one(slow, { name: "slow" })))
    expect(results.map((result) => (result.status === "rejected" ? result.reason.code : "done"))).to.deep.equal(
      results.map(() => "57014"),
    )
    await impatient.close()
  })

  it("fail alone where one of them is refused", async () => {
    const results = await Promise.allSettled([
      database.one(echo, { value: 1 }),
      database.one(echo, { value: "no number" }),
      database.one(echo, { value: 3 }),
    ])
    expect(results.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "fulfilled"])
    expect((await database.one(echo, { value: 4 }))?.value).to.equal(4)
  })

  it("fail together where their connection breaks, and the next one works", async () => {
    const { pid } = (await database.one(backend, {}))!
    const reads = [database.one(sleep, {}), ...numbers.slice(0, 5).map((value) => database.one(echo, { value }))]
    const results = Promise.allSettled(reads)
    await administer(databases.env.TEST_DATABASE_URL!, `SELECT pg_terminate_backend(${pid})`)
    expect((await results).map(({ status }) => status)).to.deep.equal(reads.map(() => "rejected"))
    expect((await database.one(echo, { value: 5 }))?.value).to.equal(5)
    expect(database.connections!().used).to.equal(0)
  })

  it("let a transaction have the only connection, though there is always somebody who reads", async () => {
    const single = connect(databases.env.TEST_DATABASE_URL!, false, { connections: 1 })
    let goesOn = true
    const readers = numbers.slice(0, 40).map(async (value) => {
      while (goesOn) {
        await single.one(nap, {})
        await pause(value % 7)
      }
    })
    try {
      for (let i = 0; i < 20; i++) await single.transaction((tx) => tx.one(echo, { value: i }))
    } finally {
      goesOn = false
      await Promise.all(readers)
      await single.close()
    }
  })
})
