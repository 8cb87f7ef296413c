import { expect } from "chai"
import type { Knex } from "knex"
import * as accountsOfRows from "../../src/db/migrations/0037_accounts_of_rows.ts"
import { type Updated, updatedFrom } from "./updated.ts"

const CREATED = 1

/** Takes a database from before rows named their account to the present. */
describe("After an update of the service, each row names its account", () => {
  let updated: Updated
  before(async () => {
    updated = await updatedFrom("0037", fill)
  })
  after(() => updated.remove())

  async function fill(db: Knex): Promise<void> {
    for (const n of [1, 2]) await fillAccount(db, `acct_${n}`, n)
  }

  async function fillAccount(db: Knex, account: string, n: number): Promise<void> {
    const row = { account, created: CREATED }
    for (const each of [1, 2, 3]) await attempt(db, row, `wd_${each}_${n}`)
    await db("customers").insert({ ...row, id: `cus_${n}`, email: "ana@example.com", email_lower: "ana@example.com" })
    await db("products").insert({ ...row, id: `prd_${n}`, name: "Clube", status: "ACTIVE" })
    const terms = { product: `prd_${n}`, interval: "MONTH", interval_count: 1 }
    await db("plans").insert({ ...row, id: `plan_${n}`, name: "Clube", ...terms, trial_days: 0, is_active: true })
    const payment = { customer: `cus_${n}`, amount: 4990, currency: "brl", status: "succeeded", payment_method_types: "[]" }
    await db("payment_intents").insert({ ...row, id: `pi_${n}`, ...payment })
    await db("subscriptions").insert({
      ...{ ...row, id: `csub_${n}`, customer: `cus_${n}`, ...terms, plan: `plan_${n}`, founding_intent: `pi_${n}` },
      ...{ latest_payment_intent: `pi_${n}`, status: "ACTIVE", payment_type: "card", amount: 4990, currency: "brl" },
      ...{ anchor: 1, period: 1, current_period_start: 1, current_period_end: 2, attempt: 1, cancel_at_period_end: false },
      plan_name: "Clube",
    })
    await db("subscription_charges").insert({ subscription: `csub_${n}`, period: 1, attempt: 1, payment_intent: `pi_${n}` })
  }

  async function attempt(db: Knex, row: object, id: string): Promise<void> {
    await db("deliveries").insert({ ...row, id, target: "we_1", message: "evt_1", status: "delivered" })
    await db("delivery_attempts").insert({ delivery: id, attempt: 1, began_ms: 1, duration_ms: 1, request_headers: "[]" })
  }

  const accounts = (table: string) => updated.db(table).distinct("account").orderBy("account").pluck("account")

  it("also where only a row of another table said which", async () => {
    expect(await accounts("delivery_attempts")).to.deep.equal(["acct_1", "acct_2"])
    expect(await accounts("subscription_charges")).to.deep.equal(["acct_1", "acct_2"])
    const joined = updated.db("delivery_attempts").join("deliveries", "deliveries.id", "delivery_attempts.delivery")
    expect(await joined.whereRaw("delivery_attempts.account <> deliveries.account").pluck("delivery")).to.deep.equal([])
  })

  it("whatever the number of rows in a batch is, and where the migration is repeated", async () => {
    await updated.db("delivery_attempts").update({ account: null })
    await accountsOfRows.up(updated.db, 2)
    expect(await accounts("delivery_attempts")).to.deep.equal(["acct_1", "acct_2"])
  })
})
