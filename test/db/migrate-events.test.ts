import { expect } from "chai"
import knex, { type Knex } from "knex"
import { connect, isSqlite, sqliteFile } from "../../src/db/connect.ts"
import type { Database } from "../../src/db/database.ts"
import { migrations } from "../../src/db/migrations/index.ts"
import { listEvents } from "../../src/events/list.ts"
import type { EventsMode } from "../../src/events/mode.ts"
import { emptyDatabase } from "../support/databases.ts"
import { sql } from "../support/sql.ts"

/** Takes a database from before events had places to the present. */
describe("Events from before an update of the service", () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let db: Knex
  let database: Database
  before(async () => {
    empty = await emptyDatabase()
    const file = isSqlite(empty.url) && { client: "better-sqlite3", connection: { filename: sqliteFile(empty.url) } }
    db = knex({ ...(file || { client: "pg", connection: empty.url }), useNullAsDefault: true })
    for (const [name, migration] of Object.entries(migrations)) {
      if (name.startsWith("0011")) {
        // Neither written nor dated in the order of their ids.
        for (const [id, created] of Object.entries({ evt_3: 30, evt_1: 10, evt_4: 20, evt_2: 40 })) await write(id, created)
        await write("evt_other", 15, "acct_2")
      }
      await migration.up(db)
    }
    database = connect(empty.url, false)
  })
  after(async () => {
    await database.close()
    await db.destroy()
    await empty.remove()
  })

  const write = (id: string, created: number, account = "acct_1") =>
    db("events").insert({ id, account, created, type: "payment_intent.canceled", body: "{}" })
  const list = async (query: object = {}, account = "acct_1") => {
    const { rows } = await listEvents({ mode: { database } as EventsMode, account, now: 0 }, query)
    return rows.map(({ id }) => id)
  }

  it("keep their order, and new ones come before them in the list", async () => {
    expect(await list()).to.deep.equal(["evt_4", "evt_3", "evt_2", "evt_1"])
    const event = "'evt_0', 'acct_1', 35, 'payment_intent.canceled', '{}'"
    const insert = sql(`INSERT INTO events (id, account, created, type, body) VALUES (${event})`)
    await database.transaction((tx) => tx.run(insert, {}))
    expect(await list()).to.deep.equal(["evt_0", "evt_4", "evt_3", "evt_2", "evt_1"])
    expect(await list({ ending_before: "evt_3" })).to.deep.equal(["evt_0", "evt_4"])
    expect(await list({}, "acct_2")).to.deep.equal(["evt_other"])
  })

  it("are found by date", async () => {
    expect(await list({ created_gte: 15, created_lt: 31 })).to.deep.equal(["evt_4", "evt_3"])
    expect(await list({ created_lt: 20 })).to.deep.equal(["evt_1"])
    expect(await list({ created_gte: 31 }))
      .to.include.members(["evt_2"])
      .and.not.include("evt_3")
  })
})
