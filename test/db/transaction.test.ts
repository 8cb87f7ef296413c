import { expect } from "chai"
import { connect } from "../../src/db/connect.ts"
import type { Database, Transaction } from "../../src/db/database.ts"
import { statement } from "../../src/db/statement.ts"
import { type Databases, freshDatabases } from "../support/databases.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: p.value }))
const find = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }))
const count = statement<{ n: number }>((k, p) => k("settings").where("name", "like", p.like).count({ n: "*" }))

describe("The transaction function", () => {
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

  const put = (tx: Transaction, name: string) => tx.run(insert, { name, value: "x" })
  const exists = async (name: string) => (await database.one(find, { name })) !== undefined

  it("writes all of a unit of work, and nothing of one that throws", async () => {
    await database.transaction((tx) => put(tx, "whole"))
    const failing = database.transaction(async (tx) => {
      await put(tx, "half")
      throw new Error("no")
    })
    expect(String(await failing.catch((error: Error) => error))).to.contain("no")
    expect(await exists("whole")).to.equal(true)
    expect(await exists("half")).to.equal(false)
  })

  it("keeps units that arrive together apart: one that fails takes no other with it", async () => {
    const units = Array.from({ length: 300 }, (_, index) =>
      database.transaction(async (tx) => {
        await put(tx, `together-${index}`)
        if (index % 3 === 0) throw new Error("no")
      }),
    )
    const results = await Promise.allSettled(units)
    expect(results.filter(({ status }) => status === "rejected")).to.have.length(100)
    expect((await database.one(count, { like: "together-%" }))?.n).to.equal(200)
  })

  it("goes on after a savepoint that was undone", async () => {
    await database.transaction(async (tx) => {
      await put(tx, "outer")
      const inner = tx.savepoint(async () => {
        await put(tx, "inner")
        await put(tx, "outer")
      })
      expect(await inner.catch((error: Error) => error)).to.be.an("error")
      await put(tx, "after")
    })
    expect([await exists("outer"), await exists("inner"), await exists("after")]).to.deep.equal([true, false, true])
  })

  it("tells of a commit only once everybody can see it", async () => {
    let told = false
    await database.transaction(async (tx) => {
      await put(tx, "seen")
      tx.afterCommit(() => {
        told = true
      })
      expect(told).to.equal(false)
      expect(await exists("seen")).to.equal(false)
    })
    expect(told).to.equal(true)
    expect(await exists("seen")).to.equal(true)
  })

  it("says which parameter a statement was not given", async () => {
    const failure = await database.one(find, {}).catch((error: Error) => error)
    expect(String(failure)).to.contain("parameter 'name' was not given")
  })
})
