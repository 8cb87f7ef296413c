import { expect } from "chai"
import { connect } from "../../src/db/connect.ts"
import type { Database } from "../../src/db/database.ts"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { type Line, openLine } from "../support/postgres-line.ts"
import { sql } from "../support/sql.ts"
import { statement } from "../support/statement.ts"

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
