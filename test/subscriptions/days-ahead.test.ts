import { expect } from "chai"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { fieldsOf, load, send } from "../checkout/payer.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { help, retrieve } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  eventsOf,
  newRecurringProduct,
  type PlanOf,
  saveNewCard,
  subscribe,
  subscribeBy,
  timeOf,
} from "../support/merchants/subscriptions.ts"

describe("A subscription whose codes are made ahead", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const begun = async (type: "pix" | "boleto", plan: PlanOf = {}) =>
    subscribeBy(type, merchant, await newRecurringProduct(vintem, merchant, { daysAhead: 5, ...plan }))
  const succeed = async (id: string) => expectStatus(await help(merchant, id, "succeed"), 200)
  const post = async ({ id }: Json, action: string, body: object = {}) =>
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/${action}`, body), 200)
  const statusesOf = async (subscription: Json) => (await cyclesOf(merchant, subscription)).map(({ status }) => status)
  const refundsOf = async (): Promise<Json[]> => expectStatus(await merchant.request("GET", "/v1/refunds"), 200).data
  const isSound = async () => expect(await checkLedger(vintem.server.modes.test.database, merchant.account)).to.deep.equal([])

  /** A subscription whose next period has a code. */
  async function ahead(type: "pix" | "boleto" = "pix"): Promise<{ subscription: Json; cycle: Json }> {
    const subscription = await begun(type)
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    const [cycle] = await cyclesOf(merchant, subscription)
    return { subscription, cycle }
  }

  for (const type of ["pix", "boleto"] as const)
    it(`by ${type} has the code five days before its period, which is paid ahead and moves at its end, once`, async () => {
      const subscription = await begun(type)
      const end = subscription.current_period_end
      await advance(merchant, { to: end - 5 * DAY - 1 })
      expect(await cyclesOf(merchant, subscription)).to.deep.equal([])
      await advance(merchant, { seconds: 1 })
      const [cycle, ...others] = await cyclesOf(merchant, subscription)
      expect([cycle.status, others]).to.deep.equal(["requires_action", []])
      const made = await again(merchant, subscription)
      expect(made).to.include({ status: "ACTIVE", latest_payment_intent: cycle.id, current_period_end: end })
      expect(made.next_charge_at).to.be.above(end)
      if (type === "boleto") expect(cycle.next_action.expires_at).to.be.at.least(end)
      await succeed(cycle.id)
      expect((await again(merchant, subscription)).current_period_end).to.equal(end)
      await advance(merchant, { to: end })
      const moved = await again(merchant, subscription)
      expect([moved.status, moved.current_period_start, moved.next_charge_at]).to.deep.equal([
        "ACTIVE",
        end,
        moved.current_period_end,
      ])
      await advance(merchant, { to: moved.current_period_end - 5 * DAY - 1 })
      expect(await statusesOf(subscription)).to.deep.equal(["succeeded"])
      await advance(merchant, { seconds: 1 })
      expect(await statusesOf(subscription)).to.deep.equal(["succeeded", "requires_action"])
      await isSound()
    })

  it("waits on after the period has begun: what is open then is its first attempt", async () => {
    const { subscription, cycle } = await ahead("boleto")
    await advance(merchant, { to: subscription.current_period_end })
    const moved = await again(merchant, subscription)
    expect(moved).to.include({ status: "ACTIVE", latest_payment_intent: cycle.id })
    expect(moved.current_period_start).to.equal(subscription.current_period_end)
    expectStatus(await help(merchant, cycle.id, "expire"), 200)
    const { status, next_charge_at } = await again(merchant, subscription)
    expect([status, next_charge_at]).to.deep.equal(["PAST_DUE", (await timeOf(merchant)) + DAY])
    await advance(merchant, { seconds: 40 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("UNPAID")
    expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(5)
  })

  it("has not failed when a code expires before the period: its page makes another, and the period has five attempts of its own", async () => {
    const { subscription, cycle } = await ahead()
    await advance(merchant, { seconds: DAY + 1 })
    expect((await retrieve(merchant, cycle.id)).status).to.equal("canceled")
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    await advance(merchant, { seconds: DAY })
    expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(1)
    const page = await load(cycle.hosted_url)
    expect(fieldsOf(page).has("seen")).to.equal(true)
    await Promise.all(Array.from({ length: 20 }, () => send(page)))
    await advance(merchant, { seconds: 1 })
    const [, second, ...others] = await cyclesOf(merchant, subscription)
    expect([second.status, others]).to.deep.equal(["requires_action", []])
    expect((await load(cycle.hosted_url)).html).to.contain(second.next_action.qr_code_data)
    await advance(merchant, { to: subscription.current_period_end })
    expect(await statusesOf(subscription)).to.deep.equal(["canceled", "canceled", "requires_action"])
    await advance(merchant, { seconds: 20 * DAY })
    expect((await again(merchant, subscription)).status).to.equal("UNPAID")
    expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(7)
  })

  it("moves at its end also where a process of the version before has not noted what became of the code", async () => {
    for (const outcome of ["succeed", "expire"] as const) {
      const { subscription, cycle } = await ahead()
      expectStatus(await help(merchant, cycle.id, outcome), 200)
      const unnoted = sql<void>(`UPDATE subscriptions SET ahead = 'open' WHERE id = '${subscription.id}'`)
      await vintem.server.modes.test.database.transaction((tx) => tx.run(unnoted, {}))
      await advance(merchant, { to: subscription.current_period_end })
      const isPaid = outcome === "succeed"
      expect((await again(merchant, subscription)).current_period_start).to.equal(subscription.current_period_end)
      expect(await statusesOf(subscription)).to.deep.equal(isPaid ? ["succeeded"] : ["canceled", "requires_action"])
    }
  })

  it("pays what its page made ahead once, and no code is made at the renewal", async () => {
    const { subscription, cycle } = await ahead()
    await advance(merchant, { seconds: DAY + 1 })
    await send(await load(cycle.hosted_url))
    await advance(merchant, { seconds: 1 })
    const [, second] = await cyclesOf(merchant, subscription)
    await succeed(second.id)
    await advance(merchant, { to: subscription.current_period_end })
    expect(await statusesOf(subscription)).to.deep.equal(["canceled", "succeeded"])
    expect((await again(merchant, subscription)).current_period_start).to.equal(subscription.current_period_end)
  })

  it("that is paused loses what is open, and has it again if it is resumed in time", async () => {
    const { subscription, cycle } = await ahead()
    await post(subscription, "pause")
    expect(await retrieve(merchant, cycle.id)).to.include({ status: "canceled", last_payment_error: null })
    await advance(merchant, { seconds: DAY })
    await post(subscription, "resume")
    await advance(merchant, { seconds: 1 })
    expect(await statusesOf(subscription)).to.deep.equal(["canceled", "requires_action"])
    await post(subscription, "pause")
    await advance(merchant, { to: subscription.current_period_end + 3 * DAY })
    expect(await statusesOf(subscription)).to.deep.equal(["canceled", "canceled"])
    const now = await timeOf(merchant)
    await post(subscription, "resume")
    await advance(merchant, { seconds: 1 })
    expect(await statusesOf(subscription)).to.deep.equal(["canceled", "canceled", "requires_action"])
    expect((await again(merchant, subscription)).current_period_start).to.equal(now)
  })

  it("that is paused after it was paid ahead begins the paid period when it is resumed", async () => {
    const { subscription, cycle } = await ahead()
    await succeed(cycle.id)
    await post(subscription, "pause")
    await advance(merchant, { to: subscription.current_period_end + 3 * DAY })
    const now = await timeOf(merchant)
    await post(subscription, "resume")
    await advance(merchant, { seconds: 1 })
    const after = await again(merchant, subscription)
    expect(after).to.include({ status: "ACTIVE", current_period_start: now, next_charge_at: after.current_period_end })
    expect(await statusesOf(subscription)).to.deep.equal(["succeeded"])
    expect(await refundsOf()).to.deep.equal([])
  })

  for (const [how, body] of [
    ["at once", {}],
    ["at the end of its period", { cancel_at_period_end: true }],
  ] as const)
    it(`that is canceled ${how} gets back what was paid ahead, in whole and once`, async () => {
      const { subscription, cycle } = await ahead()
      await succeed(cycle.id)
      await post(subscription, "cancel", body)
      await advance(merchant, { to: subscription.current_period_end + DAY })
      expect((await again(merchant, subscription)).status).to.equal("CANCELED")
      const refunds = await refundsOf()
      expect(refunds.map(({ payment_intent, amount, status }) => [payment_intent, amount, status])).to.deep.equal([
        [cycle.id, cycle.amount, "succeeded"],
      ])
      await isSound()
    })

  it("that was refunded by the merchant before it is canceled is not refunded again", async () => {
    const { subscription, cycle } = await ahead()
    await succeed(cycle.id)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: cycle.id }), 201)
    await post(subscription, "cancel")
    expect(await refundsOf()).to.have.lengthOf(1)
  })

  it("that is to end with its period has no code, and loses the one that is open until it goes on", async () => {
    const { subscription, cycle } = await ahead()
    await post(subscription, "cancel", { cancel_at_period_end: true })
    expect((await retrieve(merchant, cycle.id)).status).to.equal("canceled")
    await advance(merchant, { seconds: DAY })
    await post(subscription, "cancel", { cancel_at: subscription.current_period_end + DAY })
    await advance(merchant, { seconds: 1 })
    expect(await statusesOf(subscription)).to.deep.equal(["canceled", "requires_action"])

    const other = await begun("pix")
    await post(other, "cancel", { cancel_at_period_end: true })
    await advance(merchant, { to: other.current_period_end + DAY })
    expect(await cyclesOf(merchant, other)).to.deep.equal([])
  })

  it("keeps the days that its plan had, and a trial's end and a card have none", async () => {
    const product = await newRecurringProduct(vintem, merchant, { daysAhead: 5 })
    const subscription = await subscribeBy("pix", merchant, product)
    const [plan] = (await vintem.cli("plans", "list", "--mode", "test", "--account", merchant.account, "--json")).json
    expect(plan).to.include({ daysAhead: 5 })
    const { json } = await vintem.cli("plans", "update", plan.id, "--days-ahead", "0", "--json")
    expect(json).to.include({ daysAhead: 0 })
    expect((await vintem.cli("plans", "update", plan.id, "--days-ahead", "11")).status).to.equal(2)
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(1)

    const trial = await begun("pix", { trialDays: 7 })
    const card = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { daysAhead: 5, interval: "WEEK" }))
    await advance(merchant, { to: Math.min(trial.current_period_end, card.current_period_end) - 1 })
    expect([await cyclesOf(merchant, trial), await cyclesOf(merchant, card)]).to.deep.equal([[], []])
  })

  it("that moves to a card has no more codes: its card is charged at the renewal", async () => {
    const subscription = await begun("pix")
    const payment_method = await saveNewCard(merchant, subscription.customer)
    const path = `/v1/customer_subscriptions/${subscription.id}`
    expectStatus(await merchant.request("POST", path, { payment_method }), 200)
    await advance(merchant, { to: subscription.current_period_end - 1 })
    expect(await cyclesOf(merchant, subscription)).to.deep.equal([])
    await advance(merchant, { seconds: 1 })
    const [cycle] = await cyclesOf(merchant, subscription)
    expect([cycle.status, cycle.payment_method_details.type]).to.deep.equal(["succeeded", "card"])
  })

  it("whose period is shorter has one code at a time", async () => {
    const subscription = await begun("pix", { interval: "DAY" })
    for (let day = 1; day <= 3; day++) {
      await advance(merchant, { seconds: 60 })
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles).to.have.lengthOf(day)
      await succeed(cycles.at(-1).id)
      await advance(merchant, { to: (await again(merchant, subscription)).current_period_end })
    }
    const events = (await eventsOf(merchant)).filter(({ type }) => type === "payment_intent.payment_failed")
    expect(events).to.deep.equal([])
    await isSound()
  })

  it("is paid once when the payer pays at the moment when the period begins, or when it is canceled", async () => {
    for (let time = 0; time < 5; time++) {
      const { subscription, cycle } = await ahead()
      await Promise.all([
        advance(merchant, { to: subscription.current_period_end }),
        help(merchant, cycle.id, "succeed"),
        ...(time % 2 === 0 ? [merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {})] : []),
      ])
      await advance(merchant, { seconds: 10 })
      const { status } = await again(merchant, subscription)
      const paid = (await statusesOf(subscription)).filter((each) => each === "succeeded")
      expect(paid.length).to.be.below(2)
      if (status !== "CANCELED" && paid.length === 1)
        expect((await again(merchant, subscription)).current_period_start).to.equal(subscription.current_period_end)
      await isSound()
    }
  })
})
