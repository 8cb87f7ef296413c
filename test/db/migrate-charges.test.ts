import { expect } from "chai"
import type { Knex } from "knex"
import { up } from "../../src/db/migrations/0020_charges.ts"
import { type Updated, updatedFrom } from "./updated.ts"

const ROW = { account: "acct_1", created: 1 }
const TERMS = { amount: 100, currency: "brl" }
const SCHEDULE = {
  interval: "MONTH",
  interval_count: 1,
  anchor: 1,
  period: 1,
  current_period_start: 1,
  current_period_end: 2,
  attempt: 1,
}

/** Takes a database in which subscriptions remember their dead cards to the present. */
describe("A card that was refused for good before an update of the service", () => {
  let updated: Updated
  let db: Knex
  before(async () => {
    updated = await updatedFrom("0020", (old) => {
      db = old
      return fill()
    })
  })
  after(() => updated.remove())

  async function fill(): Promise<void> {
    await db("customers").insert({ ...ROW, id: "cus_1", email: "ana@example.com", email_lower: "ana@example.com" })
    const card = { brand: "elo", last4: "0457", exp_month: 3, exp_year: 2031, sealed_number: "-" }
    await db("cards").insert({ ...ROW, id: "card_1", ...card })
    for (const id of ["pm_dead", "pm_good"]) await db("payment_methods").insert({ ...ROW, id, customer: "cus_1", card: "card_1" })
    await db("products").insert({ ...ROW, id: "prod_1", name: "Box", status: "ACTIVE" })
    const plan = { product: "prod_1", name: "Monthly", interval: "MONTH", interval_count: 1, trial_days: 0, is_active: true }
    await db("plans").insert({ ...ROW, id: "plan_1", ...plan })
    await subscribe("1", "pm_dead")
    await subscribe("2", null)
  }

  async function subscribe(n: string, dead_payment_method: string | null): Promise<void> {
    const intent = { customer: "cus_1", status: "canceled", payment_method_types: "[]", ...TERMS }
    await db("payment_intents").insert({ ...ROW, id: `pi_${n}`, ...intent })
    const made = { founding_intent: `pi_${n}`, latest_payment_intent: `pi_${n}`, plan: "plan_1", plan_name: "Monthly" }
    const state = { status: "PAST_DUE", payment_type: "card", cancel_at_period_end: false, dead_payment_method }
    const of = { customer: "cus_1", product: "prod_1", ...TERMS, ...SCHEDULE }
    await db("subscriptions").insert({ ...ROW, id: `csub_${n}`, ...of, ...made, ...state })
  }

  it("is remembered by the card itself, also where the migration was interrupted and runs again", async () => {
    await db.transaction(up)
    expect(await db("payment_methods").orderBy("id").select("id", "refused_for_good")).to.deep.equal([
      { id: "pm_dead", refused_for_good: "card_declined" },
      { id: "pm_good", refused_for_good: null },
    ])
  })
})
