import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, again, DAY, eventsOf } from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

const WILL_END = "customer_subscription.trial_will_end"

describe("The event that a trial will end", () => {
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

  const { started, toEnd, cancel } = stepsWith(() => ({ vintem, merchant }))
  const told = async () => (await eventsOf(merchant)).filter(({ type }) => type === WILL_END)
  const post = async ({ id }: Json, action: string) =>
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/${action}`, {}), 200)

  it("comes once, three days before the end, with the whole subscription", async () => {
    const subscription = await started({ trialDays: 14 })
    const due = subscription.trial_end - 3 * DAY
    await advance(merchant, { to: due - 1 })
    expect(await told()).to.deep.equal([])
    await advance(merchant, { to: due })
    const [event, ...more] = await told()
    expect([event!.created, event!.data, more]).to.deep.equal([due, { object: subscription }, []])
    await toEnd(subscription, DAY)
    expect(await told()).to.have.length(1)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })

  it("comes with the subscription, if its trial is three days long or shorter, and not without a trial", async () => {
    await started()
    expect(await told()).to.deep.equal([])
    const subscription = await started({ trialDays: 3 })
    const types = (await eventsOf(merchant)).map(({ type }) => type)
    expect(types.slice(-2)).to.deep.equal(["customer_subscription.created", WILL_END])
    await toEnd(subscription, DAY)
    expect(await told()).to.have.length(1)
  })

  it("waits while the trial is paused, and then comes three days before the end that has moved", async () => {
    const subscription = await started({ trialDays: 14 })
    await post(subscription, "pause")
    await advance(merchant, { seconds: 30 * DAY })
    expect(await told()).to.deep.equal([])
    const { trial_end } = await post(subscription, "resume")
    expect(trial_end).to.equal(subscription.trial_end + 30 * DAY)
    await advance(merchant, { to: trial_end - 3 * DAY - 1 })
    expect(await told()).to.deep.equal([])
    await advance(merchant, { to: trial_end - 3 * DAY })
    expect((await told()).map(({ created }) => created)).to.deep.equal([trial_end - 3 * DAY])
  })

  it("does not come where the subscription is canceled by then, or ends with its trial", async () => {
    const [now, withTrial] = [await started({ trialDays: 14 }), await started({ trialDays: 14 })]
    await cancel(now.id)
    await cancel(withTrial.id, { cancel_at_period_end: true })
    await toEnd(withTrial, DAY)
    expect(await told()).to.deep.equal([])
  })
})

describe("The events of a pause", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started, cancel } = stepsWith(() => ({ vintem, merchant }))
  const pause = async ({ id }: Json, body: object = {}): Promise<Json> =>
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${id}/pause`, body), 200)
  /** The types of the events of subscriptions since one was created, and what they are about. */
  const happened = async () =>
    (await eventsOf(merchant))
      .filter(({ type }) => type.startsWith("customer_subscription."))
      .slice(1)
      .map(({ type, data }) => [type.split(".")[1], data.object.paused?.resumes_at, data.previous_attributes])

  it("are one for its beginning, one for another end, and one for its end", async () => {
    const subscription = await started()
    const until = subscription.current_period_end - DAY
    const { paused } = await pause(subscription)
    const later = await pause(subscription, { resumes_at: until })
    await advance(merchant, { to: until })
    expect(await happened()).to.deep.equal([
      ["paused", null, undefined],
      ["updated", until, { paused, next_charge_at: null }],
      ["resumed", undefined, undefined],
    ])
    expect(later.paused.resumes_at).to.equal(until)
  })

  it("are none for its end, where the subscription is canceled meanwhile", async () => {
    const subscription = await started()
    await pause(subscription)
    await cancel(subscription.id)
    expect((await happened()).map(([type]) => type)).to.deep.equal(["paused", "canceled"])
  })
})
