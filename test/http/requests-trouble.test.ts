// What the log of requests must not do: delay or fail a request, lose what was recorded, or take more and more memory.
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import { expect } from "chai"
import pg from "pg"
import { pino } from "pino"
import type { Database } from "../../src/db/database.ts"
import { connect, sqliteFile } from "../../src/db/drivers/connect.ts"
import { RequestLog } from "../../src/requests/request-log.ts"
import { insertRequests, listRequests, requestsAfter } from "../../src/requests/store.ts"
import type { Json } from "../support/app/client.ts"
import { spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import { openLine } from "../support/databases/postgres-line.ts"
import { allRecorded, aRecord, recordedOf } from "../support/databases/requests.ts"
import { sql } from "../support/databases/sql.ts"
import { waitingForLocks } from "../support/databases/waiting-for-locks.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

/** Records are written after a quarter of a second. */
const MORE_THAN_ITS_INTERVAL_MS = 600

/** Keeps everybody from writing to the log of requests. Returns what ends it. */
async function hold(databases: Databases): Promise<() => Promise<void>> {
  const url = databases.env.TEST_DATABASE_URL!
  if (kind === "sqlite") {
    const connection = new Sqlite(`${sqliteFile(url)}-requests`)
    connection.exec("BEGIN IMMEDIATE")
    return async () => void connection.close()
  }
  const client = new pg.Client({ connectionString: url }).on("error", () => {})
  await client.connect()
  await client.query("BEGIN")
  await client.query("LOCK TABLE api_requests")
  return () => client.end()
}

describe("A flood of refused requests", () => {
  it("is recorded by its first ones, and the others are counted", async () => {
    const databases = await freshDatabases()
    const database = connect(databases.env.TEST_DATABASE_URL!, false)
    const dropped: string[] = []
    const requestLog = new RequestLog({
      ...{ database, log: pino({ level: "silent" }) },
      observeDropped: (reason, count) => dropped.push(...Array(count).fill(reason)),
    })
    for (let i = 0; i < 60; i++) requestLog.add(aRecord({ id: `req_refused_${i}`, status: 429 }))
    requestLog.add(aRecord({ id: "req_served" }))
    expect(dropped).to.deep.equal(Array(10).fill("flood"))
    const kept = async () => (await listRequests(database.requests(), {}, { limit: 100 })).map(({ id }) => id)
    const written = await until(async () => {
      const ids = await kept()
      return ids.length > 0 && ids
    })
    expect(written).to.have.length(51).and.to.include.members(["req_refused_0", "req_refused_49", "req_served"])
    // The next moment has room again.
    requestLog.add(aRecord({ id: "req_refused_later", status: 429 }))
    await requestLog.close()
    expect(await kept()).to.include("req_refused_later")
    expect(dropped).to.have.length(10)
    await database.close()
    await databases.remove()
  })
})

describe("While the log of requests cannot be written", () => {
  it("no request waits for the log, and all are recorded afterwards, each once", async () => {
    const lines: Json[] = []
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const vintem = await startVintem({}, { role: "api", log })
    try {
      const merchant = await newMerchant(vintem)
      await recordedOf(vintem, await merchant.request("GET", "/v1/balance"))
      const release = await hold(vintem.databases)
      const ids: string[] = []
      let longest = 0
      for (const began = performance.now(); ids.length < 20 || performance.now() - began < 1000; ) {
        const sent = performance.now()
        const response = await merchant.request("POST", "/v1/customers", { email: "ana@example.com" })
        longest = Math.max(longest, performance.now() - sent)
        expectStatus(response, 201)
        ids.push(response.headers["request-id"]!)
      }
      await release()
      // Less than SQLite and Postgres would let a request wait.
      expect(longest).to.be.below(4500)
      const written = await until(async () => {
        const rows = await allRecorded(vintem)
        return rows.length > ids.length && rows
      })
      expect(written.map(({ id }) => id).filter((id) => ids.includes(id))).to.deep.equal(ids.reverse())
      // On Postgres it waited for the lock. SQLite refused it several times, and one line is enough.
      const said = kind === "sqlite" ? ["could not write to the log of requests; trying again"] : []
      expect(lines.map(({ msg }) => msg)).to.deep.equal(said)
    } finally {
      await vintem.close()
    }
  })

  it("a request that arrives is recorded afterwards, although no other follows", async () => {
    const databases = await freshDatabases()
    const database = connect(databases.env.TEST_DATABASE_URL!, false)
    await listRequests(database.requests(), {}, { limit: 1 })
    const release = await hold(databases)
    const log = pino({ level: "silent" })
    const requestLog = new RequestLog({ database, log, observeDropped: () => {} })
    try {
      requestLog.add(aRecord({ id: "req_1" }))
      if (kind === "postgres") await until(async () => (await database.all(waitingForLocks, {})).length > 0)
      requestLog.add(aRecord({ id: "req_2" }))
      await pause(MORE_THAN_ITS_INTERVAL_MS)
      await release()
      const ids = await until(async () => {
        const rows = await listRequests(database.requests(), {}, { limit: 100 })
        return rows.length > 1 && rows.map(({ id }) => id)
      })
      expect(ids).to.deep.equal(["req_2", "req_1"])
    } finally {
      await requestLog.close()
      await database.close()
      await databases.remove()
    }
  })

  it("a process holds a bounded number of requests, and counts the others", async () => {
    const databases = await freshDatabases()
    const database = connect(databases.env.TEST_DATABASE_URL!, false, {
      timeouts: { connect: 10_000, statement: 1500, lock: 0, idleInTransaction: 1000 },
    })
    await listRequests(database.requests(), {}, { limit: 1 })
    const release = await hold(databases)
    const dropped: string[] = []
    const requestLog = new RequestLog({
      ...{ database, log: pino({ level: "silent" }), maxWaiting: 10 },
      observeDropped: (reason, count) => dropped.push(...Array(count).fill(reason)),
    })
    try {
      for (let i = 0; i < 15; i++) requestLog.add(aRecord({ id: `req_${i}` }))
      expect(dropped).to.deep.equal(Array(5).fill("full"))
      await release()
      await requestLog.close()
      const rows = await listRequests(database.requests(), {}, { limit: 100 })
      expect(rows.map(({ id }) => id).reverse()).to.deep.equal(Array.from({ length: 10 }, (_, i) => `req_${i}`))
      expect(dropped).to.have.length(5)
    } finally {
      await database.close()
      await databases.remove()
    }
  })
})

describe("A batch of the log of requests", () => {
  let databases: Databases
  let database: Database

  beforeEach(async () => {
    databases = await freshDatabases()
    database = connect(databases.env.TEST_DATABASE_URL!, false)
  })
  afterEach(async () => {
    await database.close()
    await databases.remove()
  })
  const written = () => listRequests(database.requests(), {}, { limit: 100 })

  it("has the requests of a moment, although each of them ended in a turn of its own", async () => {
    const requests = database.requests()
    const { transaction } = requests
    let commits = 0
    requests.transaction = (work) => {
      commits++
      return transaction(work)
    }
    const requestLog = new RequestLog({ database, log: pino({ level: "silent" }), observeDropped: () => {} })
    for (let i = 0; i < 20; i++) {
      requestLog.add(aRecord({}))
      await nextTurn()
    }
    await requestLog.close()
    expect(await written()).to.have.length(20)
    expect(commits).to.be.at.most(2)
  })

  it("is recorded once, although it is written again because nobody knows whether it was", async () => {
    await insertRequests(database, [aRecord({ id: "req_1" }), aRecord({ id: "req_2" })])
    await insertRequests(database, [aRecord({ id: "req_1" }), aRecord({ id: "req_2" }), aRecord({ id: "req_3" })])
    expect((await written()).map(({ id }) => id)).to.deep.equal(["req_3", "req_2", "req_1"])
  })

  if (kind === "postgres") {
    it("is seen after each batch with lower numbers, so that nobody who follows the log misses a request", async () => {
      const line = await openLine(databases.env.TEST_DATABASE_URL!)
      const slow = connect(line.url, false)
      const held = Promise.withResolvers<void>()
      line.commits = held.promise
      const first = insertRequests(slow, [aRecord({ id: "req_1" })])
      const uncommitted = sql(
        "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE 'INSERT INTO api_req%'",
      )
      await until(async () => (await database.one(uncommitted, {})) !== undefined)
      let isDone = false
      const second = insertRequests(database, [aRecord({ id: "req_2" })]).then(() => {
        isDone = true
      })
      await until(async () => isDone || (await database.all(waitingForLocks, {})).length > 0)
      expect(await written()).to.deep.equal([])
      held.resolve()
      await Promise.all([first, second])
      expect((await requestsAfter(database, 0, 10)).map(({ id }) => id)).to.deep.equal(["req_1", "req_2"])
      await slow.close()
      await line.close()
    })
  }

  it("has every text as it was, whatever letters are in it", async () => {
    const texts = ["\\N", "\\.", "a\\tb\\", "\tb\nc\rd", "", "é 💳 \u2028", `{"a":"\\n"}`]
    await insertRequests(
      database,
      texts.map((text, i) =>
        aRecord({ id: `req_${i}`, user_agent: text, parameters: { [text]: text }, account: null, replayed: i === 1 }),
      ),
    )
    const rows = (await written()).reverse()
    expect(rows.map(({ user_agent }) => user_agent)).to.deep.equal(texts)
    expect(rows.map(({ parameters }) => parameters)).to.deep.equal(texts.map((text) => ({ [text]: text })))
    expect(rows.map(({ account }) => account)).to.deep.equal(texts.map(() => null))
    expect(rows.map(({ replayed }) => replayed)).to.deep.equal(texts.map((_, i) => i === 1))
  })
})

describe("Processes that stop, or serve side by side", () => {
  it("write what they have recorded before they end", async () => {
    const databases = await freshDatabases()
    const vintem = await spawnVintem({}, { databases, role: "api" })
    const response = await vintem.request("GET", "/v1/balance")
    expect(await vintem.stop()).to.equal(0)
    await vintem.close()
    const database = connect(databases.env.TEST_DATABASE_URL!, false)
    const [row] = await listRequests(database.requests(), {}, { limit: 1 })
    await database.close()
    await databases.remove()
    expect(row!.id).to.equal(response.headers["request-id"])
  })

  it("record every request, each once", async () => {
    const first = await startVintem({}, { role: "api" })
    const second = await spawnVintem({}, { role: "api", databases: first.databases })
    try {
      const { request } = await newMerchant(first)
      const send = async (url: string) => (await request("GET", "/v1/balance", undefined, { url })).headers["request-id"]!
      const ids: string[] = []
      for (let i = 0; i < 20; i++) ids.push(...(await Promise.all([first, second, first, second].map(({ url }) => send(url)))))
      const rows = await until(async () => {
        const found = await allRecorded(first)
        return found.length >= ids.length && found
      })
      expect(rows.map(({ id }) => id).sort()).to.deep.equal(ids.sort())
      expect(rows.every(({ seq }, i) => i === 0 || seq < rows[i - 1]!.seq)).to.equal(true)
    } finally {
      await second.close()
      await first.close()
    }
  })
})
