import { expect } from "chai"
import { replayDelivery } from "../../src/events/webhooks/replay.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { payOne, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { help, payWith, scopeOfAccount } from "../support/merchants/rails.ts"
import { DAY } from "../support/merchants/subscriptions.ts"
import { type Seller, startSellers } from "./seller.ts"

const HOUR = 3600

describe("What UTMify is told of a payment", () => {
  let databases: Databases
  let vintem: Running
  let sellers: Awaited<ReturnType<typeof startSellers>>
  let seller: Seller
  before(async () => {
    sellers = await startSellers()
    databases = await freshDatabases()
    vintem = await startVintem({ UTMIFY_URL: sellers.utmify.url }, { databases })
  })
  beforeEach(async () => {
    seller = await sellers.newSeller(vintem)
    sellers.utmify.errors.length = 0
  })
  afterEach(() => {
    sellers.utmify.fault = undefined
    expect(sellers.utmify.errors).to.deep.equal([])
  })
  after(async () => {
    await databases.remove()
    await sellers.utmify.close()
  })

  const statuses = (payment: string) => seller.told(payment).map(({ status }) => status)
  /** The deliveries, oldest first. */
  const states = async () => (await seller.deliveries()).reverse().map(({ status }) => status)
  const settled = (expected: string[]) =>
    until(async () => {
      const found = await states()
      return found.join() === expected.join() && found
    })
  const refund = async (payment_intent: string) =>
    expectStatus(await seller.merchant.request("POST", "/v1/refunds", { payment_intent }), 201)

  it("comes in order: what happens while it is told waits, and is told after it", async () => {
    const first = Promise.withResolvers<void>()
    sellers.utmify.fault = (order) => (order.status === "waiting_payment" ? { until: first.promise } : undefined)
    const { id } = await payWith(seller.merchant, "pix")
    await until(async () => seller.told(id).length === 1)
    expectStatus(await help(seller.merchant, id, "succeed"), 200)
    // Long enough for a paid order that does not wait to overtake the one that is being told.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(statuses(id)).to.deep.equal(["waiting_payment"])
    first.resolve()
    await seller.has(id, "paid")
    await settled(["delivered", "delivered"])
  })

  it("is only its newest state: what could not be told before is not told any more", async () => {
    let isDown = true
    sellers.utmify.fault = () => (isDown ? { status: 503 } : undefined)
    const { id } = await payWith(seller.merchant, "pix")
    await until(async () => (await seller.deliveries())[0]?.attempts === 1)
    expectStatus(await help(seller.merchant, id, "succeed"), 200)
    await refund(id)
    isDown = false
    await seller.pass(2 * DAY)
    await seller.has(id, "refunded")
    expect(sellers.utmify.orders.get(id)?.status).to.equal("refunded")
    await settled(["canceled", "canceled", "delivered"])
    const taken = seller.told(id).slice(-1)
    expect(taken.map(({ status }) => status)).to.deep.equal(["refunded"])
  })

  it("is only its newest state, also of what waits for its turn in a process that is busy", async () => {
    const gate = Promise.withResolvers<void>()
    sellers.utmify.fault = () => ({ until: gate.promise })
    const busy = () => sellers.utmify.calls.length
    const before = busy()
    for (let i = 0; i < 10; i++) await payOne(seller.merchant)
    await until(async () => busy() === before + 8)
    const { id } = await payWith(seller.merchant, "pix")
    expectStatus(await help(seller.merchant, id, "succeed"), 200)
    sellers.utmify.fault = undefined
    gate.resolve()
    await seller.has(id, "paid")
    expect(statuses(id)).to.deep.equal(["paid"])
  })

  it("is told again if the answer was lost, until one arrives", async () => {
    let lost = 0
    sellers.utmify.fault = () => (lost++ < 2 ? { lost: true } : undefined)
    const { id } = await payOne(seller.merchant)
    await until(async () => (await seller.deliveries())[0]?.attempts === 1)
    await seller.pass(60)
    await settled(["delivered"])
    expect(statuses(id)).to.deep.equal(["paid", "paid", "paid"])
  })

  for (const status of [400, 401, 403, 404, 422])
    it(`is not told again once UTMify refuses it with ${status}, and the refusal is shown`, async () => {
      sellers.utmify.fault = () => ({ status, body: JSON.stringify({ message: `no, ${seller.token} is wrong` }) })
      const { id } = await payOne(seller.merchant)
      await settled(["dead_letter"])
      await seller.pass(2 * DAY)
      expect(statuses(id)).to.deep.equal(["paid"])
      const [delivery] = await seller.deliveries()
      expect(delivery!.last_attempt).to.include({ http_status: status })
      const listed = await vintem.cli("attention", "list", "--json")
      expect(listed.stdout).to.contain(seller.integration).and.to.contain(`HTTP ${status}`)
    })

  for (const status of [408, 425, 429, 500, 503])
    it(`is told again after ${status}`, async () => {
      let first = true
      sellers.utmify.fault = () => {
        const fault = first ? { status } : undefined
        first = false
        return fault
      }
      const { id } = await payOne(seller.merchant)
      await until(async () => (await seller.deliveries())[0]?.attempts === 1)
      await seller.pass(10)
      await seller.has(id, "paid")
    })

  it("a newer state takes the place of a refused one, which then waits for nobody", async () => {
    sellers.utmify.fault = (order) => (order.status === "paid" ? { status: 400 } : undefined)
    const { id } = await payOne(seller.merchant)
    await settled(["dead_letter"])
    await refund(id)
    await seller.has(id, "refunded")
    await settled(["dead_letter", "delivered"])
    const [newest, refused] = await seller.deliveries()
    expect(refused!.replaced_by).to.equal(newest!.id)
  })

  it("is not sent again by a person once it is outdated", async () => {
    const { id } = await payOne(seller.merchant)
    await seller.has(id, "paid")
    await refund(id)
    await seller.has(id, "refunded")
    await settled(["delivered", "delivered"])
    const [newest, old] = await seller.deliveries()
    const { database } = vintem.server.modes.test
    const scope = await scopeOfAccount(vintem, seller.merchant.account)
    const replay = (delivery: NonNullable<typeof old>) => database.transaction((tx) => replayDelivery(tx, scope, delivery))
    expect(await replay(old!).catch((error) => error.code)).to.equal("order_outdated")
    await replay(newest!)
    await settled(["delivered", "delivered", "delivered"])
    expect(statuses(id)).to.deep.equal(["paid", "refunded", "refunded"])
  })

  it("is nothing older than a week, or 45 days for what gave the money back", async () => {
    sellers.utmify.fault = () => ({ status: 503 })
    const boleto = await payWith(seller.merchant, "boleto", { payment_method_options: { boleto: { expires_after_days: 30 } } })
    await settled(["pending"])
    sellers.utmify.fault = undefined
    await seller.pass(60)
    const { id } = await payOne(seller.merchant)
    await seller.has(id, "paid")
    await seller.has(boleto.id, "waiting_payment")
    const calls = sellers.utmify.calls.length
    await seller.pass(7 * DAY - 30)
    expectStatus(await help(seller.merchant, boleto.id, "succeed"), 200)
    await settled(["delivered", "delivered", "canceled"])
    expect(sellers.utmify.calls).to.have.length(calls)
    await seller.pass(38 * DAY - HOUR)
    await refund(id)
    await seller.has(id, "refunded")
    await seller.pass(HOUR)
    await refund(boleto.id)
    await settled(["delivered", "delivered", "canceled", "delivered", "canceled"])
    expect(sellers.utmify.calls).to.have.length(calls + 1)
  })

  // It closes the server, so it is the last one.
  it("never shows the token: not in the database, not in attempts, not in answers that repeat it", async () => {
    sellers.utmify.fault = () => ({ status: 401, body: `the token ${seller.token} is unknown` })
    await payOne(seller.merchant)
    await settled(["dead_letter"])
    const { stdout } = await vintem.cli("integrations", "list", "--mode", "test", "--account", seller.merchant.account, "--json")
    expect(stdout).to.contain('"kind":"utmify"').and.to.contain('"platform":"Vintem"').and.not.to.contain(seller.token)
    // SQLite's files can be read only once the server has closed.
    await vintem.close()
    expect(await findCanaries([seller.token], databases)).to.deep.equal([])
  })
})
