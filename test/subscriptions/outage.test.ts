import { expect } from "chai"
import type { SaleOutcome } from "../../src/acquirers/sale.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { codeOf, confirm, help, newBareToken, newOpenIntent } from "../support/merchants/rails.ts"
import {
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"
import { HOUR, stepsWith } from "./steps.ts"

const MINUTE = 60

const attemptsOf = statement<{ id: string; outcome: string | null; state: string }>((k, p) =>
  k("attempts").where({ account: p.account, kind: "charge" }).orderBy("id").select("id", "outcome", "state"),
)
const tokensOf = statement<{ id: string }>((k, p) => k("tokens").where({ account: p.account }).select("id"))

let price = 31_000

describe("An outage of the acquirer during renewals", () => {
  // Time passes only when a test lets it pass, and there is no scheduler.
  const clock = { ms: Date.parse("2027-03-10T12:00:00Z"), now: () => clock.ms }
  let vintem: Running
  let merchant: Merchant
  let bank: ReturnType<typeof failing>
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    bank = failing(vintem, merchant, () => clock.ms / 1000)
  })
  afterEach(() => bank.restore())
  after(() => vintem.close())

  const { cancel, tick, statesOf } = stepsWith(() => ({ vintem, merchant }))
  const attempts = () => vintem.server.modes.test.database.all(attemptsOf, { account: merchant.account })
  const tokens = () => vintem.server.modes.test.database.all(tokensOf, { account: merchant.account })
  const statusOf = async (subscription: { id: string }) => (await again(merchant, subscription)).status

  /** Lets time pass, with a tick every ten seconds, or more rarely where no test looks at the times of the calls. */
  async function pass(seconds: number, step = 10): Promise<void> {
    for (const end = clock.ms + seconds * 1000; clock.ms < end; ) {
      clock.ms = Math.min(clock.ms + step * 1000, end)
      await tick()
    }
  }

  /** Starts subscriptions that are due when this returns. The outage begins now. */
  async function startDue(count: number, type: "card" | "pix" = "card"): Promise<{ subscriptions: Json[]; amount: number }> {
    const amount = ++price
    const product = await newRecurringProduct(vintem, merchant, { amount })
    const subscriptions: Json[] = []
    for (let i = 0; i < count; i++) {
      subscriptions.push(type === "card" ? await subscribe(merchant, product) : await subscribeBy(type, merchant, product))
    }
    clock.ms = subscriptions[0].current_period_end * 1000
    bank.fails = true
    return { subscriptions, amount }
  }

  const latest = (subscription: Json) => again(merchant, subscription).then(({ latest_payment_intent }) => latest_payment_intent)

  it("leads to one attempt for each of ten subscriptions, ever more rarely for an hour, and then to retries as for any failed charge", async () => {
    const { subscriptions } = await startDue(10)
    const before = await attempts()
    const began = clock.ms / 1000
    await tick()
    await pass(HOUR - 10)
    for (const subscription of subscriptions) expect(await statusOf(subscription)).to.equal("ACTIVE")
    await pass(10)
    expect(await attempts()).to.have.length(before.length + 10)
    expect(bank.calls.size).to.equal(10)
    for (const times of bank.calls.values()) {
      expect([times[0], times.at(-1)]).to.deep.equal([began, began + HOUR])
      expect(times.length).to.be.within(10, 30)
      const gaps = times.slice(1, -1).map((at, i) => at - times[i]!)
      expect(gaps).to.deep.equal([...gaps].sort((a, b) => a - b))
      expect(gaps.at(-1)).to.equal(300)
    }
    for (const subscription of subscriptions) {
      expect(await statusOf(subscription)).to.equal("PAST_DUE")
      const [cycle] = await cyclesOf(merchant, subscription)
      expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
    }

    bank.fails = false
    await pass(10 * MINUTE)
    expect(await attempts()).to.have.length(before.length + 10)
    clock.ms += DAY * 1000
    await tick()
    for (const subscription of subscriptions) {
      expect([await statusOf(subscription), await statesOf(subscription)]).to.deep.equal(["ACTIVE", ["canceled", "succeeded"]])
    }
  }).timeout(120_000)

  it("that ends before the hour is over leaves each of ten subscriptions charged once", async () => {
    const { subscriptions, amount } = await startDue(10)
    const before = (await attempts()).length
    await tick()
    await pass(20 * MINUTE)
    bank.fails = false
    await pass(HOUR, MINUTE)
    for (const subscription of subscriptions) {
      expect([await statusOf(subscription), await statesOf(subscription)]).to.deep.equal(["ACTIVE", ["succeeded"]])
    }
    expect(await attempts()).to.have.length(before + 10)
    expect(await mockCharges(vintem, amount)).to.have.length(10)
  }).timeout(120_000)

  it("that delays a failure by minutes delays the retries as much", async () => {
    const { subscriptions } = await startDue(1, "pix")
    const [subscription] = subscriptions
    const opened = clock.ms
    await tick()
    await pass(5 * MINUTE)
    expectStatus(await help(merchant, await latest(subscription), "fail"), 200)
    bank.fails = false
    const statesAfter = async (seconds: number) => {
      clock.ms = opened + seconds * 1000
      await tick()
      return statesOf(subscription)
    }
    expect(await statesAfter(DAY + 5 * MINUTE - 1)).to.deep.equal(["canceled"])
    expect(await statesAfter(DAY + 5 * MINUTE)).to.deep.equal(["canceled", "requires_action"])
  })

  it("uses one token for each PIX", async () => {
    const { subscriptions } = await startDue(2, "pix")
    const before = (await tokens()).length
    await tick()
    await pass(20 * MINUTE)
    bank.fails = false
    await pass(5 * MINUTE)
    for (const subscription of subscriptions) expect(await statesOf(subscription)).to.deep.equal(["requires_action"])
    expect(await tokens()).to.have.length(before + 2)
  })

  for (const type of ["card", "pix"] as const) {
    describe(`of a charge by ${type}`, () => {
      let subscription: Json
      let amount: number
      let cycle: string
      beforeEach(async () => {
        const due = await startDue(1, type)
        subscription = due.subscriptions[0]
        amount = due.amount
        await tick()
        await pass(MINUTE)
        cycle = await latest(subscription)
        expect(await statesOf(subscription)).to.deep.equal(["requires_payment_method"])
      })

      /** Expects that nothing more is sent for this charge, although the acquirer is available again. */
      async function expectNoMore(): Promise<void> {
        const [reference] = [...bank.calls.keys()]
        const calls = bank.calls.get(reference!)!.length
        bank.fails = false
        await pass(2 * HOUR, MINUTE)
        expect(bank.calls.get(reference!)).to.have.length(calls)
        expect((await attempts()).filter(({ outcome }) => outcome === "withdrawn")).to.have.length(1)
      }

      it("lets its subscription be canceled", async () => {
        expect(expectStatus(await cancel(subscription.id), 200).status).to.equal("CANCELED")
        await expectNoMore()
        expect(await statesOf(subscription)).to.deep.equal(["canceled"])
        expect(await mockCharges(vintem, amount)).to.deep.equal([])
      })

      it("lets its payment intent be canceled", async () => {
        expectStatus(await merchant.request("POST", `/v1/payment_intents/${cycle}/cancel`, {}), 200)
        expect(await statusOf(subscription)).to.equal("PAST_DUE")
        await expectNoMore()
        expect(await mockCharges(vintem, amount)).to.deep.equal([])
      })

      it("lets the test helpers end its payment intent", async () => {
        expect(expectStatus(await help(merchant, cycle, "succeed"), 200).status).to.equal("succeeded")
        expect(await statusOf(subscription)).to.equal("ACTIVE")
        await expectNoMore()
        expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
        expect(await mockCharges(vintem, amount)).to.have.length(1)
      })

      for (const what of ["fail", "expire"] as const) {
        it(`lets the test helper ${what} it`, async () => {
          expect(expectStatus(await help(merchant, cycle, what), 200).status).to.equal("canceled")
          expect(await statusOf(subscription)).to.equal("PAST_DUE")
          await expectNoMore()
          expect(await statesOf(subscription)).to.deep.equal(["canceled"])
        })
      }
    })
  }

  for (const type of ["card", "pix"] as const) {
    it(`goes on charging by ${type}, and refuses the merchant's own confirm meanwhile`, async () => {
      const { subscriptions, amount } = await startDue(1, type)
      const [subscription] = subscriptions
      await tick()
      await pass(MINUTE)
      const token = type === "card" ? (await newToken(merchant)).id : (await newBareToken(merchant, type)).id
      const confirming = () => codeOf(latest(subscription).then((cycle) => confirm(merchant, cycle, token)))
      expect(await confirming()).to.equal("payment_intent_locked")
      // Whether the acquirer is available again is known only when the charge is tried again.
      bank.fails = false
      expect(await confirming()).to.equal("payment_intent_locked")
      await pass(10 * MINUTE)
      expect(await statesOf(subscription)).to.deep.equal([type === "card" ? "succeeded" : "requires_action"])
      expect(await mockCharges(vintem, amount)).to.have.length(1)
      // The token of the refused confirm can be used.
      const other = await newOpenIntent(merchant)
      expectStatus(await confirm(merchant, other.id, token), 200)
    })
  }

  for (const other of [true, false]) {
    const how = other ? "charges the customer's other card" : "fails, where the customer has no other one"
    it(`does not charge a card that was detached meanwhile, but ${how}`, async () => {
      const { subscriptions, amount } = await startDue(1)
      const [subscription] = subscriptions
      await tick()
      await pass(MINUTE)
      const cards = await merchant.request("GET", `/v1/payment_methods?customer=${subscription.customer}`)
      for (const { id } of expectStatus(cards, 200).data)
        expectStatus(await merchant.request("POST", `/v1/payment_methods/${id}/detach`), 200)
      if (other) await saveNewCard(merchant, subscription.customer, "5555555555554444")
      bank.fails = false
      await pass(HOUR / 2, MINUTE)
      const [cycle] = await cyclesOf(merchant, subscription)
      const charged = await mockCharges(vintem, amount)
      expect(charged).to.have.length(other ? 1 : 0)
      if (other) expect([cycle.status, cycle.payment_method_details.card.last4]).to.deep.equal(["succeeded", "4444"])
      else expect([cycle.status, cycle.last_payment_error.code]).to.deep.equal(["canceled", "payment_method_not_found"])
      expect(await statusOf(subscription)).to.equal(other ? "ACTIVE" : "PAST_DUE")
    })
  }

  for (const [days, expected] of [
    [2, { status: "PAST_DUE", charged: [2], next: 3 }],
    [4, { status: "PAST_DUE", charged: [4, 5], next: 6 }],
    [8, { status: "UNPAID", charged: [8, 9, 10, 11], next: null }],
  ] as const) {
    it(`of the service itself for ${days} days leaves a day between the retries of a refused card`, async () => {
      const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
      await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
      const failedAt = subscription.current_period_end
      clock.ms = failedAt * 1000
      await tick()
      clock.ms += days * DAY * 1000
      await tick()
      await pass((expected.charged.at(-1)! - days) * DAY + HOUR, HOUR)
      const { status, next_charge_at } = await again(merchant, subscription)
      const [, ...retries] = await cyclesOf(merchant, subscription)
      expect(retries.map(({ created }) => (created - failedAt) / DAY)).to.deep.equal(expected.charged)
      expect([status, next_charge_at && (next_charge_at - failedAt) / DAY]).to.deep.equal([expected.status, expected.next])
    })
  }

  it("counts as a failed charge after an hour, also where the merchant's own confirm was tried in between", async () => {
    const { subscriptions } = await startDue(1)
    const [subscription] = subscriptions
    await tick()
    await pass(MINUTE)
    const token = (await newToken(merchant)).id
    expect(await codeOf(confirm(merchant, await latest(subscription), token))).to.equal("payment_intent_locked")
    await pass(HOUR, MINUTE)
    expect([await statusOf(subscription), await statesOf(subscription)]).to.deep.equal(["PAST_DUE", ["canceled"]])
  })
})

/** Makes a merchant's acquirer fail while `fails` is set, and records when each sale was sent, by its reference. */
function failing(vintem: Running, merchant: Merchant, now: () => number) {
  const unavailable: SaleOutcome = { result: "unavailable" }
  const state = { fails: false, calls: new Map<string, number[]>() }
  const sent = ({ reference }: { reference: string }) => {
    if (state.fails || state.calls.has(reference)) state.calls.set(reference, [...(state.calls.get(reference) ?? []), now()])
    return state.fails
  }
  const { restore } = replaceAcquirer(vintem, merchant, (acquirer) => ({
    ...acquirer,
    authorize: async (sale, signal) => (sent(sale) ? unavailable : acquirer.authorize(sale, signal)),
    createPix: async (sale, signal) => (sent(sale) ? unavailable : acquirer.createPix(sale, signal)),
    createBoleto: async (sale, signal) => (sent(sale) ? unavailable : acquirer.createBoleto(sale, signal)),
  }))
  return Object.assign(state, { restore })
}
