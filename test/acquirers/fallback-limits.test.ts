// What never goes to the fallback, and what the second sale keeps of the first: docs/decisions/0033-fallback.md.
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { expect } from "chai"
import type { Acquirer, Routing } from "../../src/acquirers/acquirer.ts"
import type { CardSale, SaleOutcome } from "../../src/acquirers/sale.ts"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { newestAttemptsOf } from "../../src/payments/attempts/store.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor, openBank } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newIntent } from "../support/merchants/payments.ts"
import { confirm, perform, pressButton, retrieve } from "../support/merchants/rails.ts"
import { again, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const MINUTE = 60

const tokensOf = statement<{ used: boolean; reserved_by: string | null }, "account">((k, p) =>
  k("tokens").where({ account: p.account }).select("used", "reserved_by"),
)
const reasonsOf = statement<{ fallback_reason: string | null }, "account">((k, p) =>
  k("attempts").where({ account: p.account }).select("fallback_reason"),
)

describe("With a fallback", () => {
  let databases: Databases
  let own: Bank
  let other: Bank
  let vintem: Running
  let merchant: Merchant
  let first: Acquirer
  let second: Acquirer
  /** What the second acquirer was asked for. */
  let asked: CardSale[]
  /** What the first acquirer answers in place of the bank. */
  let answers: SaleOutcome[]
  const routing: Routing = {}
  const clock = standingClock()
  before(async () => {
    databases = await freshDatabases()
    own = bankFor(databases)
    other = openBank(join(databases.directory, "other.sqlite"))
    const { authorize } = own.acquirer
    first = { ...own.acquirer, hasThreeDSecure: true, authorize: async (...sent) => answers.shift() ?? authorize(...sent) }
    second = {
      ...{ ...other.acquirer, name: "other", hasThreeDSecure: true },
      authorize: (sale, signal) => {
        asked.push(sale)
        return other.acquirer.authorize(sale, signal)
      },
    }
    vintem = await startVintem({}, { role: "api", databases, clock, acquirers: [first, second] })
    Object.assign(vintem.server.modes.test, { routingOf: async () => routing })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    asked = []
    answers = []
    route({})
  })
  afterEach(() => {
    own.heal()
    other.heal()
  })
  after(async () => {
    await vintem.close()
    own.close()
    other.close()
    await databases.remove()
  })

  /** `lacks`: what the fallback cannot do. */
  function route({ drained = false, lacks = {} }: { drained?: boolean; lacks?: Partial<Acquirer> }): void {
    routing.own = { acquirer: first, drained: false }
    routing.fallback = { acquirer: { ...second, ...lacks }, drained }
  }

  const post = (path: string, body: object, options: object = {}) => merchant.request("POST", path, body, options)
  const tokenOf = async (card: object = {}, number: string = CARDS.approved): Promise<string> =>
    expectStatus(await post("/v1/tokens", cardBody(number, card)), 201).id
  const attemptsOf = (id: string) => newestAttemptsOf(vintem.server.modes.test.database, { account: merchant.account, id }, 10)

  type Sale = { details?: object; card?: object; number?: string; more?: object }
  async function pay({ details = {}, card, number, more }: Sale = {}) {
    const { id } = await newIntent(merchant, details)
    return { id, response: await confirm(merchant, id, await tokenOf(card, number), more) }
  }

  /** Expects that a sale that its acquirer cannot make ends there: 503, and the payment stays open. */
  async function expectStays(sale: Sale = {}): Promise<void> {
    own.set("authorize", "unavailable")
    const { id, response } = await pay(sale)
    expect(response.body.error.code).to.equal("processing_error")
    expect(asked).to.deep.equal([])
    expect(await attemptsOf(id)).to.have.lengthOf(1)
    expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
  }

  it("that is drained, a sale stays with its acquirer", async () => {
    route({ drained: true })
    await expectStays()
  })

  it("that does not take such sales, a sale stays with its acquirer", async () => {
    route({ lacks: { brands: ["mastercard"] } })
    await expectStays()
    route({ lacks: { maxInstallments: 2 } })
    await expectStays({ details: { payment_method_options: { card: { max_installments: 3 } } }, more: { installments: 3 } })
    route({ lacks: { captureDays: undefined } as object })
    await expectStays({ details: { capture_method: "manual" } })
  })

  it("a debit card stays with its acquirer", () => expectStays({ card: { funding: "debit" } }))

  it("that has no 3DS, a payment that asks for it stays with its acquirer", async () => {
    route({ lacks: { hasThreeDSecure: false } })
    await expectStays({ details: { payment_method_options: { card: { request_three_d_secure: "any" } } } })
  })

  it("the verification of a trial's card stays with its acquirer", async () => {
    own.set("verify", "unavailable")
    const product = await newRecurringProduct(vintem, merchant, { trialDays: 7 })
    const { response } = await pay({ details: { amount: 0, product } })
    expect(response.body.error.code).to.equal("processing_error")
    expect([own.calls(merchant.account, "verify"), other.calls(merchant.account, "verify")]).to.deep.equal([1, 0])
  })

  it("a payment whose payer was asked for 3DS stays with its acquirer", async () => {
    const { id, response } = await pay({ number: CARDS.threeDs })
    own.set("finish_challenge", "unavailable")
    const { url } = expectStatus(response, 200).next_action
    expect((await pressButton(url, "authorize")).status).to.equal(503)
    own.heal()
    expect((await pressButton(url, "authorize")).status).to.equal(303)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(asked).to.deep.equal([])
    expect(await attemptsOf(id)).to.have.lengthOf(1)
  })

  it("the second sale has a reference of its own, and asks for the same", async () => {
    own.set("authorize", "unavailable")
    const details = { payment_method_options: { card: { max_installments: 3 } } }
    const { id, response } = await pay({ details, more: { installments: 3 } })
    expect(expectStatus(response, 200).status).to.equal("succeeded")
    expect(asked.map(({ amount, installments, card_on_file }) => ({ amount, installments, card_on_file }))).to.deep.equal([
      { amount: 4990, installments: 3, card_on_file: null },
    ])
    const references = (await attemptsOf(id)).map(({ reference }) => reference)
    expect(new Set([...references, asked[0]!.reference]).size).to.equal(2)
    expect(references[0]).to.equal(asked[0]!.reference)
  })

  it("the second sale answers the key of its request", async () => {
    own.set("authorize", "unavailable")
    const { id } = await newIntent(merchant)
    const payment_method = await tokenOf()
    const headers = { "idempotency-key": randomUUID() }
    const [one, two] = [
      await post(`/v1/payment_intents/${id}/confirm`, { payment_method }, { headers }),
      await post(`/v1/payment_intents/${id}/confirm`, { payment_method }, { headers }),
    ]
    expect(expectStatus(two, 200)).to.deep.equal(expectStatus(one, 200))
    expect(asked).to.have.lengthOf(1)
  })

  it("the second sale uses its token up", async () => {
    own.set("authorize", "unavailable")
    const token = await tokenOf()
    const { id } = await newIntent(merchant)
    expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("succeeded")
    const [kept] = await vintem.server.modes.test.database.all(tokensOf, { account: merchant.account })
    expect([Boolean(kept!.used), kept!.reserved_by]).to.deep.equal([true, (await attemptsOf(id))[0]!.id])
  })

  it("the second sale is captured where it is", async () => {
    own.set("authorize", "unavailable")
    const { id } = await pay({ details: { capture_method: "manual" } })
    own.heal()
    expect(expectStatus(await post(`/v1/payment_intents/${id}/capture`, {}), 200).status).to.equal("succeeded")
    expect([own.captures(merchant.account).length, other.captures(merchant.account).length]).to.deep.equal([0, 1])
  })

  describe("new sales go there after five failures in a row, but", () => {
    const UNAVAILABLE: SaleOutcome = { result: "unavailable" }
    const payTimes = async (times: number, number?: string) => {
      for (let i = 0; i < times; i++) await pay(number ? { number } : {})
    }
    const soldThere = async () => {
      const before = asked.length
      await pay()
      return asked.length > before
    }

    it("an unknown outcome between them says nothing", async () => {
      answers = [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, { result: "unknown" }]
      await payTimes(5)
      expect(await soldThere()).to.equal(false)
      answers = [UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, { result: "unknown" }, UNAVAILABLE]
      await payTimes(6)
      expect(await soldThere()).to.equal(true)
    })

    it("not because our credentials are refused", async () => {
      answers = Array.from({ length: 6 }, () => ({ result: "unavailable", refused: true }) as const)
      await payTimes(6)
      expect([answers.length, asked.length]).to.deep.equal([0, 6])
      expect(await soldThere()).to.equal(false)
    })

    it("not because cards are declined", async () => {
      await payTimes(5, CARDS.declinedWhenCharged)
      expect(await soldThere()).to.equal(false)
    })
  })

  describe("a renewal", () => {
    async function renew() {
      const product = await newRecurringProduct(vintem, merchant)
      const subscription = await subscribe(merchant, product)
      own.set("authorize", "unavailable")
      other.set("authorize", "unavailable")
      clock.ms = subscription.current_period_end * 1000
      await perform(vintem, billSubscriptions, merchant.account)
      for (let i = 0; i < 2; i++) await work()
      return subscription
    }
    const work = (later = 0) => perform(vintem, callAcquirers, merchant.account, later)
    const swap = () => Object.assign(routing, { own: routing.fallback, fallback: routing.own })
    const callsOf = (bank: Bank) => bank.calls(merchant.account, "authorize")

    it("falls back once, also if its acquirer is the fallback by now", async () => {
      const subscription = await renew()
      expect(asked.map(({ card_on_file }) => card_on_file)).to.deep.equal(["recurring"])
      swap()
      own.heal()
      await work(10 * MINUTE)
      expect([callsOf(own), callsOf(other)]).to.deep.equal([2, 2])
      other.heal()
      await work(20 * MINUTE)
      expect([callsOf(own), callsOf(other)]).to.deep.equal([2, 3])
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    })

    it("does not fall back when the issuer declines its card", async () => {
      const product = await newRecurringProduct(vintem, merchant)
      const subscription = await subscribe(merchant, product)
      answers = [{ result: "refused", charge: null, code: "insufficient_funds", message: "The card has no funds." }]
      clock.ms = subscription.current_period_end * 1000
      await perform(vintem, billSubscriptions, merchant.account)
      for (let i = 0; i < 2; i++) await work()
      expect([answers.length, asked.length]).to.deep.equal([0, 0])
      expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
    })

    it("does not go to the fallback that it is at already", async () => {
      const { fallback } = routing
      delete routing.fallback
      await renew()
      Object.assign(routing, { own: fallback, fallback: routing.own })
      await work(10 * MINUTE)
      // The first payment, the renewal, and its retry.
      expect([callsOf(own), callsOf(other)]).to.deep.equal([3, 0])
      const { database } = vintem.server.modes.test
      expect(await database.all(reasonsOf, { account: merchant.account })).to.deep.equal([
        { fallback_reason: null },
        { fallback_reason: null },
      ])
    })
  })
})
