import { expect } from "chai"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  outcomesOf,
  saveNewCard,
  subscribe,
} from "../support/merchants/subscriptions.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"

describe("A year in the life of a subscription", () => {
  let vintem: Running
  let sink: Sink
  let merchant: Merchant
  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", RETAIN_EVENTS_DAYS: "0" }, { clock: standingClock() })
    sink = await startSink()
    merchant = await newMerchant(vintem)
  })
  after(async () => {
    await vintem.close()
    await sink.close()
  })

  it("has a trial, twelve renewals, a failing card, a recovery with a new card, and a cancellation at period end", async () => {
    await newEndpoint(merchant, sink.url)
    const product = await newRecurringProduct(vintem, merchant, { interval: "MONTH", trialDays: 14, amount: 4990 })

    // The customer pays once, and the trial begins.
    const trialing = await subscribe(merchant, product)
    expect(trialing.status).to.equal("TRIALING")
    expect(trialing.trial_end).to.equal(trialing.created + 14 * DAY)
    expect(trialing.current_period_end).to.equal(trialing.trial_end)

    // The trial ends, the first month is charged, and five renewals follow.
    await advance(merchant, { to: monthsAfter(trialing.trial_end, 5) })
    const sixMonths = await again(merchant, trialing)
    expect(sixMonths).to.include({ status: "ACTIVE", current_period_end: monthsAfter(trialing.trial_end, 6) })

    // In month seven the issuer of a new card refuses the charge. The retries after one and three days fail too.
    await saveNewCard(merchant, trialing.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: monthsAfter(trialing.trial_end, 6) + 4 * DAY })
    expect((await again(merchant, trialing)).status).to.equal("PAST_DUE")

    // The customer saves a good card, and the retry after five days succeeds.
    await saveNewCard(merchant, trialing.customer, CARDS.approved)
    await advance(merchant, { to: monthsAfter(trialing.trial_end, 6) + 5 * DAY })
    expect((await again(merchant, trialing)).status).to.equal("ACTIVE")

    // After the twelfth renewal the customer cancels.
    await advance(merchant, { to: monthsAfter(trialing.trial_end, 12) + DAY })
    const path = `/v1/customer_subscriptions/${trialing.id}/cancel`
    const leaving = expectStatus(await merchant.request("POST", path, { cancel_at_period_end: true, reason: "moving" }), 200)
    expect(leaving).to.include({ status: "ACTIVE", cancel_at_period_end: true, cancel_at: null, canceled_at: null })
    const end = leaving.current_period_end
    expect(end).to.equal(monthsAfter(trialing.trial_end, 13))

    await advance(merchant, { to: end - 60 })
    expect((await again(merchant, trialing)).status).to.equal("ACTIVE")
    await advance(merchant, { to: end + 400 * DAY })
    const ended = await again(merchant, trialing)
    expect(ended).to.include({ status: "CANCELED", cancellation_reason: "moving" })
    expect(ended.canceled_at).to.be.within(end, end + 2)

    const months = (n: number, days = 0) => monthsAfter(trialing.trial_end, n) + days * DAY
    const story: [string, number][] = [
      ["payment_intent.succeeded", trialing.created],
      ["payment_intent.succeeded", months(0)],
      ["payment_intent.succeeded", months(1)],
      ["payment_intent.succeeded", months(2)],
      ["payment_intent.succeeded", months(3)],
      ["payment_intent.succeeded", months(4)],
      ["payment_intent.succeeded", months(5)],
      ["payment_intent.payment_failed", months(6)],
      ["payment_intent.payment_failed", months(6, 1)],
      ["payment_intent.payment_failed", months(6, 3)],
      ["payment_intent.succeeded", months(6, 5)],
      ["payment_intent.succeeded", months(7)],
      ["payment_intent.succeeded", months(8)],
      ["payment_intent.succeeded", months(9)],
      ["payment_intent.succeeded", months(10)],
      ["payment_intent.succeeded", months(11)],
      ["payment_intent.succeeded", months(12)],
    ]
    const events = await outcomesOf(merchant)
    expect(events.map(({ type }) => type)).to.deep.equal(story.map(([type]) => type))
    for (const [i, [, at]] of story.entries()) expect(events[i].created - at, `event ${i}`).to.be.within(0, 3)

    // The merchant's endpoint received every event once, in this order.
    expect(sink.received.map(({ body }) => JSON.parse(body.toString()).id)).to.deep.equal(events.map(({ id }) => id))

    // Thirteen months are paid once each.
    const cycles = await cyclesOf(merchant, trialing)
    const paid = cycles.filter(({ status }) => status === "succeeded")
    expect(paid.map(({ amount }) => amount)).to.deep.equal(Array(13).fill(4990))
    expect(cycles.length - paid.length).to.equal(3)
  })

  it("is charged once a month when a year passes at once", async () => {
    const other = await newMerchant(vintem)
    const subscription = await subscribe(other, await newRecurringProduct(vintem, other))
    await advance(other, { seconds: 366 * DAY })
    expect(await cyclesOf(other, subscription)).to.have.length(12)
  })
})

/** The same day `months` later, or the last day of a shorter month. */
function monthsAfter(seconds: number, months: number): number {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return new Date(date).setUTCMonth(date.getUTCMonth() + months, Math.min(day, lastDay)) / 1000
}
