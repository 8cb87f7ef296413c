import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { subscriptionCharges } from "../../src/billing/subscriptions/tables.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { statement, testOnly } from "../support/databases/statement.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { advance, again, cyclesOf, DAY, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const jumpAhead = statement<void>((k, p) => k("accounts").where({ id: p.account }).update({ clock_offset: p.offset }))
const insertCharge = testOnly(
  subscriptionCharges.insert(["account", "subscription", "period", "attempt", { payment_intent: "intent" }]),
)
const chargesOf = testOnly(
  subscriptionCharges.find(["subscription"], (rows) => rows.orderBy("period").orderBy("attempt").select("period", "attempt")),
)

let price = 1000

describe("A period of a subscription is charged once", function () {
  this.timeout(300_000)
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  /** A daily subscription with a unique price, so that its charges can be found in the mock acquirer's ledger. */
  const daily = async (on: Running = vintem, of: Merchant = merchant) => {
    price += 1
    const amount = price
    return { ...(await subscribe(of, await newRecurringProduct(on, of, { interval: "DAY", amount }))), amount }
  }

  /** Moves the account's time without doing what falls due, as in a downtime. */
  const jump = (seconds: number) => {
    const { database } = vintem.server.modes.test
    return database.transaction((tx) => tx.run(jumpAhead, { account: merchant.account, offset: seconds }))
  }

  const expectOnce = async (
    subscription: { id: string; customer: string; amount: number },
    periods: number,
    on: Running = vintem,
    of: Merchant = merchant,
  ) => {
    const charges = await on.server.modes.test.database.all(chargesOf, { subscription: subscription.id })
    expect(charges).to.deep.equal(Array.from({ length: periods }, (_, i) => ({ period: i + 1, attempt: 1 })))
    expect(await statesOf(of, subscription)).to.deep.equal(Array(periods).fill("succeeded"))
    expect(await mockCharges(on, subscription.amount)).to.have.length(periods)
  }

  it("with five concurrent advances of the clock", async () => {
    const subscription = await daily()
    await Promise.all(Array.from({ length: 5 }, () => advance(merchant, { seconds: 10 * DAY })))
    await expectOnce(subscription, 50)
    expect((await again(merchant, subscription)).current_period_end).to.equal(subscription.created + 51 * DAY)
  })

  it("with an advance of the clock while two workers and ticks run", async () => {
    const subscription = await daily()
    const workers = await Promise.all([1, 2].map(() => spawnVintem({}, { databases: vintem.databases, role: "worker" })))
    try {
      let advancing = true
      const ticking = (async () => {
        for (; advancing; await pause(20)) await vintem.server.tick()
      })()
      await advance(merchant, { seconds: 60 * DAY })
      advancing = false
      await ticking
    } finally {
      await Promise.all(workers.map((worker) => worker.close()))
    }
    await expectOnce(subscription, 60)
  })

  it("with two workers on a backlog of a month, in order", async () => {
    const subscriptions = [await daily(), await daily(), await daily()]
    const worker = await spawnVintem({}, { databases: vintem.databases, role: "worker" })
    try {
      await jump(30 * DAY + 60)
      for (const subscription of subscriptions) {
        await until(async () => {
          await vintem.server.tick()
          const { current_period_end } = await again(merchant, subscription)
          // The worker is killed when this ends, so it must have paid the last charge.
          const isPaid = async () => (await statesOf(merchant, subscription)).every((status) => status === "succeeded")
          return current_period_end > subscription.created + 30 * DAY && (await isPaid())
        }, 240_000)
      }
    } finally {
      await worker.close()
    }
    for (const subscription of subscriptions) await expectOnce(subscription, 30)
  })

  it("after a downtime of three days, and after the clock steps back", async () => {
    const databases = await freshDatabases()
    let now = Date.now()
    const clock = { now: () => now }
    const first = await startVintem({}, { databases, clock })
    const shop = await newMerchant(first)
    const subscription = await daily(first, shop)
    await first.close()
    now += 3 * DAY * 1000 + 5000
    const second = await startVintem({}, { databases, clock })
    try {
      const there: Merchant = { ...shop, request: (...request) => second.request(...keyed(shop.key, request)) }
      await until(async () => {
        await second.server.tick()
        return (await statesOf(there, subscription)).filter((status) => status === "succeeded").length === 3
      })
      expect((await again(there, subscription)).current_period_end).to.equal(subscription.created + 4 * DAY)
      for (const days of [-2, 2]) {
        now += days * DAY * 1000
        // One tick opens what is due, and another one charges it.
        await second.server.tick()
        await second.server.tick()
      }
      expect(await statesOf(there, subscription)).to.have.length(3)
      expect(await mockCharges(second, subscription.amount)).to.have.length(3)
    } finally {
      await second.close()
      await databases.remove()
    }
  })

  it("at most, with a cancellation at the moment of the renewal, and no later period is charged", async () => {
    const product = await newRecurringProduct(vintem, merchant, { interval: "DAY" })
    const subscriptions = await Promise.all(Array.from({ length: 20 }, () => subscribe(merchant, product)))
    const to = Math.max(...subscriptions.map(({ current_period_end }) => current_period_end))
    const advancing = advance(merchant, { to })
    const responses = await Promise.all(
      subscriptions.map(async ({ id }, i) => {
        await pause(i)
        return merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, {})
      }),
    )
    await advancing
    expect(responses.map(({ status }) => status)).to.deep.equal(Array(20).fill(200))
    await advance(merchant, { seconds: 10 * DAY })
    for (const [i, subscription] of subscriptions.entries()) {
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles.length).to.be.at.most(1)
      for (const { status } of cycles) expect(status).to.be.oneOf(["succeeded", "canceled"])
      expect(await again(merchant, subscription)).to.deep.equal(responses[i]!.body)
    }
  })

  it("because the database refuses a second charge", async () => {
    const subscription = await daily()
    await advance(merchant, { seconds: DAY })
    const { database } = vintem.server.modes.test
    const [cycle] = await cyclesOf(merchant, subscription)
    const other = await daily()
    const write = (period: number, attempt: number, intent: string) =>
      database.transaction((tx) =>
        tx.run(insertCharge, { account: merchant.account, subscription: subscription.id, period, attempt, intent }),
      )
    for (const [attempt, intent] of [
      [1, other.latest_payment_intent],
      [2, other.latest_payment_intent],
      [1, cycle.id],
    ]) {
      const refusal = await write(1, attempt, intent).then(
        () => "written",
        (error) => String(error),
      )
      expect(refusal).to.match(/unique/i)
    }
  })

  it("when a worker is killed during the charge, after the acquirer has made it", async () => {
    const finish: Finish = async (alive, subscription, living) => {
      await until(async () => (await statesOf(alive, subscription))[0] === "succeeded")
      await advance(alive, { to: subscription.created + 3 * DAY })
      await expectOnce(subscription, 3, living, alive)
    }
    await Promise.all(["charge: acquirer answered", "charge: settled"].map((step) => killedAt(step, finish)))
  })

  it("when a worker is killed before the acquirer has made the charge: it fails after 15 minutes, and is retried a day later", async () => {
    await killedAt("charge: sent", async (alive, subscription, living) => {
      await until(async () => (await statesOf(alive, subscription))[0] === "processing")
      expect(await mockCharges(living, subscription.amount)).to.deep.equal([])
      await advance(alive, { seconds: 20 * 60 })
      expect(await statesOf(alive, subscription)).to.deep.equal(["canceled"])
      expect((await again(alive, subscription)).status).to.equal("PAST_DUE")
      // The next period has begun meanwhile.
      await advance(alive, { seconds: DAY })
      expect(await statesOf(alive, subscription)).to.deep.equal(["canceled", "succeeded", "succeeded"])
      expect((await again(alive, subscription)).status).to.equal("ACTIVE")
      const charges = await living.server.modes.test.database.all(chargesOf, { subscription: subscription.id })
      expect(charges.map(({ period, attempt }) => [period, attempt])).to.deep.equal([
        [1, 1],
        [1, 2],
        [2, 1],
      ])
      expect(await mockCharges(living, subscription.amount)).to.have.length(2)
    })
  })

  type Daily = Awaited<ReturnType<typeof daily>>
  type Finish = (alive: Merchant, subscription: Daily, living: Running) => Promise<void>

  /** A worker dies at this checkpoint of the first renewal. The next worker finishes the charge. */
  async function killedAt(step: string, finish: Finish): Promise<void> {
    const databases = await freshDatabases()
    const victim = await spawnVintem({}, { databases, role: "all" })
    let survivor: Running | undefined
    try {
      survivor = await startVintem({}, { databases, role: "api" })
      const shop = await newMerchant(survivor)
      const subscription = await daily(survivor, shop)
      await victim.ask("dieAt", step)
      const dying: Merchant = { ...shop, request: (...request) => victim.request(...keyed(shop.key, request)) }
      advance(dying, { seconds: 3 * DAY }).catch(() => {})
      await victim.exited
      await survivor.close()
      const living = await startVintem({}, { databases })
      survivor = living
      const alive: Merchant = { ...shop, request: (...request) => living.request(...keyed(shop.key, request)) }
      await finish(alive, subscription, living)
    } finally {
      await victim.close()
      await survivor?.close()
      await databases.remove()
    }
  }
})

async function statesOf(merchant: Merchant, subscription: { id: string; customer: string }): Promise<string[]> {
  return (await cyclesOf(merchant, subscription)).map(({ status }) => status)
}

type Request = Parameters<Merchant["request"]>

function keyed(key: string, [method, path, body, options]: Request): Request {
  return [method, path, body, { key, ...options }]
}
