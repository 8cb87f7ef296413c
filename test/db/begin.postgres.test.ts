import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { sql } from "../support/databases/sql.ts"
import { statement } from "../support/databases/statement.ts"

const insert = statement<{ name: string }>((k, p) => k("settings").insert({ name: p.name, value: "0" }).returning("name"))
const find = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }))

describe("A connection to Postgres", () => {
  let databases: Databases
  let line: Line
  let database: Database
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    database = connect(line.url, false)
  })
  after(async () => {
    await database.close()
    await line.close()
    await databases.remove()
  })

  it("writes nothing where BEGIN fails, although the first statement is sent with it", async () => {
    line.breaksBegins = true
    const unit = database.transaction((tx) => tx.one(insert, { name: "one" }))
    const failure = await unit.catch((error: Error) => error)
    line.breaksBegins = false
    expect(String(failure)).to.contain("BROKEN")
    expect(await database.one(find, { name: "one" })).to.equal(undefined)
    await database.transaction((tx) => tx.one(insert, { name: "one" }))
    expect(await database.one(find, { name: "one" })).to.include({ value: "0" })
  })

  it("writes nothing where BEGIN fails, although COMMIT is sent with it, too", async () => {
    line.breaksBegins = true
    const failure = await database.write(insert, { name: "all at once" }).catch((error: Error) => error)
    line.breaksBegins = false
    expect(String(failure)).to.contain("BROKEN")
    expect(await database.one(find, { name: "all at once" })).to.equal(undefined)
    expect(await database.write(insert, { name: "all at once" })).to.deep.equal({ name: "all at once" })
  })

  it("reports that BEGIN failed also where nobody waits for what is sent behind it", async () => {
    line.breaksBegins = true
    const unit = database.transaction(async (tx) => tx.send(insert, { name: "nobody waits" }))
    const failure = await unit.catch((error: Error) => error)
    line.breaksBegins = false
    expect(String(failure)).to.contain("BROKEN")
    expect(await database.one(find, { name: "nobody waits" })).to.equal(undefined)
  })

  it("writes nothing where a statement fails for which nobody waited, also in a savepoint that is undone", async () => {
    const unit = database.transaction(async (tx) => {
      await tx.one(insert, { name: "beside" })
      const inner = tx.savepoint(async () => {
        tx.send(sql<void>("SELECT 1 / 0"), {})
        throw new Error("undone")
      })
      await inner.catch(() => {})
    })
    expect(await unit.catch((error: { code: string }) => error.code)).to.equal("22012")
    expect(await database.one(find, { name: "beside" })).to.equal(undefined)
  })

  it("reports why a statement failed for which nobody waited, also where a savepoint follows it", async () => {
    const unit = database.transaction(async (tx) => {
      tx.send(sql<void>("SELECT 1 / 0"), {})
      await tx.savepoint(() => tx.one(find, { name: "one" }))
    })
    expect(await unit.catch((error: { code: string }) => error.code)).to.equal("22012")
  })

  it("runs its transactions at the same level, whatever the default of the server is", async () => {
    const url = new URL(databases.env.TEST_DATABASE_URL!)
    url.searchParams.set("options", "-c default_transaction_isolation=serializable")
    const other = connect(url.href, false)
    const level = sql<object>("SHOW transaction_isolation")
    const expected = { transaction_isolation: "read committed" }
    try {
      expect(await other.transaction((tx) => tx.one(level, {}))).to.deep.equal(expected)
      expect(await other.sharedTransaction({ owner: "owner", about: [] }, (tx) => tx.one(level, {}))).to.deep.equal(expected)
    } finally {
      await other.close()
    }
  })

  it("only reads outside of a transaction, whatever other options its URL has", async () => {
    const url = new URL(databases.env.TEST_DATABASE_URL!)
    url.searchParams.set("options", "-c application_name=other")
    const other = connect(url.href, false)
    try {
      expect(await other.one(sql<object>("SHOW application_name"), {})).to.deep.equal({ application_name: "other" })
      expect(String(await other.one(insert, { name: "three" }).catch((error: Error) => error))).to.contain("read-only")
    } finally {
      await other.close()
    }
  })

  it("only reads outside of a transaction", async () => {
    const failure = await database.one(insert, { name: "two" }).catch((error: Error) => error)
    expect(String(failure)).to.contain("read-only transaction")
  })

  it("can be used as before after a statement that was refused while others were on their way", async () => {
    for (let i = 0; i < 30; i++) {
      const unit = database.transaction(async (tx) => {
        tx.send(sql<void>(`SELECT 1 / ${i % 3}, 'statement ${i}'`), {})
        return Promise.all([tx.one(find, { name: "one" }), tx.one(sql<{ i: number }>(`SELECT ${i} AS i`), {})])
      })
      const result = await unit.catch((error: { code: string }) => error.code)
      if (i % 3 === 0) expect(result).to.equal("22012")
      else expect(result).to.deep.equal([{ name: "one", value: "0" }, { i }])
    }
  })
})
