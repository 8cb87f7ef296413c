import { expect } from "chai"
import type { Knex } from "knex"
import { connect } from "../../src/db/connect.ts"
import type { Database } from "../../src/db/database.ts"
import { listEvents } from "../../src/events/list.ts"
import type { EventsMode } from "../../src/events/mode.ts"
import { sql } from "../support/databases/sql.ts"
import { type Updated, updatedFrom } from "./updated.ts"

/** Takes a database from before events had places to the present. */
describe("Events from before an update of the service", () => {
  let updated: Updated
  let database: Database
  before(async () => {
    updated = await updatedFrom("0011", fill)
    database = connect(updated.url, false)
  })
  after(async () => {
    await database.close()
    await updated.remove()
  })

  async function fill(db: Knex): Promise<void> {
    const event = { account: "acct_1", type: "payment_intent.canceled", body: "{}" }
    // Neither written nor dated in the order of their ids.
    for (const [id, created] of Object.entries({ evt_3: 30, evt_1: 10, evt_4: 20, evt_2: 40 }))
      await db("events").insert({ ...event, id, created })
    await db("events").insert({ ...event, id: "evt_other", created: 15, account: "acct_2" })
  }
  const list = async (query: object = {}, account = "acct_1") => {
    const mode = { database, config: { retainEventsDays: 0 } } as EventsMode
    const { rows } = await listEvents({ mode, account, now: 0 }, query)
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
