import type { Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import type { Json } from "../contract/document.ts"
import { expectEqual, expectError, expectStatus, expectThat } from "../expect.ts"
import { CARDS, confirmWith, get, newPayer, newPaymentWithPlan, newSubscription, post, savedCard } from "../objects.ts"
import type { Session } from "../session.ts"

const RULE = "openapi.yaml, cancelCustomerSubscription"

const pathOf = ({ id }: Json) => `/v1/customer_subscriptions/${id}`

const advance = (session: Session, to: number) => post(session, "/v1/test_helpers/clock/advance", { to }, 200)

/** Expects these statuses of the payment intents of a subscription's periods. Returns the payment intents. */
async function expectCharges({ request }: Session, { id, customer }: Json, statuses: string[]): Promise<Json[]> {
  const reply = await request("GET", `/v1/payment_intents?customer=${customer}`)
  const charges: Json[] = expectStatus(reply, 200).data.filter(({ subscription }: Json) => subscription === id)
  expectEqual(
    reply,
    `charges of ${id}`,
    charges.map(({ status }) => status),
    statuses,
  )
  return charges
}

/** A subscription after its trial, if it has one, and the statuses of its charges. A pause moves the end of a trial. */
async function newActive(session: Session): Promise<{ subscription: Json; charges: string[] }> {
  const subscription = await newSubscription(session)
  if (subscription.status !== "TRIALING") return { subscription, charges: [] }
  await advance(session, subscription.current_period_end + 1)
  return { subscription: await get(session, pathOf(subscription)), charges: ["succeeded"] }
}

/** The checks of subscriptions that a version has. */
export function subscriptionChecks(version: Version): Check[] {
  return version < "2026-12-01" ? EVERY_VERSION : [...EVERY_VERSION, ...SINCE_2026_12_01]
}

const EVERY_VERSION: Check[] = [
  {
    id: "subscriptions.renewal",
    title: "the next period is charged once when the current one ends, and follows it without a gap",
    rule: 'openapi.yaml, section "Subscriptions"',
    run: async (session) => {
      const subscription = await newSubscription(session)
      const { current_period_end } = subscription
      await expectCharges(session, subscription, [])
      await advance(session, current_period_end + 1)
      const reply = await session.request("GET", pathOf(subscription))
      const { status, current_period_start } = expectStatus(reply, 200)
      expectEqual(reply, "status and start", [status, current_period_start], ["ACTIVE", current_period_end])
      const [charge] = await expectCharges(session, subscription, ["succeeded"])
      expectEqual(reply, "latest_payment_intent", reply.body.latest_payment_intent, charge.id)
    },
  },
  {
    id: "subscriptions.cancel",
    title: "a canceled subscription is final and is not charged again",
    rule: RULE,
    run: async (session) => {
      const subscription = await newSubscription(session)
      const canceled = await session.request("POST", `${pathOf(subscription)}/cancel`, { reason: "Moving abroad" })
      expectEqual(canceled, "status", expectStatus(canceled, 200).status, "CANCELED")
      expectError(await session.request("POST", `${pathOf(subscription)}/cancel`), 400, "subscription_canceled")
      await advance(session, subscription.current_period_end + 1)
      await expectCharges(session, subscription, [])
    },
  },
  {
    id: "subscriptions.cancel-later",
    title: "cancel_at_period_end keeps it until the period ends, and then it is canceled without a charge",
    rule: RULE,
    run: async (session) => {
      const subscription = await newSubscription(session)
      const both = { cancel_at_period_end: true, cancel_at: subscription.current_period_end }
      expectError(await session.request("POST", `${pathOf(subscription)}/cancel`, both), 400, "parameter_invalid")
      const kept = await session.request("POST", `${pathOf(subscription)}/cancel`, { cancel_at_period_end: true })
      expectThat(expectStatus(kept, 200).status !== "CANCELED", kept, "not yet CANCELED", kept.body.status)
      await advance(session, subscription.current_period_end + 1)
      const after = await session.request("GET", pathOf(subscription))
      expectEqual(after, "status", expectStatus(after, 200).status, "CANCELED")
      await expectCharges(session, subscription, [])
    },
  },
]

const SINCE_2026_12_01: Check[] = [
  {
    id: "subscriptions.chosen-card",
    title: "the chosen card is charged and no newer one, until it is detached",
    rule: "openapi.yaml, updateCustomerSubscription",
    run: async (session) => {
      const subscription = await newSubscription(session)
      const chosen = await savedCard(session, subscription.customer)
      await savedCard(session, subscription.customer, CARDS.declinedWhenCharged)
      const updated = await session.request("POST", pathOf(subscription), { payment_method: chosen.id })
      expectEqual(updated, "payment_method", expectStatus(updated, 200).payment_method, chosen.id)
      await advance(session, subscription.current_period_end + 1)
      await expectCharges(session, subscription, ["succeeded"])
      await post(session, `/v1/payment_methods/${chosen.id}/detach`, {}, 200)
      const after = await session.request("GET", pathOf(subscription))
      expectEqual(after, "payment_method", expectStatus(after, 200).payment_method, null)
    },
  },
  {
    id: "subscriptions.free-trial",
    title: "a payment of 0 verifies a card, starts the trial of a subscription, and charges nothing",
    rule: "openapi.yaml, createPaymentIntent",
    run: async (session) => {
      const { id: customer } = await newPayer(session)
      const trial = { amount: 0, currency: "brl", customer }
      expectError(await session.request("POST", "/v1/payment_intents", trial), 400, "parameter_invalid")
      const missing = "none of the account's newest 100 active products has a price and an active plan with a trial"
      const { id } = await newPaymentWithPlan(session, trial, missing)
      const reply = await confirmWith(session, id, CARDS.approved)
      const { status, charges } = expectStatus(reply, 200)
      expectEqual(reply, "status and charge", [status, charges.latest], ["succeeded", null])
      const list = await session.request("GET", `/v1/customer_subscriptions?customer=${customer}`)
      expectEqual(list, "status", expectStatus(list, 200).data[0]?.status, "TRIALING")
      const refund = await session.request("POST", "/v1/refunds", { payment_intent: reply.body.id })
      expectError(refund, 400, "payment_intent_already_refunded")
    },
  },
  {
    id: "subscriptions.pause",
    title: "nothing is charged during a pause, and a period begins when it ends after the paid one",
    rule: "openapi.yaml, pauseCustomerSubscription",
    run: async (session) => {
      const { subscription, charges } = await newActive(session)
      const { current_period_end: end } = subscription
      const resume = () => session.request("POST", `${pathOf(subscription)}/resume`)
      expectError(await resume(), 400, "subscription_unexpected_state")
      const paused = await session.request("POST", `${pathOf(subscription)}/pause`, { resumes_at: end + 3600 })
      expectEqual(paused, "resumes_at", expectStatus(paused, 200).paused?.resumes_at, end + 3600)
      await advance(session, end + 1800)
      await expectCharges(session, subscription, charges)
      await advance(session, end + 3601)
      await expectCharges(session, subscription, ["succeeded", ...charges])
      const after = await session.request("GET", pathOf(subscription))
      const { paused: pause, current_period_start } = expectStatus(after, 200)
      expectEqual(after, "paused and start", [pause, current_period_start], [null, end + 3600])
      expectError(await resume(), 400, "subscription_unexpected_state")
    },
  },
]
