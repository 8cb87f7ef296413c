import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "chai"
import { connect } from "../../src/db/connect.ts"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { statement } from "../support/statement.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: "0" }))
const set = statement<void>((k, p) => k("settings").where({ name: p.name }).update({ value: p.value }))

describe("A pipeline on Postgres", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases()
  })
  after(() => databases.remove())

  it("gives each step the whole time of a statement, however long it waits for the steps before it", async () => {
    const timeouts = { connect: 10_000, statement: 3000, lock: 0, idleInTransaction: 30_000 }
    const patient = connect(databases.env.TEST_DATABASE_URL!, false, { timeouts })
    const other = connect(databases.env.TEST_DATABASE_URL!, false)
    const holdFor = (name: string, ms: number, isHeld: () => void) =>
      other.transaction(async (tx) => {
        await tx.run(set, { name, value: "held" })
        isHeld()
        await sleep(ms)
      })
    try {
      await other.transaction(async (tx) => {
        for (const name of ["first", "second"]) await tx.run(insert, { name })
      })
      const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      // Each step waits for two seconds, and together they wait longer than a statement may take.
      const holds = [holdFor("first", 2000, first.resolve), holdFor("second", 4000, second.resolve)]
      await Promise.all([first.promise, second.promise])
      const changed = await patient.transaction((tx) =>
        tx.pipeline(
          () => tx.run(set, { name: "first", value: "changed" }),
          () => tx.run(set, { name: "second", value: "changed" }),
        ),
      )
      await Promise.all(holds)
      expect(changed).to.deep.equal([1, 1])
    } finally {
      await Promise.all([patient.close(), other.close()])
    }
  })
})
