import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  saveNewCard,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"
import { HOUR, stepsWith } from "./steps.ts"

describe("The next charge of a subscription", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started, cancel, toEnd } = stepsWith(() => ({ vintem, merchant }))

  /** Expects a charge at `next_charge_at`, and none before. Returns the subscription after that charge. */
  async function expectChargeAt(at: number, subscription: Json): Promise<Json> {
    expect((await again(merchant, subscription)).next_charge_at).to.equal(at)
    const before = await cyclesOf(merchant, subscription)
    await advance(merchant, { to: at - 60 })
    expect(await cyclesOf(merchant, subscription)).to.have.length(before.length)
    await advance(merchant, { to: at })
    const after = await cyclesOf(merchant, subscription)
    expect(after).to.have.length(before.length + 1)
    expect(after.at(-1).created).to.be.within(at, at + 3)
    return again(merchant, subscription)
  }

  /** Expects that `next_charge_at` is null, and that no charge comes in the next two years. */
  async function expectNoCharge(subscription: Json): Promise<void> {
    expect((await again(merchant, subscription)).next_charge_at).to.equal(null)
    const before = await cyclesOf(merchant, subscription)
    await advance(merchant, { seconds: 729 * DAY })
    expect(await cyclesOf(merchant, subscription)).to.have.length(before.length)
  }

  it("is the renewal at the end of the period", async () => {
    const subscription = await started()
    const renewed = await expectChargeAt(subscription.current_period_end, subscription)
    await expectChargeAt(renewed.current_period_end, subscription)
  })

  it("is the end of the trial", async () => {
    const subscription = await started({ trialDays: 14 })
    const active = await expectChargeAt(subscription.trial_end, subscription)
    await expectChargeAt(active.current_period_end, subscription)
  })

  it("is each retry after a failed charge, until there is none", async () => {
    const subscription = await started()
    const failure = subscription.current_period_end
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    let after = await expectChargeAt(failure, subscription)
    for (const days of [1, 3, 5, 7]) {
      expect(after.status).to.equal("PAST_DUE")
      expect(after.next_charge_at - failure).to.be.within(days * DAY, days * DAY + 3)
      after = await expectChargeAt(after.next_charge_at, subscription)
    }
    expect(after.status).to.equal("UNPAID")
    await expectNoCharge(subscription)
  })

  it("is a retry after the first charge failed, and the renewal once a retry is paid", async () => {
    const subscription = await started({ trialDays: 7 })
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    const incomplete = await expectChargeAt(subscription.trial_end, subscription)
    expect(incomplete.status).to.equal("INCOMPLETE")
    await saveNewCard(merchant, subscription.customer, CARDS.approved)
    const active = await expectChargeAt(incomplete.next_charge_at, subscription)
    expect(active).to.include({ status: "ACTIVE", next_charge_at: active.current_period_end })
  })

  it("does not come where the subscription is canceled, now or at the end of the period", async () => {
    const [now, later] = [await started(), await started()]
    expect(expectStatus(await cancel(now.id), 200).next_charge_at).to.equal(null)
    expect(expectStatus(await cancel(later.id, { cancel_at_period_end: true }), 200).next_charge_at).to.equal(null)
    await expectNoCharge(now)
    await expectNoCharge(later)
  })

  it("comes before a later cancellation, and does not come after an earlier one", async () => {
    const subscription = await started()
    const end = subscription.current_period_end
    expectStatus(await cancel(subscription.id, { cancel_at: end }), 200)
    expect((await again(merchant, subscription)).next_charge_at).to.equal(null)
    expectStatus(await cancel(subscription.id, { cancel_at: end + DAY }), 200)
    await expectChargeAt(end, subscription)
    await expectNoCharge(subscription)
  })

  it("does not come where the period ends before the retry", async () => {
    const subscription = await started({ interval: "DAY" })
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    const failed = await expectChargeAt(subscription.current_period_end, subscription)
    expect(failed.next_charge_at).to.be.within(failed.current_period_end, failed.current_period_end + 3)
    expectStatus(await cancel(subscription.id, { cancel_at_period_end: true }), 200)
    await expectNoCharge(subscription)
  })

  it("is the renewal while a PIX waits for the payer, and a retry once the PIX expires", async () => {
    const subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    const waiting = await expectChargeAt(subscription.current_period_end, subscription)
    expect(waiting).to.include({ status: "ACTIVE", next_charge_at: waiting.current_period_end })
    const [cycle] = await cyclesOf(merchant, subscription)
    await advance(merchant, { to: cycle.next_action.expires_at })
    const retry = (await again(merchant, subscription)).next_charge_at
    expect(retry).to.be.within(cycle.next_action.expires_at + DAY, cycle.next_action.expires_at + DAY + 3)
    await expectChargeAt(retry, subscription)
  })

  it("is the renewal while the acquirer cannot process a charge", async () => {
    const subscription = await started()
    const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
    try {
      await toEnd(subscription, HOUR / 2)
      const erring = await again(merchant, subscription)
      expect(erring.next_charge_at).to.equal(erring.current_period_end)
    } finally {
      restore()
    }
  })
})

describe("A subscription shows its terms", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started } = stepsWith(() => ({ vintem, merchant }))

  it("as they were when it started: the plan, the amount and the currency", async () => {
    const subscription = await started({ interval: "WEEK", count: 2, amount: 2990 })
    expect(subscription).to.include({ amount: 2990, currency: "brl" })
    expect(subscription.plan.id).to.match(/^plan_/)
    expect(subscription.plan).to.deep.equal({ id: subscription.plan.id, name: "Clube", interval: "WEEK", interval_count: 2 })
    const price = { amount: 9990, currency: "usd" }
    expectStatus(await merchant.request("POST", `/v1/products/${subscription.product}/price`, price), 201)
    expect(await again(merchant, subscription)).to.deep.equal(subscription)
    const { data } = expectStatus(await merchant.request("GET", "/v1/customer_subscriptions"), 200)
    expect(data).to.deep.equal([subscription])
  })
})
