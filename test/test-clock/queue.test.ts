import { expect } from "chai"
import { MAX_WAITING } from "../../src/base/bounds.ts"
import { idempotencyKeys } from "../../src/idempotency/table.ts"
import { clockTurns } from "../../src/test-clock/table.ts"
import type { Response } from "../support/app/client.ts"
import { database, type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { statement, testOnly } from "../support/databases/statement.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { advance, DAY, newRecurringProduct, subscribe, timeOf } from "../support/merchants/subscriptions.ts"

const YEAR = 365 * DAY
const turnsOf = testOnly(clockTurns.find(["account"], (rows) => rows.select("id")))
const lapseClaims = testOnly(idempotencyKeys.find(["account"], (rows) => rows.whereNull("status").update({ lease_until_ms: 0 })))
const setOffset = statement<void>((k, p) => k("accounts").where({ id: p.account }).update({ clock_offset: p.offset }))

describe("Advances of a clock that wait for another one", function () {
  this.timeout(120_000)
  let vintem: Running
  let other: Running
  let merchant: Merchant
  let running: { finish: () => void; ended: Promise<number> }

  before(async () => {
    const databases = await freshDatabases()
    vintem = await startVintem({}, { databases, role: "api" })
    // On SQLite there is one process for each file.
    other = database === "sqlite" ? vintem : await startVintem({}, { databases, role: "api" })
  })
  after(async () => {
    if (other !== vintem) await other.close()
    await vintem.close()
    await vintem.databases.remove()
  })

  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    running = await hold()
  })
  afterEach(() => running.finish())

  /** Begins an advance of a day, and holds it at the acquirer. */
  async function hold() {
    await subscribe(merchant, await newRecurringProduct(vintem, merchant, { interval: "DAY" }))
    const held = Promise.withResolvers<undefined>()
    const { seen, restore } = withAcquirer(vintem, merchant, () => held.promise)
    const ended = advance(merchant, { seconds: DAY + 60 })
    await until(async () => seen.calls === 1)
    const finish = () => {
      held.resolve(undefined)
      restore()
    }
    return { finish, ended }
  }

  const queue = (on: Running = vintem, body: object = { seconds: 1 }, idempotencyKey = newIdempotencyKey()) =>
    on.request("POST", "/v1/test_helpers/clock/advance", body, { key: merchant.key, idempotencyKey })

  const waiting = async () => (await vintem.server.modes.test.database.all(turnsOf, { account: merchant.account })).length - 1

  async function queueMany(count: number, on: (i: number) => Running): Promise<Promise<Response>[]> {
    const queued = Array.from({ length: count }, (_, i) => queue(on(i)))
    await until(async () => (await waiting()) === count)
    return queued
  }

  it("are at most twenty in all processes: one more is 429 with Retry-After, and its key is not used up", async () => {
    const queued = await queueMany(20, (i) => (i % 2 ? vintem : other))
    const key = newIdempotencyKey()
    for (const server of [vintem, other]) {
      const refused = await queue(server, { seconds: 1 }, key)
      expect([refused.status, refused.body.error.code]).to.deep.equal([429, "rate_limit_exceeded"])
      expect(Number(refused.headers["retry-after"])).to.be.within(1, 60)
    }
    expect(await waiting()).to.equal(20)
    // Those of one account do not count for another.
    await advance(await newMerchant(vintem), { seconds: 1 })
    running.finish()
    const reached = await running.ended
    const times = (await Promise.all(queued)).map((response) => expectStatus(response, 200).now)
    expect(Math.max(...times)).to.be.within(reached + 20, reached + 80)
    expect(expectStatus(await queue(vintem, { seconds: 1 }, key), 200).now).to.be.greaterThan(reached + 20)
    // Whoever has waited leaves the place to others.
    const { waiters } = vintem.server.modes.test.database
    const next = Array.from({ length: MAX_WAITING.requests }, () => waiters.join(merchant.account, "something else"))
    expect(next).not.to.include(undefined)
  })

  it("are at most twenty also if thirty come at once", async () => {
    const sent = Array.from({ length: 30 }, () => queue())
    let refused = 0
    for (const response of sent) void response.then(({ status }) => (refused += status === 429 ? 1 : 0))
    await until(async () => refused === 10)
    expect(await waiting()).to.equal(20)
    running.finish()
    expect((await Promise.all(sent)).filter(({ status }) => status === 200)).to.have.length(20)
  })

  it("are answered once, by the process that has taken them over from one that stood still", async () => {
    const key = newIdempotencyKey()
    const stoodStill = queue(vintem, { seconds: 1 }, key)
    await until(async () => (await waiting()) === 1)
    const { database } = vintem.server.modes.test
    const turns = async () =>
      (await database.all(turnsOf, { account: merchant.account }))
        .map(({ id }) => id)
        .sort()
        .join()
    const before = await turns()
    // Its lease has lapsed, and the request is sent again.
    const again = queue(other, { seconds: 1 }, key)
    await until(async () => {
      await database.transaction((tx) => tx.run(lapseClaims, { account: merchant.account }))
      return (await turns()) !== before
    })
    const { status, body } = await stoodStill
    expect([status, body.error.code]).to.deep.equal([409, "idempotency_request_in_progress"])
    expect(await waiting()).to.equal(1)
    running.finish()
    const { now } = expectStatus(await again, 200)
    const replayed = await queue(vintem, { seconds: 1 }, key)
    expect([replayed.headers["idempotent-replayed"], replayed.body.now]).to.deep.equal(["true", now])
  })

  it("look for their turn about once a second, not a hundred times", async () => {
    const queued = await queueMany(20, () => vintem)
    const { database: queries } = vintem.server.modes.test
    const { one } = queries
    let reads = 0
    const began = performance.now()
    queries.one = (statement, parameters) => {
      reads++
      return one(statement, parameters)
    }
    await until(async () => performance.now() - began > 2000)
    queries.one = one
    // Twenty that look every 10 ms would be 2,000 reads a second.
    expect(reads).to.be.lessThan((200 * (performance.now() - began)) / 1000)
    running.finish()
    await Promise.all(queued)
  })

  it("are woken one after the other, in their order", async () => {
    const queued = await queueMany(5, () => vintem)
    const { database: queries } = vintem.server.modes.test
    const { waiters } = queries
    const ids = (await queries.all(turnsOf, { account: merchant.account })).map(({ id }) => id).sort()
    const woken: string[] = []
    const wake = waiters.wake.bind(waiters)
    waiters.wake = (topic) => {
      if (topic.startsWith("turn_")) woken.push(topic)
      wake(topic)
    }
    running.finish()
    await Promise.all(queued).finally(() => Reflect.deleteProperty(waiters, "wake"))
    expect(woken).to.deep.equal(ids.slice(1))
  })
})

describe("A clock that is almost 50 years ahead", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    merchant = await newMerchant(vintem)
    const { test } = vintem.server.modes
    await test.database.transaction((tx) => tx.run(setOffset, { account: merchant.account, offset: 49 * YEAR }))
  })
  after(() => vintem.close())

  const send = (body: object) => merchant.request("POST", "/v1/test_helpers/clock/advance", body)

  it("cannot be advanced beyond 50 years, by `seconds` or `to`", async () => {
    const now = await timeOf(merchant)
    for (const [param, body] of [
      ["seconds", { seconds: 400 * DAY }],
      ["to", { to: now + 400 * DAY }],
    ] as const) {
      const { status, body: response } = await send(body)
      expect([status, response.error.code, response.error.param]).to.deep.equal([400, "parameter_invalid", param])
      expect(response.error.message).to.match(/50 years/)
    }
    expect(await timeOf(merchant)).to.be.within(now, now + 60)
  })

  it("is not advanced beyond them by advances that were each within them when they came", async () => {
    const responses = await Promise.all(Array.from({ length: 3 }, () => send({ seconds: 200 * DAY })))
    expect(responses.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400])
    expectStatus(await send({ seconds: DAY }), 200)
  })
})

describe("An advance past seven charges that are due together", () => {
  let vintem: Running
  before(async () => {
    // All seven are due in the same second.
    const now = Date.now()
    vintem = await startVintem({}, { role: "api", clock: { now: () => now } })
  })
  after(() => vintem.close())

  it("makes at most five of them at a time, so that it leaves others their share", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant, { interval: "DAY" })
    for (let i = 0; i < 7; i++) await subscribe(merchant, product)
    const five = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const { seen, restore } = withAcquirer(vintem, merchant, async (call) => {
      most = Math.max(most, ++running)
      if (call === 5) five.resolve()
      await five.promise
      // Long enough for others to begin, if they may.
      await new Promise((resolve) => setTimeout(resolve, 20))
      running--
      return undefined
    })
    await advance(merchant, { seconds: DAY + 60 }).finally(restore)
    expect([seen.calls, most]).to.deep.equal([7, 5])
  })
})
