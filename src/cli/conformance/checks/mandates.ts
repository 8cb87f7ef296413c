// Subscriptions by PIX Automático, whose mandates the payers' banks charge.
import { bankingDaysBefore, nextBankingDay } from "../../../base/banking-days.ts"
import { dayOf } from "../../../base/day.ts"
import type { Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import type { Json } from "../contract/document.ts"
import { eventually } from "../eventually.ts"
import { expectEqual, expectError, expectStatus, expectThat, NotTried, type Reply } from "../expect.ts"
import { confirmWith, get, help, newIntent, newPayer, newPaymentByMandate, post, timeOf } from "../objects.ts"
import type { Session } from "../session.ts"

const DAY = 86_400
/** The clock runs on between two requests. */
const MINUTE = 60
/** A charge is ordered so long before its day, where banks still take it two banking days before. */
const AHEAD = 5 * DAY
const BANKING_DAYS_BEFORE = 2
/** How far to go on where holidays leave no time to order a charge. */
const ELSEWHEN = 10 * DAY
/** A charge whose day is no banking day is paid on the next one. Carnival is the longest time without any. */
const PAID_WITHIN = 5 * DAY

/** The checks of mandates that a version has. */
export function mandateChecks(version: Version): Check[] {
  return version < "2026-12-01" ? [] : CHECKS
}

type Begun = { mandate: string; customer: string; shown: Reply }

/** Shows a new payer the code of a mandate. `trial`: without a payment. Throws NotTried if the server has no PIX Automático. */
async function begin(session: Session, trial = false): Promise<Begun> {
  const { id: customer } = await newPayer(session)
  const { id } = await newPaymentByMandate(session, trial ? { customer, amount: 0 } : { customer })
  const shown = await confirmWith(session, id, "pix_automatico")
  if (shown.status === 503 && shown.body.error.code === "not_ready")
    throw new NotTried("the server has no acquirer of PIX Automático")
  const { status, next_action, payment_method_details } = expectStatus(shown, 200)
  expectEqual(shown, "status and next_action", [status, next_action?.type], ["requires_action", "pix_display_qr_code"])
  const { type, payment_method } = payment_method_details ?? {}
  expectThat(type === "pix_automatico" && /^pm_/.test(payment_method), shown, "a mandate pm_…", payment_method_details)
  return { mandate: payment_method, customer, shown }
}

type Subscribed = Begun & { subscription: Json; approved: Reply }

/** A subscription whose payer has approved, and has paid unless it is a trial. Holidays of banks do not hinder its next charge. */
async function subscribe(session: Session, trial = false): Promise<Subscribed> {
  const begun = await begin(session, trial)
  const approved = await approve(session, begun)
  const subscription = await subscriptionOf(session, begun)
  const { ordered } = daysOf(subscription)
  const latest = bankingDaysBefore(nextBankingDay(dayOf(ordered + AHEAD)), BANKING_DAYS_BEFORE)
  if (dayOf(ordered) < latest) return { ...begun, subscription, approved }
  await goTo(session, (await timeOf(session)) + ELSEWHEN)
  return subscribe(session, trial)
}

async function approve(session: Session, { shown }: Begun): Promise<Reply> {
  const reply = await help(session, shown.body, "succeed")
  expectEqual(reply, "status", expectStatus(reply, 200).status, "succeeded")
  return reply
}

async function subscriptionOf({ request }: Session, { customer, mandate }: Begun): Promise<Json> {
  const list = await request("GET", `/v1/customer_subscriptions?customer=${customer}`)
  const [newest] = expectStatus(list, 200).data
  expectEqual(list, "payment_method of the customer's newest subscription", newest?.payment_method, mandate)
  return newest
}

/** Expects where a mandate stands, and whose it is. */
async function expectMandate({ request }: Session, { mandate, customer }: Begun, status: string): Promise<void> {
  const reply = await request("GET", `/v1/payment_methods/${mandate}`)
  const { type, card, pix_automatico, customer: whose } = expectStatus(reply, 200)
  const isOver = status === "canceled"
  expectEqual(
    reply,
    "mandate",
    { type, card, pix_automatico },
    { type: "pix_automatico", card: null, pix_automatico: { status } },
  )
  expectEqual(reply, "customer", whose, isOver ? null : customer)
  for (const [type, isListed] of Object.entries({ pix_automatico: !isOver, card: false })) {
    const list = await request("GET", `/v1/payment_methods?customer=${customer}&type=${type}`)
    const listed = expectStatus(list, 200).data.map(({ id }: Json) => id)
    expectEqual(list, `methods of type ${type}`, listed, isListed ? [mandate] : [])
  }
}

/** Waits for an event about a mandate, and expects where it says that the mandate stands. */
function expectEvent(session: Session, { mandate }: Begun, name: string, status: string): Promise<Json> {
  return eventually(session, async () => {
    const reply = await session.request("GET", `/v1/events?type=payment_method.${name}&limit=100`)
    const event = expectStatus(reply, 200).data.find(({ data }: Json) => data.object.id === mandate)
    expectEqual(reply, `mandate in payment_method.${name}`, event?.data.object.pix_automatico, { status })
    return event
  })
}

/** When the first charge by mandate is ordered, and when it has been paid. That of a trial's end is dated five days later. */
function daysOf({ current_period_end: end, status }: Json): { ordered: number; paid: number } {
  const ordered = status === "TRIALING" ? end : end - AHEAD
  return { ordered, paid: ordered + AHEAD + PAID_WITHIN }
}

/** The payment of the first period that follows, or of the one after a trial. */
async function firstCycle({ request }: Session, { id, customer }: Json): Promise<{ cycle: Json; reply: Reply }> {
  const reply = await request("GET", `/v1/payment_intents?customer=${customer}&limit=100`)
  const cycles = expectStatus(reply, 200).data.filter(({ subscription }: Json) => subscription === id)
  return { cycle: cycles.at(-1), reply }
}

async function expectCycle(
  session: Session,
  subscription: Json,
  expected: { status: string; type: string } | null,
): Promise<void> {
  const { cycle, reply } = await firstCycle(session, subscription)
  const seen = cycle ? { status: cycle.status, type: cycle.payment_method_types.join() } : null
  expectEqual(reply, `the next period of ${subscription.id}`, seen, expected)
}

const goTo = (session: Session, to: number) => post(session, "/v1/test_helpers/clock/advance", { to }, 200)

const CHECKS: Check[] = [
  {
    id: "mandates.subscribe",
    title: "one code asks for the first payment and for the mandate, which is active once the payer has paid, with its events",
    rule: "openapi.yaml, confirmPaymentIntent",
    run: async (session) => {
      const begun = await begin(session)
      await expectMandate(session, begun, "pending")
      await expectEvent(session, begun, "attached", "pending")
      await approve(session, begun)
      await expectMandate(session, begun, "active")
      const event = await expectEvent(session, begun, "updated", "active")
      const reply = await session.request("GET", `/v1/events/${event.id}`)
      const { previous_attributes } = expectStatus(reply, 200).data
      expectEqual(reply, "previous_attributes", previous_attributes, { pix_automatico: { status: "pending" } })
      await subscriptionOf(session, begun)
    },
  },
  {
    id: "mandates.cycle",
    title: "the next period is processing five days before it begins, and is paid when it has",
    rule: 'openapi.yaml, section "Subscriptions"',
    run: async (session) => {
      const { subscription } = await subscribe(session)
      const { id, current_period_end: end } = subscription
      const { ordered, paid } = daysOf(subscription)
      await goTo(session, ordered - MINUTE)
      await expectCycle(session, subscription, null)
      await goTo(session, ordered)
      await expectCycle(session, subscription, { status: "processing", type: "pix_automatico" })
      await goTo(session, paid)
      await expectCycle(session, subscription, { status: "succeeded", type: "pix_automatico" })
      const after = await session.request("GET", `/v1/customer_subscriptions/${id}`)
      const { status, current_period_start } = expectStatus(after, 200)
      expectEqual(after, "status and start", [status, current_period_start], ["ACTIVE", end])
    },
  },
  {
    id: "mandates.cancel",
    title: "canceling the subscription withdraws the charge that was ordered, and cancels the mandate with its event",
    rule: "openapi.yaml, cancelCustomerSubscription",
    run: async (session) => {
      const begun = await subscribe(session)
      const { ordered, paid } = daysOf(begun.subscription)
      await goTo(session, ordered)
      await post(session, `/v1/customer_subscriptions/${begun.subscription.id}/cancel`, {}, 200)
      await expectCycle(session, begun.subscription, { status: "canceled", type: "pix_automatico" })
      await expectMandate(session, begun, "canceled")
      await expectEvent(session, begun, "detached", "canceled")
      await goTo(session, paid)
      await expectCycle(session, begun.subscription, { status: "canceled", type: "pix_automatico" })
    },
  },
  {
    id: "mandates.detach",
    title: "detaching a mandate cancels it, and the subscription goes on by PIX codes",
    rule: "openapi.yaml, detachPaymentMethod",
    run: async (session) => {
      const begun = await subscribe(session)
      await post(session, `/v1/payment_methods/${begun.mandate}/detach`, {}, 200)
      await expectMandate(session, begun, "canceled")
      await expectEvent(session, begun, "detached", "canceled")
      const subscription = await get(session, `/v1/customer_subscriptions/${begun.subscription.id}`)
      await goTo(session, subscription.current_period_end + 1)
      await expectCycle(session, subscription, { status: "requires_action", type: "pix" })
    },
  },
  {
    id: "mandates.own-subscription",
    title: "a mandate pays for its subscription only",
    rule: "openapi.yaml, confirmPaymentIntent",
    run: async (session) => {
      const { mandate, customer } = await subscribe(session)
      const { id } = await newIntent(session, { customer })
      const reply = await session.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: mandate })
      expectError(reply, 400, "parameter_invalid", "payment_method")
    },
  },
  {
    id: "mandates.trial",
    title: "a trial begins with the mandate alone, and charges nothing before it ends",
    rule: "openapi.yaml, createPaymentIntent",
    run: async (session) => {
      const begun = await subscribe(session, true)
      const { approved, subscription } = begun
      expectEqual(approved, "charge", approved.body.charges.latest, null)
      await expectMandate(session, begun, "active")
      expectEqual(approved, "status of the subscription", subscription.status, "TRIALING")
      await goTo(session, subscription.trial_end - MINUTE)
      await expectCycle(session, subscription, null)
      await goTo(session, subscription.trial_end)
      await expectCycle(session, subscription, { status: "processing", type: "pix_automatico" })
    },
  },
]
