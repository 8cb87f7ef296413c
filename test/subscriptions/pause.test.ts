import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { help } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  saveNewCard,
  subscribeBy,
  timeOf,
} from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

const FIVE_YEARS = Date.parse("2032-03-10T12:00:00Z") / 1000

describe("A subscription that is paused", () => {
  // Time passes only when a test advances it.
  const clock = { now: () => Date.parse("2027-03-10T12:00:00Z") }
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started, toEnd, cancel, statesOf, tick } = stepsWith(() => ({ vintem, merchant }))
  const post = (id: string, action: string, body: object = {}) =>
    merchant.request("POST", `/v1/customer_subscriptions/${id}/${action}`, body)
  const pause = async ({ id }: Json, resumes_at?: number): Promise<Json> =>
    expectStatus(await post(id, "pause", resumes_at === undefined ? {} : { resumes_at }), 200)
  const resume = async ({ id }: Json): Promise<Json> => expectStatus(await post(id, "resume"), 200)
  const outcome = ({ status, body }: Json) => [status, body.error?.code, body.error?.param]
  const monthsAfter = (seconds: number, months: number) => {
    const date = new Date(seconds * 1000)
    return date.setUTCMonth(date.getUTCMonth() + months) / 1000
  }

  it("is charged nothing meanwhile, and keeps its status and its period", async () => {
    const subscription = await started()
    expect(subscription.paused).to.equal(null)
    const since = await timeOf(merchant)
    const paused = await pause(subscription)
    expect(paused).to.deep.equal({ ...subscription, paused: { since, resumes_at: null }, next_charge_at: null })
    await toEnd(subscription, 90 * DAY)
    expect(await again(merchant, subscription)).to.deep.equal(paused)
    expect(await statesOf(subscription)).to.deep.equal([])
  })

  it("goes on as before, if it is resumed before its paid period ends", async () => {
    const subscription = await started()
    await pause(subscription)
    await advance(merchant, { seconds: 5 * DAY })
    expect(await resume(subscription)).to.deep.equal(subscription)
    await toEnd(subscription)
    expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
    expect((await again(merchant, subscription)).current_period_start).to.equal(subscription.current_period_end)
  })

  it("begins a new period with its resumption, if its paid period is over, and is charged for none that passed", async () => {
    const subscription = await started()
    await pause(subscription)
    await toEnd(subscription, 100 * DAY)
    const now = await timeOf(merchant)
    expect(await resume(subscription)).to.include({ status: "ACTIVE", paused: null, next_charge_at: now })
    await tick()
    const anew = await again(merchant, subscription)
    expect(anew).to.include({
      current_period_start: now,
      current_period_end: monthsAfter(now, 1),
      next_charge_at: monthsAfter(now, 1),
    })
    await toEnd(anew)
    expect((await again(merchant, subscription)).current_period_end).to.equal(monthsAfter(now, 2))
    expect(await statesOf(subscription)).to.deep.equal(["succeeded", "succeeded"])
  })

  it("resumes by itself at the time that was set, or that was set last", async () => {
    const subscription = await started()
    const end = subscription.current_period_end
    const before = await pause(subscription, end - DAY)
    expect([before.paused.resumes_at, before.next_charge_at]).to.deep.equal([end - DAY, end])
    await advance(merchant, { seconds: DAY })
    const later = await pause(subscription, end + 10 * DAY)
    expect(later.paused).to.deep.equal({ since: before.paused.since, resumes_at: end + 10 * DAY })
    expect(later.next_charge_at).to.equal(end + 10 * DAY)
    await toEnd(subscription, 10 * DAY - 1)
    expect((await again(merchant, subscription)).paused).to.deep.equal(later.paused)
    await advance(merchant, { seconds: 5 })
    const anew = await again(merchant, subscription)
    expect(anew).to.include({ paused: null, status: "ACTIVE", current_period_start: end + 10 * DAY })
    expect(await statesOf(subscription)).to.deep.equal(["succeeded"])
  })

  it("counts from the end of its pause, however late a worker comes", async () => {
    const subscription = await started({ interval: "DAY" })
    const end = subscription.current_period_end
    await pause(subscription, end + DAY)
    await toEnd(subscription, 3 * DAY + 60)
    const cycles = await cyclesOf(merchant, subscription)
    expect(cycles.map(({ created }) => created)).to.deep.equal([1, 2, 3].map((days) => end + days * DAY))
  })

  it("has a trial that ends later, by as long as the pause", async () => {
    const subscription = await started({ trialDays: 7 })
    const { trial_end, trial_start } = subscription
    await advance(merchant, { seconds: 2 * DAY })
    expect((await pause(subscription, trial_end + 3 * DAY)).next_charge_at).to.equal(
      trial_end + (trial_end + 3 * DAY - trial_start - 2 * DAY),
    )
    await advance(merchant, { seconds: 20 * DAY })
    const after = await again(merchant, subscription)
    const moved = trial_end + 8 * DAY
    // Paused on day 2 until day 10: eight days.
    expect(after).to.include({ status: "ACTIVE", trial_start, trial_end: moved, current_period_start: moved })
    expect((await cyclesOf(merchant, subscription)).map(({ created }) => created)).to.deep.equal([moved])
  })

  for (const type of ["pix", "boleto"] as const)
    it(`can still be paid by the ${type} that was open, for its period`, async () => {
      const subscription = await subscribeBy(type, merchant, await newRecurringProduct(vintem, merchant))
      await toEnd(subscription)
      const open = await pause(await again(merchant, subscription))
      const [cycle] = await cyclesOf(merchant, subscription)
      expectStatus(await help(merchant, cycle.id, "succeed"), 200)
      expect(await again(merchant, subscription)).to.deep.equal(open)
      await toEnd(open, DAY)
      const now = await timeOf(merchant)
      await resume(subscription)
      await tick()
      expect(await statesOf(subscription)).to.deep.equal(["succeeded", "requires_action"])
      expect((await again(merchant, subscription)).current_period_start).to.equal(now)
    })

  it("has the days of a PIX that failed meanwhile counted from its resumption", async () => {
    const subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    await toEnd(subscription)
    await pause(subscription)
    await advance(merchant, { seconds: 10 * DAY })
    const failed = await again(merchant, subscription)
    expect([failed.status, failed.next_charge_at, await statesOf(subscription)]).to.deep.equal(["PAST_DUE", null, ["canceled"]])
    const now = await timeOf(merchant)
    expect((await pause(subscription, now + DAY)).next_charge_at).to.equal(now + 2 * DAY)
    const resumed = await resume(subscription)
    expect(resumed).to.include({ status: "PAST_DUE", next_charge_at: now + DAY, current_period_end: failed.current_period_end })
    await advance(merchant, { to: now + DAY })
    expect(await statesOf(subscription)).to.deep.equal(["canceled", "requires_action"])
  })

  it("has an unpaid period begin anew with its resumption, if that period is over", async () => {
    const subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    await toEnd(subscription)
    await pause(subscription)
    await toEnd(await again(merchant, subscription), 40 * DAY)
    const now = await timeOf(merchant)
    expect(await resume(subscription)).to.include({ status: "PAST_DUE", current_period_start: now, next_charge_at: now + DAY })
    await advance(merchant, { to: now + DAY })
    const [, retry] = await cyclesOf(merchant, subscription)
    expectStatus(await help(merchant, retry.id, "succeed"), 200)
    expect(await again(merchant, subscription)).to.include({ status: "ACTIVE", next_charge_at: monthsAfter(now, 1) })
    expect(await statesOf(subscription)).to.deep.equal(["canceled", "succeeded"])
  })

  it("is canceled as ever: at the end of its paid period, at a time, and at once", async () => {
    const [atEnd, atTime, atOnce] = [await started(), await started(), await started()]
    for (const each of [atEnd, atTime, atOnce]) await pause(each)
    expectStatus(await cancel(atEnd.id, { cancel_at_period_end: true }), 200)
    expectStatus(await cancel(atTime.id, { cancel_at: atTime.current_period_end + 5 * DAY }), 200)
    expect(expectStatus(await cancel(atOnce.id), 200)).to.include({ status: "CANCELED", paused: null })
    await toEnd(atEnd, 6 * DAY)
    expect(await again(merchant, atEnd)).to.include({ status: "CANCELED", canceled_at: atEnd.current_period_end, paused: null })
    expect(await again(merchant, atTime)).to.include({ status: "CANCELED", canceled_at: atTime.current_period_end + 5 * DAY })
    for (const each of [atEnd, atTime, atOnce]) expect(await statesOf(each)).to.deep.equal([])
  })

  it("of which the trial is canceled at its end, is canceled at the end that moved", async () => {
    const subscription = await started({ trialDays: 7 })
    expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
    expect((await pause(subscription, subscription.created + 10 * DAY)).next_charge_at).to.equal(null)
    await advance(merchant, { seconds: 30 * DAY })
    expect(await again(merchant, subscription)).to.include({ status: "CANCELED", canceled_at: subscription.created + 17 * DAY })
  })

  it("resumes in the future, within five years", async () => {
    const subscription = await started()
    const now = await timeOf(merchant)
    for (const resumes_at of [now - 1, now, FIVE_YEARS + 1 + (now - Date.parse("2027-03-10T12:00:00Z") / 1000)])
      expect(outcome(await post(subscription.id, "pause", { resumes_at }))).to.deep.equal([
        400,
        "parameter_invalid",
        "resumes_at",
      ])
    expect((await again(merchant, subscription)).paused).to.equal(null)
    await pause(subscription, FIVE_YEARS)
    expect((await pause(subscription, now + 1)).paused.resumes_at).to.equal(now + 1)
    expect(expectStatus(await post(subscription.id, "pause", { resumes_at: null }), 200).paused.resumes_at).to.equal(null)
  })

  it("is audited, with the key that paused and resumed it", async () => {
    const subscription = await started()
    await pause(subscription)
    await resume(subscription)
    const { json } = await vintem.cli("audit", "list", "--account", merchant.account, "--json")
    const actions = json.filter(({ target }: Json) => target === subscription.id).map(({ action }: Json) => action)
    expect(actions).to.deep.equal(["subscription.resume", "subscription.pause"])
  })

  describe("or is to be:", () => {
    /** Brings a new subscription into a status. */
    const STATES: Record<string, () => Promise<Json>> = {
      TRIALING: () => started({ trialDays: 7 }),
      ACTIVE: () => started(),
      PAST_DUE: async () => {
        const subscription = await started()
        await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
        await toEnd(subscription)
        return subscription
      },
      INCOMPLETE: async () => {
        const subscription = await started({ trialDays: 1 })
        await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
        await toEnd(subscription)
        return subscription
      },
      UNPAID: async () => {
        const subscription = await started()
        await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
        await toEnd(subscription, 10 * DAY)
        return subscription
      },
      CANCELED: async () => {
        const subscription = await started()
        expectStatus(await cancel(subscription.id), 200)
        return subscription
      },
      "ACTIVE, paused": async () => pause(await started()),
      "TRIALING, paused": async () => pause(await started({ trialDays: 7 })),
      "PAST_DUE, paused": async () => {
        const subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
        await toEnd(subscription)
        await pause(subscription)
        await advance(merchant, { seconds: 2 * DAY })
        return subscription
      },
    }
    const OK = "200"
    const REFUSED = "400 subscription_unexpected_state"
    const OVER = "400 subscription_canceled"
    const OPERATIONS = ["pause", "resume", "cancel"] as const
    const TABLE: Record<string, Record<(typeof OPERATIONS)[number], string>> = {
      TRIALING: { pause: OK, resume: REFUSED, cancel: OK },
      ACTIVE: { pause: OK, resume: REFUSED, cancel: OK },
      PAST_DUE: { pause: REFUSED, resume: REFUSED, cancel: OK },
      INCOMPLETE: { pause: REFUSED, resume: REFUSED, cancel: OK },
      UNPAID: { pause: REFUSED, resume: REFUSED, cancel: OK },
      CANCELED: { pause: REFUSED, resume: REFUSED, cancel: OVER },
      "ACTIVE, paused": { pause: OK, resume: OK, cancel: OK },
      "TRIALING, paused": { pause: OK, resume: OK, cancel: OK },
      "PAST_DUE, paused": { pause: OK, resume: OK, cancel: OK },
    }

    for (const [state, expected] of Object.entries(TABLE))
      it(`${state}: ${OPERATIONS.map((operation) => `${operation} is ${expected[operation]}`).join(", ")}`, async () => {
        for (const operation of OPERATIONS) {
          const subscription = await STATES[state]!()
          const before = await again(merchant, subscription)
          expect(`${before.status}${before.paused ? ", paused" : ""}`).to.equal(state)
          const { status, body } = await post(subscription.id, operation)
          expect([status, body.error?.code].filter(Boolean).join(" "), operation).to.equal(expected[operation])
          const after = await again(merchant, subscription)
          if (status === 400) expect(after).to.deep.equal(before)
          else if (operation === "cancel") expect(after).to.include({ status: "CANCELED", paused: null })
          else expect([after.status, after.paused !== null]).to.deep.equal([before.status, operation === "pause"])
        }
      })
  })
})
