import { once } from "node:events"
import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net"
import Sqlite from "better-sqlite3"
import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect, sqliteFile } from "../../src/db/drivers/connect.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"

const find = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }))

describe("A request that has just arrived", () => {
  let databases: Databases
  let database: Database
  let other: Sqlite.Database
  beforeEach(async () => {
    databases = await freshDatabases()
    const url = databases.env.TEST_DATABASE_URL!
    database = connect(url, false)
    other = new Sqlite(sqliteFile(url))
  })
  afterEach(async () => {
    other.close()
    await database.close()
    await databases.remove()
  })
  const commit = () => other.prepare("INSERT INTO settings (name, value) VALUES ('other', 'x')").run()

  it("sees what another process committed before it, though an earlier piece of work has read meanwhile", async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const client = connectTo((server.address() as AddressInfo).port, "127.0.0.1")
    const [accepted] = (await once(server, "connection")) as [Socket]
    try {
      // Work that setImmediate runs, such as a commit, comes right before Node reads the sockets.
      await new Promise((resolve) => setImmediate(resolve))
      expect(await database.one(find, { name: "other" })).to.equal(undefined)
      commit()
      client.write("request")
      await once(accepted, "data")
      expect(await database.one(find, { name: "other" })).to.include({ value: "x" })
    } finally {
      client.destroy()
      server.close()
    }
  })

  it("sees what was committed since its last read, though the event loop has not gone on", async () => {
    expect(await database.one(find, { name: "other" })).to.equal(undefined)
    commit()
    expect(await database.one(find, { name: "other" })).to.include({ value: "x" })
  })
})
