import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, again, cyclesOf, DAY, eventsOf, subscriptionsOf } from "../support/merchants/subscriptions.ts"
import { A_MONDAY, beginByMandate, mandateOf, PRICES, subscribeByMandate } from "./mandates.ts"

/** A version before mandates. */
const OLDER = { headers: { "service-version": "2026-04-27" } }

const pay = statement<void, "account">((k, p) =>
  k("mock_charges").where({ account: p.account }).update({ notice: "paid", notice_at: 1 }),
)
const agree = statement<void, "account">((k, p) =>
  k("mock_mandates").where({ account: p.account, status: "pending" }).update({ status: "active" }),
)
const atTheBank = statement<{ status: string }, "account">((k, p) => k("mock_mandates").where({ account: p.account }))

describe("What a merchant is told of mandates", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock(A_MONDAY) })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const inLedger = (change: typeof agree) =>
    vintem.server.modes.test.database.transaction((tx) => tx.run(change, { account: merchant.account }))
  /** The payer pays, and has not yet agreed to the mandate. */
  const payFirst = async () => {
    const begun = await beginByMandate(vintem, merchant)
    await inLedger(pay)
    await advance(merchant, { seconds: 60 })
    return begun
  }
  const tell = async (about: (type: string) => boolean) =>
    (await eventsOf(merchant))
      .map(({ type, data }) => `${type} ${data.object.status ?? data.object.pix_automatico?.status}`)
      .filter(about)
  const ofMethods = () => tell((type) => type.startsWith("payment_method."))

  it("has the events of each step in their order", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant, { amount: PRICES.paysLate })
    await advance(merchant, { to: subscription.current_period_end + 8 * DAY })
    const told = await tell((type) => type.startsWith("customer_subscription.") || type.startsWith("payment_intent."))
    const failed = [
      "payment_intent.processing processing",
      "customer_subscription.updated ACTIVE",
      "payment_intent.payment_failed canceled",
      "customer_subscription.updated PAST_DUE",
      "customer_subscription.updated PAST_DUE",
    ]
    const begun = ["payment_intent.requires_action requires_action", "payment_intent.succeeded succeeded"]
    const retried = failed.filter((event) => event !== "customer_subscription.updated ACTIVE")
    const paid = [
      "payment_intent.processing processing",
      "payment_intent.succeeded succeeded",
      "customer_subscription.updated ACTIVE",
    ]
    const subscribed = ["customer_subscription.created ACTIVE", "customer_subscription.updated ACTIVE"]
    expect(told).to.deep.equal([...begun, ...subscribed, ...failed, ...retried, ...paid])
    expect(await ofMethods()).to.deep.equal(["payment_method.attached pending", "payment_method.updated active"])
    expect((await vintem.cli("mandates", "cancel", mandate.id)).status).to.equal(0)
    expect((await vintem.cli("mandates", "cancel", mandate.id)).status).to.equal(0)
    expect((await ofMethods()).slice(2)).to.deep.equal(["payment_method.detached canceled"])
    expect((await again(merchant, subscription)).payment_method).to.equal(null)
  })

  it("has no mandate in older versions: in no list, by no id, in no event", async () => {
    const { mandate, subscription, intent } = await subscribeByMandate(vintem, merchant)
    const get = (path: string) => merchant.request("GET", path, undefined, OLDER)
    expect((await get(`/v1/payment_methods/${mandate.id}`)).status).to.equal(404)
    expect(expectStatus(await get(`/v1/payment_methods?customer=${subscription.customer}`), 200).data).to.deep.equal([])
    const events: Json[] = expectStatus(await get("/v1/events?limit=100"), 200).data
    expect(JSON.stringify(events)).to.not.include("pix_automatico")
    expect(JSON.stringify(events.filter(({ type }) => type.startsWith("payment_method.")))).to.equal("[]")
    const old = [await get(`/v1/payment_intents/${intent.id}`), await get(`/v1/customer_subscriptions/${subscription.id}`)]
    expect(JSON.stringify(old.map((answer) => expectStatus(answer, 200)))).to.not.include("pix_automatico")
  })

  it("has the mandate of a subscription whose payer paid first and agreed hours later", async () => {
    const { customer } = await payFirst()
    const [subscription] = await subscriptionsOf(merchant, customer)
    expect(subscription).to.include({ status: "ACTIVE", payment_method: null })
    await advance(merchant, { seconds: 5 * 3600 })
    await inLedger(agree)
    await advance(merchant, { seconds: 6 * 3600 })
    expect((await again(merchant, subscription)).payment_method).to.match(/^pm_/)
    await advance(merchant, { to: subscription.current_period_end + 5 * DAY })
    const cycles = await cyclesOf(merchant, subscription)
    expect(cycles.map(({ status, payment_method_types: [type] }) => `${type} ${status}`)).to.deep.equal([
      "pix_automatico succeeded",
    ])
  })

  it("has a mandate that ends at once when its payer agrees after the subscription was canceled", async () => {
    const { intent, customer } = await payFirst()
    const [subscription] = await subscriptionsOf(merchant, customer)
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    await inLedger(agree)
    await advance(merchant, { seconds: 2 * DAY })
    expect((await mandateOf(merchant, intent)).pix_automatico).to.deep.equal({ status: "canceled" })
    const { database } = vintem.server.modes.test
    expect((await database.all(atTheBank, { account: merchant.account })).map(({ status }) => status)).to.deep.equal(["canceled"])
    expect((await again(merchant, subscription)).payment_method).to.equal(null)
  })

  it("goes on by codes after the payer ends the mandate while a charge is ordered that is paid all the same", async () => {
    const { subscription, mandate } = await subscribeByMandate(vintem, merchant)
    const end = subscription.current_period_end
    await advance(merchant, { to: end - 2 * DAY })
    expect((await vintem.cli("mandates", "cancel", mandate.id)).status).to.equal(0)
    await advance(merchant, { to: end + 5 * DAY })
    expect((await cyclesOf(merchant, subscription)).map(({ status }) => status)).to.deep.equal(["succeeded"])
    const { current_period_end } = await again(merchant, subscription)
    await advance(merchant, { to: current_period_end + 60 })
    expect((await cyclesOf(merchant, subscription)).at(-1)).to.deep.include({
      payment_method_types: ["pix"],
      status: "requires_action",
    })
  })
})
