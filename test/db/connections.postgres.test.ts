import { randomUUID } from "node:crypto"
import { createServer, type Socket } from "node:net"
import { expect } from "chai"
import type { Database, Transaction } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { toApiError } from "../../src/http/errors.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { administer } from "../support/databases/postgres.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { sql } from "../support/databases/sql.ts"
import { statement } from "../support/databases/statement.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: "0" }))
const find = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }))
const set = statement<void>((k, p) => k("settings").where({ name: p.name }).update({ value: p.value }))
const repeatableRead = sql<void>("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")

/** Waits until `parties` callers have arrived, so that they conflict. */
function barrier(parties: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = parties
  return async () => {
    if (--missing === 0) resolve()
    await promise
  }
}

describe("Transactions on Postgres", () => {
  let databases: Databases
  let line: Line
  let database: Database
  let hanging: Promise<unknown>
  const silentSockets = new Set<Socket>()
  const silent = createServer((socket) => void silentSockets.add(socket.on("error", () => {})))
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    database = connect(line.url, false)
    // Starts here because it takes ten seconds. The last test checks it.
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done))
    const { port } = silent.address() as { port: number }
    const unresponsive = connect(`postgres://vintem:vintem@127.0.0.1:${port}/x`, false)
    hanging = unresponsive.one(find, { name: "x" }).catch((error: unknown) => error)
    void hanging.then(() => unresponsive.close())
  })
  after(async () => {
    for (const socket of silentSockets) socket.destroy()
    silent.close()
    line.commits = "pass"
    await database.close()
    await line.close()
    await databases.remove()
  })

  const valueIn = async (name: string) => (await database.one(find, { name }))?.value
  const make = (name: string) => database.transaction((tx) => tx.run(insert, { name }))

  it("retry after a deadlock, so that both commit", async () => {
    await Promise.all(["left", "right"].map(make))
    const allArrived = barrier(2)
    const notified: string[] = []
    let tries = 0
    const cross = (mine: string, other: string) =>
      database.transaction(async (tx) => {
        tries++
        tx.afterCommit(() => notified.push(mine))
        await tx.run(set, { name: mine, value: mine })
        await allArrived()
        await tx.run(set, { name: other, value: mine })
      })
    await Promise.all([cross("left", "right"), cross("right", "left")])
    // Postgres may end both, more than once, before one of them gets through.
    expect(tries).to.be.at.least(3)
    expect(notified.sort()).to.deep.equal(["left", "right"])
    expect(await valueIn("left")).to.equal(await valueIn("right"))
  })

  /** Writes a row that another transaction changes in between. Each of the first `times` tries is a serialization failure. */
  async function overtaken(name: string, times: number): Promise<{ tries: number; notified: number; error?: { code?: string } }> {
    await make(name)
    const result: { tries: number; notified: number; error?: { code?: string } } = { tries: 0, notified: 0 }
    const mine = async (tx: Transaction) => {
      tx.afterCommit(() => result.notified++)
      await tx.run(repeatableRead, {})
      await tx.one(find, { name })
      if (result.tries++ < times) await database.transaction((other) => other.run(set, { name, value: `other-${result.tries}` }))
      await tx.run(set, { name, value: "mine" })
    }
    await database.transaction(mine).catch((error) => {
      result.error = error
    })
    return result
  }

  it("retry after a serialization failure and run afterCommit once", async () => {
    expect(await overtaken("overtaken", 2)).to.deep.equal({ tries: 3, notified: 1 })
    expect(await valueIn("overtaken")).to.equal("mine")
  })

  it("fail after three serialization failures", async () => {
    const { error, ...counts } = await overtaken("always overtaken", 100)
    expect([error?.code, counts]).to.deep.equal(["40001", { tries: 3, notified: 0 }])
    expect(await valueIn("always overtaken")).to.equal("other-3")
  })

  it("retry after a serialization failure that only the commit reports", async () => {
    for (const command of [
      "CREATE SEQUENCE tries",
      "CREATE TABLE conflicts (name TEXT)",
      `CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('tries') < 3 THEN RAISE EXCEPTION 'conflict' USING ERRCODE = 'serialization_failure'; END IF;
         RETURN NULL;
       END $$`,
      `CREATE CONSTRAINT TRIGGER conflicts AFTER INSERT ON conflicts DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION conflict()`,
    ])
      await database.transaction((tx) => tx.run(sql(command), {}))
    let tries = 0
    await database.transaction(async (tx) => {
      tries++
      await tx.run(sql("INSERT INTO conflicts VALUES ('one')"), {})
    })
    const { n } = (await database.one(sql<{ n: number }>("SELECT count(*) AS n FROM conflicts"), {}))!
    expect([tries, n]).to.deep.equal([3, 1])
  })

  it("fail where they go on after a statement that failed inside a savepoint, and write nothing", async () => {
    const unit = database.transaction(async (tx) => {
      await tx.run(insert, { name: "outside" })
      await tx.savepoint(() => tx.run(insert, { name: "outside" }).catch(() => 0))
    })
    expect(await unit.catch((error) => error.code)).to.equal("25P02")
    expect(await valueIn("outside")).to.equal(undefined)
  })

  it("are done once, and not tried again, if their connection breaks at the commit", async () => {
    for (const commits of ["cut before", "cut after"] as const) {
      line.commits = commits
      let tries = 0
      const unit = database.transaction(async (tx) => {
        tries++
        await tx.run(insert, { name: `once, ${commits}` })
      })
      expect(toApiError(await unit.catch((error: unknown) => error)).code).to.equal("not_ready")
      line.commits = "pass"
      expect(tries).to.equal(1)
    }
  })

  /** Runs `test` with one connection, on which Postgres has so little time to answer. */
  async function withLittleTime(
    test: (impatient: Database) => Promise<void>,
    limits = { statement: 900, lock: 0 },
  ): Promise<void> {
    const timeouts = { connect: 10_000, idleInTransaction: 30_000, ...limits }
    const impatient = connect(line.url, false, { connections: 1, timeouts })
    try {
      await test(impatient)
    } finally {
      line.silent = false
      line.commits = "pass"
      await impatient.close()
    }
  }
  const apiErrorOf = async (unit: Promise<unknown>) => toApiError(await unit.catch((error: unknown) => error)).code

  it("fail with not_ready when the host falls silent, and free the connection", () =>
    withLittleTime(async (impatient) => {
      await impatient.one(find, { name: "left" })
      line.silent = true
      expect(await apiErrorOf(impatient.one(find, { name: "left" }))).to.equal("not_ready")
      line.silent = false
      const lost = impatient.transaction(async (tx) => {
        await tx.run(insert, { name: "before the silence" })
        line.silent = true
        await tx.savepoint(() => tx.run(insert, { name: "in the silence" }))
      })
      expect(await apiErrorOf(lost)).to.equal("not_ready")
      line.silent = false
      await impatient.transaction((tx) => tx.run(insert, { name: "before the silence" }))
    }))

  it("are done once, and not tried again, if there is no answer to the commit", () =>
    withLittleTime(async (impatient) => {
      const happened: string[] = []
      line.commits = "unanswered"
      const unit = impatient.transaction(async (tx) => {
        happened.push("tried")
        tx.afterCommit(() => happened.push("notified"))
        await tx.run(insert, { name: "unanswered" })
      })
      expect(await apiErrorOf(unit)).to.equal("not_ready")
      expect(happened).to.deep.equal(["tried"])
      expect(await valueIn("unanswered")).to.equal("0")
      line.commits = "pass"
      expect((await impatient.one(find, { name: "unanswered" }))?.value).to.equal("0")
    }))

  for (const [name, limits, code] of [
    ["DATABASE_STATEMENT_TIMEOUT_MS", { statement: 900, lock: 0 }, "57014"],
    ["DATABASE_LOCK_TIMEOUT_MS", { statement: 60_000, lock: 300 }, "55P03"],
  ] as const) {
    it(`fail with not_ready where a statement waits longer for another transaction than ${name}, and keep the connection`, () =>
      withLittleTime(async (impatient) => {
        await make(name)
        await database.transaction(async (tx) => {
          await tx.run(set, { name, value: "1" })
          const pid = sql<{ pid: number }>("SELECT pg_backend_pid() AS pid")
          const before = await impatient.one(pid, {})
          const failure = await impatient.transaction((other) => other.run(set, { name, value: "2" })).catch((error) => error)
          expect([failure.code, toApiError(failure).code]).to.deep.equal([code, "not_ready"])
          expect(await impatient.one(pid, {})).to.deep.equal(before)
        })
      }, limits))
  }

  it("do not retry after any other error", async () => {
    let tries = 0
    const failing = database.transaction(async (tx) => {
      tries++
      await tx.run(insert, { name: "left" })
    })
    expect(await failing.catch((error) => error.code)).to.equal("23505")
    expect(tries).to.equal(1)
  })

  it("do not resolve or run afterCommit before the commit returns", async () => {
    const held = Promise.withResolvers<void>()
    line.commits = held.promise
    const happened: string[] = []
    const written = Promise.withResolvers<void>()
    const unit = database.transaction(async (tx) => {
      await tx.run(insert, { name: "held" })
      tx.afterCommit(() => happened.push("notified"))
      written.resolve()
    })
    const resolved = unit.then(() => happened.push("resolved"))
    await written.promise
    // Other queries complete meanwhile, so whatever did not wait for the commit has happened by now.
    for (let i = 0; i < 20; i++) expect(await valueIn("held")).to.equal(undefined)
    expect(happened).to.deep.equal([])
    line.commits = "pass"
    held.resolve()
    await resolved
    expect(happened).to.deep.equal(["notified", "resolved"])
    expect(await valueIn("held")).to.equal("0")
  })

  it("fail if their connection breaks at the commit, and the broken connection is not reused", async () => {
    for (const commits of ["cut before", "cut after"] as const) {
      line.commits = commits
      const notified: string[] = []
      const names = Array.from({ length: 25 }, (_, index) => `${commits} ${index}`)
      const results = await Promise.allSettled(
        names.map((name) =>
          database.transaction(async (tx) => {
            await tx.run(insert, { name })
            tx.afterCommit(() => notified.push(name))
          }),
        ),
      )
      line.commits = "pass"
      for (const result of results) {
        expect(result.status).to.equal("rejected")
        expect(toApiError((result as PromiseRejectedResult).reason).code).to.equal("not_ready")
      }
      expect(notified).to.deep.equal([])
      await make(`${commits}: the next one`)
      for (const name of names) expect(await valueIn(name)).to.equal(commits === "cut before" ? undefined : "0")
    }
  })

  it("are ended by Postgres after 30 idle seconds", async () => {
    const { idle_in_transaction_session_timeout: limit } = (await database.one(
      sql<{ idle_in_transaction_session_timeout: string }>("SHOW idle_in_transaction_session_timeout"),
      {},
    ))!
    expect(limit).to.equal("30s")
  })

  it("fail with not_ready when the server has no free connection", async () => {
    const role = `full_${randomUUID().replaceAll("-", "")}`
    await administer(databases.env.TEST_DATABASE_URL!, `CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT 0`)
    const url = new URL(databases.env.TEST_DATABASE_URL!)
    Object.assign(url, { username: role, password: "x" })
    const crowded = connect(url.href, false)
    try {
      const failure = await crowded.transaction((tx) => tx.one(find, { name: "x" })).catch((error: unknown) => error)
      expect(failure).to.include({ code: "53300" })
      expect(toApiError(failure).code).to.equal("not_ready")
    } finally {
      await crowded.close()
      await administer(databases.env.TEST_DATABASE_URL!, `DROP ROLE ${role}`)
    }
  })

  it("fail after ten seconds when the server accepts a connection but never responds", async () => {
    expect(toApiError(await hanging).code).to.equal("not_ready")
  })
})
