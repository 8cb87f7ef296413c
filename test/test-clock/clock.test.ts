import { expect } from "chai"
import { clockTurns } from "../../src/test-clock/table.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { testOnly } from "../support/databases/statement.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"
import { advance, DAY, eventsOf, newRecurringProduct, subscribe, timeOf } from "../support/merchants/subscriptions.ts"

const minutes = 60

const turnsOf = testOnly(clockTurns.find(["account"], (rows) => rows.select("id")))

describe("The test clock", () => {
  let vintem: Running
  let merchant: Merchant
  /** Real time, which tests can move forward. */
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  before(async () => {
    vintem = await startVintem({}, { clock })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const turn = (body: object, options?: object) => merchant.request("POST", "/v1/test_helpers/clock/advance", body, options)

  it("shows real time until it is advanced, and keeps ticking after that", async () => {
    const real = () => Math.floor(clock.now() / 1000)
    const before = real()
    expect(await timeOf(merchant)).to.be.within(before, real())
    const ahead = await advance(merchant, { seconds: 30 * DAY })
    expect(ahead).to.be.within(before + 30 * DAY, real() + 30 * DAY)
    clock.ahead += 1000
    expect(await timeOf(merchant)).to.be.greaterThan(ahead)
  })

  it("never goes back, even if due work takes longer than the advance", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    const due = subscription.current_period_end
    const { restore } = withAcquirer(vintem, merchant, () => {
      clock.ahead += 30_000
      return undefined
    })
    const advancedTo = await advance(merchant, { to: due + 10 }).finally(restore)
    expect([advancedTo, await timeOf(merchant)].map((now) => now >= due + 30)).to.deep.equal([true, true])
  })

  it("decides what falls due after it was advanced, too", async () => {
    await advance(merchant, { seconds: 30 * DAY })
    const { id, status } = await payOne(merchant, CARDS.processing)
    expect(status).to.equal("processing")
    await until(async () => {
      await vintem.server.tick()
      return (await merchant.request("GET", `/v1/payment_intents/${id}`)).body.status === "succeeded"
    })
  })

  it("is the creation time of everything created from then on", async () => {
    const to = (await timeOf(merchant)) + 400 * DAY
    await advance(merchant, { to })
    const intent = await newIntent(merchant)
    const token = await newToken(merchant)
    expect(intent.created).to.be.within(to, to + 60)
    expect(Date.parse(token.createdAt) / 1000).to.be.within(to, to + 60)
  })

  it("lets each thing happen at its own moment, however far it is advanced at once", async () => {
    const { customer } = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { interval: "DAY" }))
    const { id, next_action } = await payWith(merchant, "pix", { customer })
    await advance(merchant, { seconds: 3 * DAY })
    const canceled = (await eventsOf(merchant)).find(({ type, data }) => type.endsWith(".canceled") && data.object.id === id)
    expect(canceled?.created).to.be.within(next_action.expires_at, next_action.expires_at + minutes)
  })

  it("does not affect another account", async () => {
    const other = await newMerchant(vintem)
    await advance(merchant, { seconds: 100 * DAY })
    expect(await timeOf(other)).to.be.lessThan((await timeOf(merchant)) - 99 * DAY)
  })

  const refused: [string, (now: number) => object, string][] = [
    ["neither `to` nor `seconds`", () => ({}), "parameter_missing"],
    ["nulls only", () => ({ to: null, seconds: null }), "parameter_missing"],
    ["both `to` and `seconds`", (now) => ({ to: now + DAY, seconds: DAY }), "parameter_invalid"],
    ["a time in the past", (now) => ({ to: now - 1 }), "parameter_invalid"],
    ["the current time", (now) => ({ to: now }), "parameter_invalid"],
    ["zero seconds", () => ({ seconds: 0 }), "parameter_invalid"],
    ["negative seconds", () => ({ seconds: -DAY }), "parameter_invalid"],
    ["more than two years", () => ({ seconds: 732 * DAY }), "parameter_invalid"],
    ["a time more than two years ahead", (now) => ({ to: now + 733 * DAY }), "parameter_invalid"],
    ["a fraction of a second", () => ({ seconds: 1.5 }), "parameter_invalid"],
  ]
  for (const [what, body, code] of refused) {
    it(`rejects ${what}`, async () => {
      const now = await timeOf(merchant)
      const { status, body: response } = await turn(body(now))
      expect([status, response.error.code]).to.deep.equal([400, code])
      expect(await timeOf(merchant)).to.be.lessThan(now + 60)
    })
  }

  it("can be advanced by two years at once", async () => {
    const now = await timeOf(merchant)
    expect(await advance(merchant, { seconds: 731 * DAY })).to.be.at.least(now + 731 * DAY)
  })

  it("requires a secret test key", async () => {
    const { key } = await vintem.newKey({ account: merchant.account, kind: "restricted", scopes: ["customers:read"] })
    expect((await turn({ seconds: 1 }, { key })).body.error.code).to.equal("key_not_allowed")
  })

  it("expires a token after 15 minutes", async () => {
    const intent = await newIntent(merchant)
    const token = await newToken(merchant)
    await advance(merchant, { seconds: 15 * minutes })
    const { body } = await merchant.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
    expect(body.error.code).to.equal("token_unusable")
  })

  it("keeps a token usable for 14 minutes", async () => {
    const intent = await newIntent(merchant)
    const token = await newToken(merchant)
    await advance(merchant, { seconds: 14 * minutes })
    const { body } = await merchant.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
    expect(body.status).to.equal("succeeded")
  })

  it("expires an idempotency key after 24 hours", async () => {
    const idempotencyKey = newIdempotencyKey()
    const create = (email: string) => merchant.request("POST", "/v1/customers", { email }, { idempotencyKey })
    const first = expectStatus(await create("a@example.com"), 201)
    await advance(merchant, { seconds: DAY - minutes })
    const second = await create("a@example.com")
    expect([second.body.id, second.headers["idempotent-replayed"]]).to.deep.equal([first.id, "true"])
    await advance(merchant, { seconds: 2 * minutes })
    const third = expectStatus(await create("b@example.com"), 201)
    expect(third.id).not.to.equal(first.id)
  })

  it("rejects a card that has expired by its time", async () => {
    await advance(merchant, { seconds: 731 * DAY })
    const soon = { expMonth: 1, expYear: new Date().getUTCFullYear() + 1 }
    const { status, body } = await merchant.request("POST", "/v1/tokens", cardBody(undefined, soon))
    expect([status, body.error.code]).to.deep.equal([402, "expired_card"])
  })

  it("is advanced once for an idempotency key", async () => {
    const idempotencyKey = newIdempotencyKey()
    const first = await turn({ seconds: 10 * DAY }, { idempotencyKey })
    const second = await turn({ seconds: 10 * DAY }, { idempotencyKey })
    expect(second.body).to.deep.equal(first.body)
    expect(second.headers["idempotent-replayed"]).to.equal("true")
    expect(await timeOf(merchant)).to.be.lessThan(first.body.now + DAY)
  })

  it("runs five concurrent advances one after the other", async () => {
    const before = await timeOf(merchant)
    const responses = await Promise.all(Array.from({ length: 5 }, () => advance(merchant, { seconds: 10 * DAY })))
    const distances = responses.map((now) => Math.round((now - before) / DAY)).sort((a, b) => a - b)
    expect(distances).to.deep.equal([10, 20, 30, 40, 50])
  })

  it("runs waiting advances in the order of their requests", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    let respond = (): void => {}
    const responded = new Promise<undefined>((resolve) => {
      respond = () => resolve(undefined)
    })
    const { restore } = withAcquirer(vintem, merchant, () => responded)
    const { database } = vintem.server.modes.test
    const waiting = async () => (await database.all(turnsOf, { account: merchant.account })).length
    try {
      const turns = [advance(merchant, { to: subscription.current_period_end })]
      for (const days of [1, 2, 3]) {
        await until(async () => (await waiting()) === turns.length)
        turns.push(advance(merchant, { seconds: days * DAY }))
      }
      await until(async () => (await waiting()) === turns.length)
      respond()
      const [first = 0, ...rest] = await Promise.all(turns)
      expect(rest.map((now) => Math.round((now - first) / DAY))).to.deep.equal([1, 3, 6])
    } finally {
      respond()
      restore()
    }
  })

  it("is advanced once by five requests with the same time, and later ones are told that the time has passed", async () => {
    const to = (await timeOf(merchant)) + 10 * DAY
    const turn = () => merchant.request("POST", "/v1/test_helpers/clock/advance", { to })
    const responses = await Promise.all(Array.from({ length: 5 }, turn))
    const turned = responses.filter(({ status }) => status === 200)
    expect(turned).not.to.have.length(0)
    for (const { body } of turned) expect(body.now).to.be.within(to, to + 60)
    for (const { status, body } of responses)
      if (status !== 200) expect(body.error).to.include({ code: "parameter_invalid", param: "to" })
    expect(await timeOf(merchant)).to.be.within(to, to + 60)
  })

  it("does not affect rate limits or the expiry of keys", async () => {
    const { key } = await vintem.newKey({ account: merchant.account, expires_at: Math.floor(clock.now() / 1000) + 3600 })
    await advance(merchant, { seconds: 30 * DAY })
    const { status, headers } = await merchant.request("GET", "/v1/test_helpers/clock", undefined, { key })
    expect(status).to.equal(200)
    expect(Number(headers["ratelimit-reset"])).to.be.lessThan(clock.now() / 1000 + 61)
  })
})
