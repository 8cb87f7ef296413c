import { expect } from "chai"
import type { Knex } from "knex"
import { connect } from "../../src/db/connect.ts"
import { eraseCards } from "../../src/payments/erase-cards.ts"
import { type Updated, updatedFrom } from "./updated.ts"

const ROW = { account: "acct_1", created: 1 }

/** Takes a database from before numbers were erased to the present. */
describe("Cards from before an update of the service", () => {
  let updated: Updated
  let db: Knex
  before(async () => {
    updated = await updatedFrom("0012", fill)
    db = updated.db
    const database = connect(updated.url, false)
    await eraseCards.run({ database })
    await database.close()
  })
  after(() => updated.remove())

  async function fill(db: Knex): Promise<void> {
    await db("customers").insert({ ...ROW, id: "cus_1", email: "ana@example.com", email_lower: "ana@example.com" })
    for (const id of ["card_used", "card_usable", "card_saved", "card_newer", "card_detached"]) {
      const card = { brand: "elo", last4: "0457", exp_month: 3, exp_year: 2031, sealed_number: "-" }
      await db("cards").insert({ ...ROW, id, ...card })
      const used = id !== "card_usable"
      await db("tokens").insert({ ...ROW, id: `tok_${id}`, type: "card", card: id, used, expires_at: 9, due_at: used ? null : 9 })
    }
    for (const [id, customer] of [
      ["saved", "cus_1"],
      ["newer", "cus_1"],
      ["detached", null],
    ] as const) {
      await db("payment_methods").insert({ ...ROW, id: `pm_${id === "newer" ? 2 : 1}_${id}`, customer, card: `card_${id}` })
    }
  }

  it("keep their numbers only if they are saved or their token can still be used", async () => {
    const kept = await db("cards").whereNotNull("sealed_number").orderBy("id").pluck("id")
    expect(kept).to.deep.equal(["card_newer", "card_saved", "card_usable"])
    expect(await db("cards").whereNotNull("erase_after_ms").pluck("id"), "still marked").to.deep.equal([])
  })

  it("that are saved keep their order", async () => {
    const saved = await db("payment_methods").where({ customer: "cus_1" }).orderBy("position").pluck("id")
    expect(saved).to.deep.equal(["pm_1_saved", "pm_2_newer"])
  })
})
