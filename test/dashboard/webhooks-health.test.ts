import { expect } from "chai"
import { newId } from "../../src/base/ids.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"

type Delivery = { status: string; attempts?: number; replaced?: boolean; count: number }

describe("The health of endpoints in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let viewer: Visitor
  before(async () => {
    vintem = await startVintem()
    viewer = await signIn(vintem, "ana@example.com", "viewer")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  async function endpointWith(path: string, deliveries: Delivery[]): Promise<string> {
    const { id } = await newEndpoint(merchant, `https://shop.example/${path}`, ["*"])
    const now = Math.floor(Date.now() / 1000)
    const last = (status: string) => JSON.stringify({ at: now, http_status: status === "delivered" ? 200 : 500, error: null })
    const rows = deliveries.flatMap(({ status, attempts = 1, replaced = false, count }) =>
      Array.from({ length: count }, () => {
        const values = [newId("wd"), merchant.account, id, "evt_none", status, replaced ? "wd_other" : null]
        const texts = values.map((value) => (value === null ? "NULL" : `'${value}'`))
        return `(${[...texts, now, attempts, 0, attempts > 0 ? `'${last(status)}'` : "NULL"]})`
      }),
    )
    // None of them is due, so nothing is sent.
    const columns = "id, account, target, message, status, replaced_by, created, attempts, lease_until_ms, last_attempt"
    const insert = `INSERT INTO deliveries (${columns}) VALUES ${rows}`
    if (rows.length > 0) await vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(insert), {}))
    return id
  }

  /** The cells of the row of an endpoint: what it receives, the share, what waits, what failed. */
  async function rowOf(endpoint: string): Promise<string[]> {
    const { html } = await viewer.get(`/${merchant.account}/test/webhooks`)
    const row = html.split("<tr").find((part) => part.includes(`/webhooks/${endpoint}"`))!
    const cells = row.split("<td").slice(2, 6)
    return cells.map((cell) =>
      cell
        .slice(cell.indexOf(">") + 1)
        .replace(/<[^>]*>|\s+/g, " ")
        .replace(/ +/g, " ")
        .trim(),
    )
  }

  it("is the share that arrived, what waits and what failed, of each for itself", async () => {
    const good = await endpointWith("good", [
      { status: "delivered", count: 3 },
      { status: "dead_letter", count: 1 },
    ])
    const none = await endpointWith("none", [])
    const busy = await endpointWith("busy", [
      { status: "pending", attempts: 0, count: 7 },
      { status: "dead_letter", replaced: true, count: 40 },
      { status: "dead_letter", count: 60 },
    ])
    expect(await rowOf(good)).to.deep.equal(["All events", "75% of 4", "0", "1"])
    expect(await rowOf(none)).to.deep.equal(["All events", "Nothing sent", "0", "0"])
    expect(await rowOf(busy)).to.deep.equal(["All events", "0% of 100", "7", "60"])
  })

  it("is about the newest 200 deliveries and counts to 100 in the list, and further on the page of one", async () => {
    const down = await endpointWith("down", [
      { status: "delivered", count: 90 },
      { status: "dead_letter", count: 150 },
      { status: "pending", attempts: 2, count: 130 },
    ])
    expect(await rowOf(down)).to.deep.equal(["All events", "0% of the newest 200", "100+", "100+"])
    const { html } = await viewer.get(`/${merchant.account}/test/webhooks/${down}`)
    expect(html).to.contain("of 370").and.to.match(/>150</).and.to.match(/>130</)
  })
})
