import { expect } from "chai"
import type { Knex } from "knex"
import { type Updated, updatedFrom } from "./updated.ts"

const ROW = { account: "acct_1", created: 1 }
const CARD = { brand: "elo", last4: "0457", exp_month: 3, exp_year: 2031 }

/** Takes a database from before payment_method_details and amount_refunded to the present. */
describe("Payments from before an update of the service", () => {
  let updated: Updated
  let db: Knex
  before(async () => {
    updated = await updatedFrom("0006", (old) => {
      db = old
      return fill()
    })
  })
  after(() => updated.remove())

  async function fill(): Promise<void> {
    await db("customers").insert({ ...ROW, id: "cus_1", email: "ana@example.com", email_lower: "ana@example.com" })
    await db("cards").insert({ ...ROW, id: "card_1", ...CARD, sealed_number: "-" })
    await pay("pi_card", { card: "card_1", payment_method: "pm_1" })
    await pay("pi_pix", { type: "pix" })
    await pay("pi_unanswered", { card: "card_1" }, { status: "processing", charge: null })
    await refund("pi_card", 10, "failed")
    await refund("pi_card", 40, "succeeded")
    await refund("pi_pix", 20, "failed")
  }
  async function pay(id: string, attempt: object, intent: object = {}): Promise<void> {
    const terms = { customer: "cus_1", amount: 100, currency: "brl", status: "succeeded", payment_method_types: "[]" }
    await db("payment_intents").insert({ ...ROW, id, ...terms, charge: "ch_1", ...intent })
    const sent = { kind: "charge", type: "card", state: "done", reference: id, payment_intent: id }
    await db("attempts").insert({ ...ROW, id: `att_${id}`, ...sent, ...attempt })
    await db("attempts").insert({ ...ROW, id: `att_${id}_2`, ...sent, kind: "refund", reference: `${id} refund` })
  }
  const refund = (payment_intent: string, amount: number, status: string) =>
    db("refunds").insert({ ...ROW, id: `re_${payment_intent}_${status}`, payment_intent, amount, currency: "brl", status })

  const row = async (id: string) => {
    const { payment_method_details, amount_refunded } = await db("payment_intents").where({ id }).first()
    return { details: JSON.parse(payment_method_details), refunded: Number(amount_refunded) }
  }

  it("show what they were paid with and what was refunded", async () => {
    const card = { ...CARD, installments: 1 }
    expect(await row("pi_card")).to.deep.equal({
      details: { type: "card", payment_method: "pm_1", card },
      refunded: 40,
    })
    expect(await row("pi_pix")).to.deep.equal({ details: { type: "pix", payment_method: null, card: null }, refunded: 0 })
    expect(await row("pi_unanswered")).to.deep.equal({ details: null, refunded: 0 })
  })
})
