import { randomUUID } from "node:crypto"
import { expect } from "chai"
import pg from "pg"
import pino from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("When Postgres fails", () => {
  let databases: Databases
  let line: Line
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    const env = { ...databases.env, TEST_DATABASE_URL: line.url }
    vintem = await startVintem({}, { databases: { ...databases, env }, role: "api", log: pino({ level: "silent" }) })
    merchant = await newMerchant(vintem)
  })
  after(async () => {
    await vintem.close()
    await line.close()
    await databases.remove()
  })

  const create = (idempotencyKey: string, email: string) =>
    merchant.request("POST", "/v1/customers", { email }, { idempotencyKey })
  const customersNamed = async (email: string) =>
    expectStatus(await merchant.request("GET", `/v1/customers?email=${email}`), 200).data.map(({ id }: { id: string }) => id)

  for (const commits of ["cut before", "cut after"] as const) {
    it(`a connection ${commits} the commit is 503 not_ready, and a retry with the same key leaves one customer`, async () => {
      const key = randomUUID()
      const email = `${commits.replace(" ", "-")}@example.com`
      line.commits = commits
      const lost = await create(key, email)
      line.commits = "pass"
      expect(expectStatus(lost, 503).error.code).to.equal("not_ready")
      expect(lost.headers["service-should-retry"]).to.equal("true")
      const response = await create(key, email)
      const { id } = expectStatus(response, 201)
      expect(response.headers["idempotent-replayed"]).to.equal(commits === "cut after" ? "true" : undefined)
      expect(await customersNamed(email)).to.deep.equal([id])
    })
  }

  it("reads, writes and the readiness check are 503 not_ready while the server is down, and work again afterwards", async () => {
    const ready = () => vintem.request("GET", "/readyz", undefined, { key: null })
    await line.down()
    try {
      const key = randomUUID()
      // The first requests may still use connections that are breaking.
      for (let i = 0; i < 3; i++) {
        for (const response of [await create(key, "down@example.com"), await merchant.request("GET", "/v1/customers")]) {
          expect(expectStatus(response, 503).error.code).to.equal("not_ready")
          expect(response.headers["service-should-retry"]).to.equal("true")
        }
      }
      expect(expectStatus(await ready(), 503).error).to.include({
        code: "not_ready",
        message: "The test database cannot be reached.",
      })
    } finally {
      await line.up()
    }
    expectStatus(await create(randomUUID(), "up@example.com"), 201)
    expectStatus(await ready(), 200)
    expect(await customersNamed("down@example.com")).to.deep.equal([])
  })

  it("requests during failovers are done or 503 not_ready, none hangs, and all succeed afterwards", async () => {
    const admin = new pg.Client({ connectionString: databases.env.TEST_DATABASE_URL })
    await admin.connect()
    try {
      const emails: string[] = []
      let failing = true
      const client = async (number: number) => {
        for (let i = 0; failing; i++) {
          const email = `failover-${number}-${i}@example.com`
          const response = await create(randomUUID(), email)
          if (response.status === 201) emails.push(email)
          else expect(expectStatus(response, 503).error.code).to.equal("not_ready")
        }
      }
      const clients = Array.from({ length: 40 }, (_, number) => client(number))
      for (let round = 0; round < 10; round++) {
        const made = emails.length
        await admin.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        await until(async () => emails.length > made)
      }
      failing = false
      await Promise.all(clients)
      for (const email of emails.slice(-20)) expect(await customersNamed(email)).to.have.lengthOf(1)
      const later = await Promise.all(Array.from({ length: 40 }, (_, i) => create(randomUUID(), `later-${i}@example.com`)))
      expect(new Set(later.map(({ status }) => status))).to.deep.equal(new Set([201]))
    } finally {
      await admin.end()
    }
  })

  it("only the request on a connection that an operator ends is 503 not_ready", async () => {
    // pg_stat_activity does not change inside a transaction, so the admin connection is not the one that locks.
    const [locker, admin] = [1, 2].map(() => new pg.Client({ connectionString: databases.env.TEST_DATABASE_URL })) as [
      pg.Client,
      pg.Client,
    ]
    await Promise.all([locker.connect(), admin.connect()])
    try {
      await locker.query("BEGIN")
      await locker.query("LOCK TABLE customers IN ACCESS EXCLUSIVE MODE")
      const waiting = [create(randomUUID(), "ended@example.com"), merchant.request("GET", "/v1/customers")]
      let ended = 0
      await until(async () => {
        const { rowCount } = await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'`,
        )
        ended += rowCount ?? 0
        return ended >= waiting.length
      })
      for (const response of await Promise.all(waiting)) expect(expectStatus(response, 503).error.code).to.equal("not_ready")
      await locker.end()
      // Idle connections break too, and later requests get new ones.
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      )
      await until(async () => (await merchant.request("GET", "/v1/customers")).status === 200)
      expectStatus(await create(randomUUID(), "next@example.com"), 201)
    } finally {
      await Promise.all([locker.end(), admin.end()])
    }
  })
})

describe("With DATABASE_POOL=2", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({ DATABASE_POOL: "2" }, { role: "api" })
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  it("a process opens two connections at most, and requests that wait for one are done once it is free", async () => {
    const [locker, admin] = [1, 2].map(() => new pg.Client({ connectionString: vintem.databases.env.TEST_DATABASE_URL })) as [
      pg.Client,
      pg.Client,
    ]
    await Promise.all([locker.connect(), admin.connect()])
    const count = async (condition: string) => {
      const of = `datname = current_database() AND pid NOT IN (${[locker, admin].map((each) => Reflect.get(each, "processID"))})`
      return (await admin.query(`SELECT 1 FROM pg_stat_activity WHERE ${of} AND ${condition}`)).rowCount
    }
    try {
      await locker.query("BEGIN")
      await locker.query("LOCK TABLE customers IN ACCESS EXCLUSIVE MODE")
      const waiting = Array.from({ length: 12 }, (_, i) =>
        merchant.request("POST", "/v1/customers", { email: `waiting-${i}@example.com` }),
      )
      await until(async () => (await count("wait_event_type = 'Lock'")) === 2)
      expect(await count("true")).to.equal(2)
      await locker.query("COMMIT")
      for (const response of await Promise.all(waiting)) expectStatus(response, 201)
      expect(await count("true")).to.equal(2)
    } finally {
      await Promise.all([locker.end(), admin.end()])
    }
  })
})
