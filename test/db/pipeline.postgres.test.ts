import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "chai"
import { connect } from "../../src/db/drivers/connect.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"
import { waitingForLocks } from "../support/databases/waiting-for-locks.ts"
import { until } from "../support/merchants/merchant.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: "0" }))
const set = statement<void>((k, p) => k("settings").where({ name: p.name }).update({ value: p.value }))

/** Each step waits for less than a statement may take, also on a busy machine, and both together wait for longer. */
const STATEMENT_MS = 8000
const HELD_MS = 4600

describe("A pipeline on Postgres", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases()
  })
  after(() => databases.remove())

  it("gives each step the whole time of a statement, however long it waits for the steps before it", async () => {
    const timeouts = { connect: 10_000, statement: STATEMENT_MS, lock: 0, idleInTransaction: 30_000 }
    const patient = connect(databases.env.TEST_DATABASE_URL!, false, { timeouts })
    const other = connect(databases.env.TEST_DATABASE_URL!, false)
    async function hold(name: string) {
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const done = other.transaction(async (tx) => {
        await tx.run(set, { name, value: "held" })
        held.resolve()
        await release.promise
      })
      await held.promise
      return async () => {
        release.resolve()
        await done
      }
    }
    try {
      await other.transaction(async (tx) => {
        for (const name of ["first", "second"]) await tx.run(insert, { name })
      })
      const releases = [await hold("first"), await hold("second")]
      const changing = patient.transaction((tx) =>
        tx.pipeline(
          () => tx.run(set, { name: "first", value: "changed" }),
          () => tx.run(set, { name: "second", value: "changed" }),
        ),
      )
      await until(async () => (await other.all(waitingForLocks, {})).length > 0)
      for (const release of releases) {
        await sleep(HELD_MS)
        await release()
      }
      expect(await changing).to.deep.equal([1, 1])
    } finally {
      await Promise.all([patient.close(), other.close()])
    }
  }).timeout(60_000)
})
