import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { expect } from "chai"
import pino from "pino"
import { sqliteFile } from "../../src/db/drivers/connect.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const insert = statement<{ name: string }>((k, p) => k("settings").insert({ name: p.name, value: "x" }).returning("name"))

/** Holds SQLite's only write lock for `ms` or until it is woken, like a forgotten shell. */
const HOLDER = `
  const { parentPort, workerData } = require("node:worker_threads")
  const Sqlite = require("better-sqlite3")
  const database = new Sqlite(workerData.file)
  database.exec("BEGIN IMMEDIATE")
  parentPort.postMessage("held")
  Atomics.wait(workerData.wake, 0, 0, workerData.ms)
  database.exec("COMMIT")
  database.close()
`

describe("While another process writes to the SQLite database", () => {
  let vintem: Running
  let merchant: Merchant
  let file: string
  before(async () => {
    vintem = await startVintem({}, { log: pino({ level: "silent" }), role: "api" })
    merchant = await newMerchant(vintem)
    file = sqliteFile(vintem.databases.env.TEST_DATABASE_URL!)
  })
  after(() => vintem.close())

  const hold = async (ms: number) => {
    const wake = new Int32Array(new SharedArrayBuffer(4))
    const holder = new Worker(HOLDER, { eval: true, workerData: { file, ms, wake } })
    const exited = once(holder, "exit")
    await once(holder, "message")
    return {
      release: async () => {
        Atomics.notify(wake, 0)
        await exited
      },
    }
  }
  const create = (email: string) => merchant.request("POST", "/v1/customers", { email })

  it("a request waits for a short write", async () => {
    const holder = await hold(700)
    expectStatus(await create("patient@example.com"), 201)
    await holder.release()
  })

  it("a request gets 503 not_ready after five seconds, and later requests succeed", async () => {
    const holder = await hold(60_000)
    try {
      expect(expectStatus(await create("too-early@example.com"), 503).error.code).to.equal("not_ready")
    } finally {
      await holder.release()
    }
    const { id } = expectStatus(await create("later@example.com"), 201)
    const { data } = expectStatus(await merchant.request("GET", "/v1/customers"), 200)
    expect(data.map((customer: { email: string }) => customer.email)).to.deep.equal(["later@example.com", "patient@example.com"])
    expect(data[0].id).to.equal(id)
  })

  it("a write outside a transaction is refused", async () => {
    const { database } = vintem.server.modes.test
    const failure = await database.one(insert, { name: "by a read" }).catch((error: Error) => error)
    expect(String(failure)).to.match(/readonly/)
  })
})
