import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { countUp } from "../support/databases/counting.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"

const WRITERS = 2
const TIMES = 60

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: "0" }))
const find = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }))

describe("Several writers of one database", () => {
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

  it("wait for each other and lose no write", async () => {
    const name = "counter"
    await database.transaction((tx) => tx.run(insert, { name }))
    const workerData = { url: databases.env.TEST_DATABASE_URL, name, times: TIMES }
    const workers = Array.from(
      { length: WRITERS },
      () => new Worker(new URL("../support/databases/counter.ts", import.meta.url), { workerData }),
    )
    const ends = workers.map((worker) => once(worker, "exit"))
    await Promise.all(workers.map((worker) => once(worker, "message")))
    for (const worker of workers) worker.postMessage("begin")
    await Promise.all([countUp(database, name, TIMES), ...ends])
    expect(await database.one(find, { name })).to.include({ value: String((WRITERS + 1) * TIMES) })
  })
})
