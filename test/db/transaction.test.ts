import { expect } from "chai"
import { text } from "../../src/db/columns.ts"
import type { Database, Transaction } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { settings } from "../../src/db/tables.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import { statement, testOnly } from "../support/databases/statement.ts"

const insert = testOnly(settings.insert(["name", "value"]))
const insertOne = testOnly(settings.insert(["name", "value"], (rows) => rows.returning("name")))
const find = testOnly(settings.find(["name"]))
const count = testOnly(
  settings.statement([{ like: text() }], (rows, p) => rows.whereRaw("name LIKE ?", [p.like]).count({ n: "*" })),
)

const echo = statement<Record<string, unknown>, "largest" | "yes" | "no">((k, p) =>
  k.raw("SELECT CAST(? AS BIGINT) AS largest, CAST(? AS BOOLEAN) AS yes, CAST(? AS BOOLEAN) AS no", [p.largest, p.yes, p.no]),
)

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

  it("writes everything, or nothing if it throws", async () => {
    await database.transaction((tx) => put(tx, "whole"))
    const failing = database.transaction(async (tx) => {
      await put(tx, "half")
      throw new Error("no")
    })
    expect(String(await failing.catch((error: Error) => error))).to.contain("no")
    expect(await exists("whole")).to.equal(true)
    expect(await exists("half")).to.equal(false)
  })

  it("isolates transactions that run together: a failure affects no other", async () => {
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

  it("continues after a savepoint was rolled back", async () => {
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

  it("rolls back everything if it throws after a savepoint, kept or rolled back", async () => {
    for (const kept of [true, false]) {
      const failing = database.transaction(async (tx) => {
        await put(tx, `before-${kept}`)
        const inner = tx.savepoint(async () => {
          await put(tx, `inside-${kept}`)
          if (!kept) throw new Error("no")
        })
        await inner.catch(() => {})
        await put(tx, `behind-${kept}`)
        throw new Error("not at all")
      })
      expect(String(await failing.catch((error: Error) => error))).to.contain("not at all")
      for (const place of ["before", "inside", "behind"]) expect(await exists(`${place}-${kept}`), place).to.equal(false)
    }
  })

  it("fails as a whole, with its error, where a statement fails for which nobody waited", async () => {
    const send = (tx: Transaction, name: string) => tx.send(insert, { name, value: "x" })
    await database.transaction(async (tx) => send(tx, "sent"))
    expect(await exists("sent")).to.equal(true)
    for (const isLast of [true, false]) {
      const failing = database.transaction(async (tx) => {
        await put(tx, `ahead-${isLast}`)
        send(tx, "sent")
        if (!isLast) await put(tx, "next")
      })
      expect(String(await failing.catch((error: Error) => error)), "the error of that statement").to.match(/unique/i)
      expect(await exists(`ahead-${isLast}`)).to.equal(false)
    }
    expect(await exists("next")).to.equal(false)
  })

  it("returns what the steps of a pipeline return", async () => {
    const [first, second] = await database.transaction(async (tx) => {
      await put(tx, "known")
      return tx.pipeline(
        () => tx.one(find, { name: "known" }),
        async () => [await put(tx, "step"), await tx.one(find, { name: "step" })],
      )
    })
    expect([first, second]).to.deep.equal([{ name: "known", value: "x" }, [1, { name: "step", value: "x" }]])
  })

  it("throws the first error of a pipeline in the order of its steps, although a later step may fail sooner", async () => {
    await database.transaction((tx) => put(tx, "taken"))
    const failing = database.transaction((tx) =>
      tx.pipeline(
        async () => {
          await tx.one(find, { name: "taken" })
          throw new Error("no such customer")
        },
        () => put(tx, "taken"),
      ),
    )
    expect(String(await failing.catch((error: Error) => error))).to.contain("no such customer")
  })

  it("throws the error of the statement that failed, and not those of the steps that could not go on after it", async () => {
    const failing = database.transaction((tx) =>
      tx.pipeline(
        async () => [await put(tx, "goes on"), await put(tx, "and on")],
        () => put(tx, "taken"),
      ),
    )
    expect(String(await failing.catch((error: Error) => error))).to.match(/unique/i)
    expect([await exists("goes on"), await exists("and on")]).to.deep.equal([false, false])
  })

  it("undoes all steps of a pipeline that fails in a savepoint, and lets none go on after it", async () => {
    await database.transaction(async (tx) => {
      const failing = tx.savepoint(() =>
        tx.pipeline(
          async () => {
            throw new Error("no")
          },
          async () => {
            for (const name of ["slow 1", "slow 2", "slow 3"]) await put(tx, name)
          },
        ),
      )
      await failing.catch(() => {})
      await put(tx, "beside the pipeline")
    })
    expect(await exists("beside the pipeline")).to.equal(true)
    expect((await database.one(count, { like: "slow %" }))?.n).to.equal(0)
  })

  it("writes by one statement, which fails as a transaction does", async () => {
    expect(await database.write(insertOne, { name: "written", value: "x" })).to.deep.equal({ name: "written" })
    expect(await exists("written")).to.equal(true)
    const failing = database.write(insertOne, { name: "written", value: "x" })
    expect(String(await failing.catch((error: Error) => error))).to.match(/unique/i)
    expect(await database.write(insertOne, { name: "written later", value: "x" })).to.deep.equal({ name: "written later" })
  })

  it("rolls back only the inner of two savepoints", async () => {
    await database.transaction((tx) =>
      tx.savepoint(async () => {
        await put(tx, "shell")
        const core = tx.savepoint(async () => {
          await put(tx, "core")
          throw new Error("no")
        })
        expect(await core.catch(() => "undone")).to.equal("undone")
      }),
    )
    expect([await exists("shell"), await exists("core")]).to.deep.equal([true, false])
  })

  it("rolls back the whole outer savepoint after the inner one was rolled back", async () => {
    await database.transaction(async (tx) => {
      const outer = tx.savepoint(async () => {
        await put(tx, "layer-1")
        const inner = tx.savepoint(async () => {
          await put(tx, "layer-2")
          throw new Error("no")
        })
        await inner.catch(() => {})
        await put(tx, "layer-3")
        throw new Error("not at all")
      })
      expect(String(await outer.catch((error: Error) => error))).to.contain("not at all")
      await put(tx, "layer-0")
    })
    expect((await database.one(count, { like: "layer-%" }))?.n).to.equal(1)
    expect(await exists("layer-0")).to.equal(true)
  })

  it("runs afterCommit only when other connections can see the commit", async () => {
    const elsewhere = connect(databases.env.TEST_DATABASE_URL!, false)
    try {
      const seen: Promise<boolean>[] = []
      const look = async (name: string) => (await elsewhere.one(find, { name })) !== undefined
      const names = Array.from({ length: 10 }, (_, index) => `seen-${index}`)
      await Promise.all(
        names.map((name) =>
          database.transaction(async (tx) => {
            await put(tx, name)
            tx.afterCommit(() => void seen.push(look(name)))
            expect(await exists(name)).to.equal(false)
          }),
        ),
      )
      expect(await Promise.all(seen)).to.deep.equal(names.map(() => true))
      for (const name of names) expect(await exists(name)).to.equal(true)
    } finally {
      await elsewhere.close()
    }
  })

  it("does not run afterCommit if it throws", async () => {
    const notified: string[] = []
    const units = ["passes", "throws", "passes"].map((what, index) =>
      database.transaction(async (tx) => {
        await put(tx, `told-${index}`)
        tx.afterCommit(() => notified.push(what))
        if (what === "throws") throw new Error("no")
      }),
    )
    expect((await Promise.allSettled(units)).map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "fulfilled"])
    expect(notified).to.deep.equal(["passes", "passes"])
  })

  it("finishes before the database closes", async () => {
    const closing = connect(databases.env.TEST_DATABASE_URL!, false)
    const unit = closing.transaction((tx) => put(tx, "last"))
    await Promise.all([unit, closing.close()])
    expect(await exists("last")).to.equal(true)
  })

  it("preserves numbers and booleans", async () => {
    const values = { largest: 9_007_199_254_740_991, yes: true, no: false }
    const row = await database.one(echo, values)
    expect(row).to.deep.equal({ largest: values.largest, yes: kind === "sqlite" ? 1 : true, no: kind === "sqlite" ? 0 : false })
  })

  it("names a parameter that is missing", async () => {
    // @ts-expect-error: the compiler names it, too
    const failure = await database.one(find, {}).catch((error: Error) => error)
    expect(String(failure)).to.contain("missing parameter 'name'")
  })
})
