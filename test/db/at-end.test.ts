import { expect } from "chai"
import type { Database, Finish, Transaction } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: p.value }))
const find = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }))

/** Stores all that was noted, under the first name. */
const store: Finish<string> = (tx, notes) => tx.run(insert, { name: notes[0], value: notes.join() }).then(() => undefined)
const refuse: Finish<string> = () => Promise.reject(new Error("refused at the end"))

describe("What a transaction notes for its end", () => {
  let databases: Databases
  let database: Database
  before(async () => {
    databases = await freshDatabases()
    database = connect(databases.env.TEST_DATABASE_URL!, false)
  })
  after(async () => {
    await database.close()
    await databases.remove()
  })

  const stored = async (name: string) => (await database.one(find, { name }))?.value
  const note = (tx: Transaction, ...names: string[]) => {
    for (const name of names) tx.atEnd(store, name)
  }
  const ways = {
    "a transaction": <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(work),
    "a shared transaction": <T>(work: (tx: Transaction) => Promise<T>, name = "x") =>
      database.sharedTransaction({ owner: name, about: [name] }, work),
  }

  for (const [way, run] of Object.entries(ways)) {
    const named = (name: string) => `${name} of ${way}`

    it(`is finished once, in the same commit: ${way}`, async () => {
      const seen = await run(async (tx) => {
        note(tx, named("first"), "second")
        note(tx, "third")
        return tx.one(find, { name: named("first") })
      })
      expect(seen).to.equal(undefined)
      expect(await stored(named("first"))).to.equal(`${named("first")},second,third`)
    })

    it(`is gone with a transaction that fails, and fails it if it fails itself: ${way}`, async () => {
      const failing = run(async (tx) => {
        note(tx, named("undone"))
        throw new Error("no")
      }, "failing")
      const refused = run(async (tx) => {
        note(tx, named("refused"))
        tx.atEnd(refuse, "")
      }, "refused")
      const beside = run(async (tx) => note(tx, named("beside")), "beside")
      const outcomes = await Promise.allSettled([failing, refused, beside])
      expect(outcomes.map(({ status }) => status)).to.deep.equal(["rejected", "rejected", "fulfilled"])
      expect(await stored(named("undone"))).to.equal(undefined)
      expect(await stored(named("refused"))).to.equal(undefined)
      expect(await stored(named("beside"))).to.equal(named("beside"))
    })
  }

  it("is gone with its savepoint, and what was noted around it stays", async () => {
    await database.transaction(async (tx) => {
      note(tx, "around")
      await tx.savepoint(async () => note(tx, "kept"))
      const undone = tx.savepoint(async () => {
        note(tx, "lost")
        throw new Error("no")
      })
      await undone.catch(() => undefined)
      note(tx, "after")
    })
    expect(await stored("around")).to.equal("around,kept,after")
  })

  it("may note more, which is finished too", async () => {
    const again: Finish<string> = async (tx, notes) => note(tx, ...notes)
    await database.transaction(async (tx) => tx.atEnd(again, "noted at the end"))
    expect(await stored("noted at the end")).to.equal("noted at the end")
  })
})
