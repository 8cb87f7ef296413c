import { expect } from "chai"
import { text } from "../../src/db/columns.ts"
import type { Database, Transaction } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { settings } from "../../src/db/tables.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { testOnly } from "../support/databases/statement.ts"

const insert = testOnly(
  settings.insert(["name", "value"], (rows, _, k) => rows.returning(["name", k.raw("current_query() AS query") as never])),
)
const insertOnce = testOnly(
  settings.insert(["name", "value"], (rows) => rows.onConflict("name").ignore().returning(["name", "value"])),
)
const later = testOnly(settings.insert(["name", "value"]))
const find = testOnly(settings.find(["name"]))
/** Changes a row that has the value `from`. */
const move = testOnly(
  settings.statement(["name", { value: "from" }, { to: text() }], (rows, p) =>
    rows.where({ name: p.name, value: p.from }).update({ value: p.to }).returning("*"),
  ),
)
const append = testOnly(
  settings.statement(["name", { more: text() }], (rows, p, k) =>
    rows.where({ name: p.name }).update({ value: k.raw("value || ?", [p.more]) }),
  ),
)

describe("Works that share a transaction on Postgres", () => {
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

  const all = <T>(n: number, each: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => each(i)))
  /** An owner for each, as none of them may run alone because of another test. */
  const shared = <T>(name: string, about: string[], work: (tx: Transaction) => Promise<T>) =>
    database.sharedTransaction({ owner: name, about }, work)
  const stored = async (name: string) => (await database.one(find, { name }))?.value

  it("send the statements that are equal as one, and each gets the rows of its own", async () => {
    await all(20, (i) => shared(`one ${i}`, [], (tx) => tx.run(later, { name: `one ${i}`, value: `${i}` })))
    const rows = await all(20, (i) => shared(`one ${i}`, [], (tx) => tx.only(find, { name: `one ${i}` })))
    expect(rows.map(({ value }) => value)).to.deep.equal(rows.map((_, i) => `${i}`))
    const inserted = await all(10, (i) => shared(`sent ${i}`, [], (tx) => tx.only(insert, { name: `sent ${i}`, value: "" })))
    expect(inserted.map(({ name }) => name)).to.deep.equal(inserted.map((_, i) => `sent ${i}`))
    for (const { query } of inserted as unknown as { query: string }[]) expect(query).to.contain("unnest")
  })

  it("learn which of them changed a row, and which did not", async () => {
    await all(6, (i) => shared(`to move ${i}`, [], (tx) => tx.run(later, { name: `move ${i}`, value: i % 2 ? "new" : "done" })))
    const moved = await all(6, (i) =>
      shared(`move ${i}`, [], async (tx) => ({
        row: await tx.one(move, { name: `move ${i}`, from: "new", to: "sent" }),
        again: await tx.run(move, { name: `move ${i}`, from: "new", to: "sent" }),
        back: await tx.run(move, { name: `move ${i}`, from: "done", to: "back" }),
      })),
    )
    expect(moved.map(({ row, again, back }) => [row?.value, again, back])).to.deep.equal(
      moved.map((_, i) => (i % 2 ? ["sent", 0, 0] : [undefined, 0, 1])),
    )
  })

  it("learn which of them inserted a row that is there once", async () => {
    await shared("first", [], (tx) => tx.run(later, { name: "once 1", value: "first" }))
    const rows = await all(3, (i) => shared(`once ${i}`, [], (tx) => tx.one(insertOnce, { name: `once ${i}`, value: "second" })))
    expect(rows.map((row) => row?.name)).to.deep.equal(["once 0", undefined, "once 2"])
  })

  it("change a row twice in the order of the work, also in one step", async () => {
    await all(4, (i) =>
      shared(`twice ${i}`, [], async (tx) => {
        tx.send(later, { name: `twice ${i}`, value: "" })
        tx.send(append, { name: `twice ${i}`, more: "a" })
        tx.send(append, { name: `twice ${i}`, more: "b" })
        if (i % 2) await tx.run(append, { name: `twice ${i}`, more: "c" })
      }),
    )
    expect(await all(4, (i) => stored(`twice ${i}`))).to.deep.equal(["ab", "abc", "ab", "abc"])
  })

  it("fail alone where one of them lacks a value, waited for or not", async () => {
    const broken: Record<string, (tx: Transaction) => unknown> = {
      // @ts-expect-error: the compiler names it, too
      awaited: (tx) => tx.run(later, { name: "broken" }),
      // @ts-expect-error: the compiler names it, too
      sent: (tx) => tx.send(later, { name: "broken" }),
    }
    for (const [way, run] of Object.entries(broken)) {
      const works = Array.from({ length: 6 }, (_, i) =>
        shared(`lacks ${way} ${i}`, [], async (tx) =>
          i === 2 ? await run(tx) : tx.run(later, { name: `lacks ${way} ${i}`, value: "" }),
        ),
      )
      const failed = (await Promise.allSettled(works)).flatMap((each, i) => (each.status === "rejected" ? [i] : []))
      expect(failed, way).to.deep.equal([2])
      expect(await stored(`lacks ${way} 3`), way).to.equal("")
    }
  })

  it("are never about the same thing: each sees what the one before it has committed", async () => {
    await shared("counter", [], (tx) => tx.run(later, { name: "counter", value: "0" }))
    await all(40, (i) =>
      shared(`count ${i}`, [`own ${i}`, "counter"], async (tx) => {
        const { value } = await tx.only(find, { name: "counter" })
        await tx.run(move, { name: "counter", from: value, to: `${Number(value) + 1}` })
      }),
    )
    expect(await stored("counter")).to.equal("40")
  })

  it("go on while another one waits for what a work under way is about", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const holder = shared("holder", ["held"], () => {
      begin()
      return released
    })
    // Only a work that comes after the holder began is not in its transaction.
    await begun
    let waits = true
    const waiter = shared("waiter", ["held"], async () => {
      waits = false
    })
    await all(5, (i) => shared(`free ${i}`, [`free ${i}`], (tx) => tx.run(later, { name: `free ${i}`, value: "" })))
    expect(waits).to.equal(true)
    release()
    await Promise.all([holder, waiter])
  })

  it("all end when two processes take the same locks in another order", async () => {
    const other = connect(databases.env.TEST_DATABASE_URL!, false)
    await all(2, (i) => shared(`lock ${i}`, [], (tx) => tx.run(later, { name: `lock ${i}`, value: "" })))
    const inOrder = (order: number[], more: string) => async (tx: Transaction) => {
      for (const i of order) await tx.run(append, { name: `lock ${i}`, more })
    }
    await Promise.all([
      ...Array.from({ length: 10 }, () => other.transaction(inOrder([1, 0], "x"))),
      ...Array.from({ length: 10 }, (_, i) => shared(`locks ${i}`, [], inOrder([0, 1], "y"))),
    ])
    await other.close()
    const counts = (await all(2, (i) => stored(`lock ${i}`))).map((value) => [...value!].sort().join(""))
    expect(counts).to.deep.equal([`${"x".repeat(10)}${"y".repeat(10)}`, `${"x".repeat(10)}${"y".repeat(10)}`])
  })
})
