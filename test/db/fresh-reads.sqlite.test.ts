import { once } from "node:events"
import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net"
import Sqlite from "better-sqlite3"
import { expect } from "chai"
import { connect, sqliteFile } from "../../src/db/connect.ts"
import { freshDatabases } from "../support/databases.ts"
import { statement } from "../support/statement.ts"

const find = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }))

describe("A request that has just arrived", () => {
  it("sees what another process committed before it, though an earlier piece of work has read meanwhile", async () => {
    const databases = await freshDatabases()
    const url = databases.env.TEST_DATABASE_URL!
    const database = connect(url, false)
    const other = new Sqlite(sqliteFile(url))
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const client = connectTo((server.address() as AddressInfo).port, "127.0.0.1")
    const [accepted] = (await once(server, "connection")) as [Socket]
    try {
      // Work that setImmediate runs, such as a commit, comes right before Node reads the sockets.
      await new Promise((resolve) => setImmediate(resolve))
      expect(await database.one(find, { name: "other" })).to.equal(undefined)
      other.prepare("INSERT INTO settings (name, value) VALUES ('other', 'x')").run()
      client.write("request")
      await once(accepted, "data")
      expect(await database.one(find, { name: "other" })).to.include({ value: "x" })
    } finally {
      client.destroy()
      server.close()
      other.close()
      await database.close()
      await databases.remove()
    }
  })

  it("sees what was committed since its last read, though the event loop has not gone on", async () => {
    const databases = await freshDatabases()
    const url = databases.env.TEST_DATABASE_URL!
    const database = connect(url, false)
    const other = new Sqlite(sqliteFile(url))
    try {
      expect(await database.one(find, { name: "other" })).to.equal(undefined)
      other.prepare("INSERT INTO settings (name, value) VALUES ('other', 'x')").run()
      expect(await database.one(find, { name: "other" })).to.include({ value: "x" })
    } finally {
      other.close()
      await database.close()
      await databases.remove()
    }
  })
})
