import { expect } from "chai"
import type { Knex } from "knex"
import { listAttention } from "../../src/attention/list.ts"
import { connect } from "../../src/db/connect.ts"
import { type Updated, updatedFrom } from "./updated.ts"

const ROW = { account: "acct_1", created: 1 }

/** Takes a database from before the attention list to the present. */
describe("What waited for a person before an update of the service", () => {
  let updated: Updated
  before(async () => {
    updated = await updatedFrom("0013", fill)
  })
  after(() => updated.remove())

  async function fill(db: Knex): Promise<void> {
    await db("accounts").insert({ id: "acct_1", name: "Loja", created: 1 })
    await db("customers").insert({ ...ROW, id: "cus_1", email: "ana@example.com", email_lower: "ana@example.com" })
    for (const status of ["pending", "succeeded"]) await refund(db, status)
    const endpoint = { url: "https://shop.example", enabled_events: "[]", sealed_secret: "-" }
    await db("webhook_endpoints").insert({ ...ROW, id: "we_1", ...endpoint })
    for (const [id, message, status] of [
      ["wd_1", "evt_1", "dead_letter"],
      ["wd_2", "evt_2", "dead_letter"],
      ["wd_3", "evt_1", "delivered"],
    ])
      await db("deliveries").insert({ ...ROW, id, target: "we_1", message, status })
  }
  async function refund(db: Knex, status: string): Promise<void> {
    const [intent, id] = [`pi_${status}`, `re_${status}`]
    const terms = { customer: "cus_1", amount: 4990, currency: "brl", status: "succeeded", payment_method_types: "[]" }
    await db("payment_intents").insert({ ...ROW, id: intent, ...terms, charge: "ch_1" })
    await db("refunds").insert({ ...ROW, id, payment_intent: intent, amount: 1000, currency: "brl", status })
    const attempt = { kind: "refund", type: "boleto", state: "done", outcome: "by_hand", reference: id, amount: 1000 }
    await db("attempts").insert({ ...ROW, id: `att_${status}`, ...attempt, payment_intent: intent, refund: id, charge: "ch_1" })
  }

  it("is on the list, except what was settled or sent again", async () => {
    const database = connect(updated.url, false)
    const { items } = await listAttention({ livemode: false, database, clock: { now: () => Date.now() } })
    await database.close()
    expect(items.map(({ id, kind, since, amount }) => ({ id, kind, since, amount }))).to.deep.equal([
      { id: "re_pending", kind: "refund_by_hand", since: 1, amount: 1000 },
      { id: "we_1", kind: "delivery_dead_letter", since: 1, amount: null },
    ])
  })
})
