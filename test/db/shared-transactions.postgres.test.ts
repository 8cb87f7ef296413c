import { expect } from "chai"
import { text } from "../../src/db/columns.ts"
import type { Database, Transaction } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { settings } from "../../src/db/tables.ts"
import { toApiError } from "../../src/http/errors.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { sql } from "../support/databases/sql.ts"
import { testOnly } from "../support/databases/statement.ts"

const insert = testOnly(
  settings.statement(["name"], (_, p, k) =>
    k.raw<{ transaction: string }>(
      "INSERT INTO settings (name, value) VALUES (?, 'x') RETURNING pg_current_xact_id()::text AS transaction",
      [p.name],
    ),
  ),
)
const insertLater = testOnly(settings.statement(["name"], (rows, p) => rows.insert({ name: p.name, value: "x" })))
const touch = testOnly(settings.find(["name"], (rows) => rows.update({ value: "touched" })))
const count = testOnly(
  settings.statement([{ like: text() }], (rows, p) => rows.whereRaw("name LIKE ?", [p.like]).count({ n: "*" })),
)

describe("Transactions that arrive together on Postgres", () => {
  let databases: Databases
  let line: Line
  let database: Database
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    database = connect(line.url, false)
  })
  afterEach(() => {
    line.commits = "pass"
    line.breaksBegins = false
    line.silent = false
  })
  after(async () => {
    await database.close()
    await line.close()
    await databases.remove()
  })

  const countOf = async (like: string) => (await database.one(count, { like }))!.n
  const inAll = <T>(n: number, each: (i: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: n }, (_, i) => each(i)))
  /** An owner for each, as none of them may run alone because of another test. */
  const shared = <T>(owner: string, work: (tx: Transaction) => Promise<T>) =>
    database.sharedTransaction({ owner, about: [] }, work)

  it("share commits, write everything, and tell each caller once", async () => {
    const told: number[] = []
    const results = await inAll(200, (i) =>
      shared("one", async (tx) => {
        tx.afterCommit(() => told.push(i))
        return tx.one(insert, { name: `all-${i}` })
      }),
    )
    const transactions = results.map((result) => (result.status === "fulfilled" ? result.value!.transaction : "failed"))
    expect(transactions).not.to.include("failed")
    expect(new Set(transactions).size).to.be.below(50)
    expect(told.sort((a, b) => a - b)).to.deep.equal(transactions.map((_, i) => i))
    expect(await countOf("all-%")).to.equal(200)
  })

  it("do not harm each other: what one of them throws is told to its caller, and the others succeed", async () => {
    const told: number[] = []
    const results = await inAll(60, (i) =>
      shared(`thrower ${i}`, async (tx) => {
        tx.afterCommit(() => told.push(i))
        await tx.one(insert, { name: `mixed-${i}` })
        if (i % 20 === 7) throw new Error(`no ${i}`)
      }),
    )
    const failed = results.flatMap((result) => (result.status === "rejected" ? [result.reason.message] : []))
    expect(failed).to.deep.equal(["no 7", "no 27", "no 47"])
    expect(told).to.have.length(57)
    expect(await countOf("mixed-%")).to.equal(57)
  })

  it("do not harm each other where Postgres refuses a statement, waited for or not", async () => {
    await database.transaction((tx) => tx.run(insertLater, { name: "taken" }))
    const refused: Record<string, (tx: Transaction) => Promise<unknown>> = {
      awaited: (tx) => tx.one(insert, { name: "taken" }),
      sent: async (tx) => tx.send(insertLater, { name: "taken" }),
    }
    for (const [way, add] of Object.entries(refused)) {
      const beside = (tx: Transaction, i: number) => tx.one(insert, { name: `beside-${way}-${i}` })
      const results = await inAll(20, (i) => shared<unknown>(`${way} ${i}`, (tx) => (i === 11 ? add(tx) : beside(tx, i))))
      const failed = results.flatMap((result, i) => (result.status === "rejected" ? [[i, result.reason.code]] : []))
      expect(failed).to.deep.equal([[11, "23505"]])
    }
    expect(await countOf("beside-%")).to.equal(38)
  })

  it("do not wait for a row that only one of them needs and somebody else has locked", async () => {
    await database.transaction((tx) => tx.run(insertLater, { name: "locked" }))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>()
    const holder = database.transaction(async (tx) => {
      await tx.run(touch, { name: "locked" })
      lock()
      await released
    })
    await isLocked
    let waits = true
    const wait = (begin: () => void) =>
      shared("blocked", (tx) => {
        begin()
        return tx.run(touch, { name: "locked" })
      }).finally(() => {
        waits = false
      })
    const blocked: Promise<unknown>[] = []
    try {
      for (let i = 0; i < 3; i++) {
        // The next one is in a transaction of its own.
        await new Promise<void>((begin) => {
          blocked.push(wait(begin))
        })
      }
      const others = await inAll(10, (i) => shared("free", (tx) => tx.one(insert, { name: `free-${i}` })))
      expect(others.map(({ status }) => status)).to.deep.equal(others.map(() => "fulfilled"))
      expect(waits).to.equal(true)
    } finally {
      release()
    }
    await Promise.all([holder, ...blocked])
  })

  it("are done once, and not tried again, if their connection breaks at the commit", async () => {
    for (const commits of ["cut before", "cut after"] as const) {
      line.commits = commits
      let runs = 0
      const results = await inAll(8, (i) =>
        shared(`cut ${i}`, (tx) => {
          runs++
          return tx.one(insert, { name: `${commits}-${i}` })
        }),
      )
      line.commits = "pass"
      expect(runs).to.equal(8)
      const codes = results.map((result) => (result.status === "rejected" ? toApiError(result.reason).code : "done"))
      expect(new Set(codes)).to.deep.equal(new Set(["not_ready"]))
    }
    expect([await countOf("cut before-%"), await countOf("cut after-%")]).to.deep.equal([0, 8])
  })

  it("write nothing outside of a transaction where Postgres refuses their BEGIN", async () => {
    line.breaksBegins = true
    const results = await inAll(5, (i) => shared(`begun ${i}`, (tx) => tx.one(insert, { name: `begun-${i}` })))
    line.breaksBegins = false
    expect(results.map(({ status }) => status)).to.deep.equal(results.map(() => "rejected"))
    expect(await countOf("begun-%")).to.equal(0)
  })

  it("run alone where they need a savepoint", async () => {
    const results = await inAll(3, (i) =>
      shared(`saved ${i}`, async (tx) => {
        await tx.one(insert, { name: `saved-${i}` })
        if (i === 1) await tx.savepoint(() => tx.one(insert, { name: "saved-0" })).catch(() => {})
      }),
    )
    expect(results.map(({ status }) => status)).to.deep.equal(["fulfilled", "fulfilled", "fulfilled"])
    expect(await countOf("saved-%")).to.equal(3)
  })

  /** A work that always fails, and one that fails among others only, as the same create does that is sent twice. */
  const failing: Record<string, () => () => Promise<void>> = {
    "whose work keeps failing": () => () => Promise.reject(new Error("no")),
    "whose work fails among others only": () => {
      let runs = 0
      return async () => {
        if (runs++ === 0) throw new Error("no")
      }
    },
  }
  for (const [who, workOf] of Object.entries(failing))
    it(`run twice at most once a second because of an owner ${who}`, async () => {
      const startedAt = performance.now()
      let doubled = 0
      for (let wave = 0; wave < 30; wave++) {
        let runs = 0
        await inAll(2, (i) =>
          i === 0
            ? shared<unknown>(who, workOf())
            : shared<unknown>("innocent", (tx) => {
                runs++
                return tx.one(insert, { name: `innocent-${wave} ${who}` })
              }),
        )
        if (runs > 1) doubled++
      }
      expect(doubled).to.be.within(1, 1 + (performance.now() - startedAt) / 1000)
      expect(await countOf(`innocent-% ${who}`)).to.equal(30)
    })

  it("are not run again where Postgres does not answer", async () => {
    const timeouts = { connect: 10_000, statement: 900, lock: 0, idleInTransaction: 30_000 }
    const impatient = connect(line.url, false, { timeouts })
    await impatient.transaction((tx) => tx.one(insert, { name: "silent" }))
    line.silent = true
    let runs = 0
    const results = await inAll(8, (i) =>
      impatient.sharedTransaction({ owner: `silent ${i}`, about: [] }, (tx) => {
        runs++
        return tx.one(insert, { name: `silent-${i}` })
      }),
    )
    line.silent = false
    expect([runs, new Set(results.map(({ status }) => status))]).to.deep.equal([8, new Set(["rejected"])])
    await impatient.close()
  })

  it("see the whole of what was committed before they began", async () => {
    await shared("first", (tx) => tx.one(insert, { name: "seen" }))
    const rows = await inAll(5, () =>
      shared("then", (tx) => tx.one(sql<{ n: number }>("SELECT count(*) AS n FROM settings WHERE name = 'seen'"), {})),
    )
    expect(rows.map((row) => (row.status === "fulfilled" ? row.value!.n : row.reason))).to.deep.equal([1, 1, 1, 1, 1])
  })
})
