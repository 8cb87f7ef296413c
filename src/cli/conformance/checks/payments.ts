import type { Check } from "../check.ts"
import type { Json } from "../contract/document.ts"
import { eventually } from "../eventually.ts"
import { expectEqual, expectError, expectStatus } from "../expect.ts"
import {
  AMOUNT,
  CARDS,
  confirmWith,
  help,
  newIntent,
  newPayer,
  newToken,
  paid,
  payWith,
  post,
  savedCard,
  timeOf,
} from "../objects.ts"
import type { Session } from "../session.ts"

const CARDS_RULE = 'openapi.yaml, section "Test cards"'

/** The result of a confirm with a test card: the status, and the code of a refusal. */
const OUTCOMES: [card: keyof typeof CARDS, state: string][] = [
  ["approved", "succeeded"],
  ["declined", "canceled card_declined"],
  ["insufficientFunds", "canceled insufficient_funds"],
  ["expired", "canceled expired_card"],
  ["wrongCvc", "canceled incorrect_cvc"],
  ["declinedWhenCharged", "canceled card_declined"],
  ["challenge", "requires_action"],
  ["processing", "processing"],
  ["disputed", "succeeded"],
]

const stateOf = ({ status, last_payment_error }: Json) => [status, last_payment_error?.code].filter(Boolean).join(" ")
const intentPath = ({ id }: Json) => `/v1/payment_intents/${id}`

/** Expects events of exactly these types for a payment intent and its chargeback. */
function expectEvents(session: Session, { id }: Json, types: string[]): Promise<void> {
  return eventually(session, async () => {
    const reply = await session.request("GET", "/v1/events?limit=20")
    const own = expectStatus(reply, 200).data.filter(({ data: { object } }: Json) =>
      [object.id, object.payment_intent].includes(id),
    )
    expectEqual(reply, `events of ${id}`, own.map(({ type }: Json) => type).sort(), types)
  })
}

export const paymentChecks: Check[] = [
  ...OUTCOMES.map(
    ([card, state]): Check => ({
      id: `payments.card.${card}`,
      title: `the test card ${CARDS[card]} leads to ${state}`,
      rule: CARDS_RULE,
      run: async (session) => {
        const reply = await confirmWith(session, (await newIntent(session)).id, CARDS[card])
        expectEqual(reply, "status", stateOf(expectStatus(reply, 200)), state)
        if (state.startsWith("canceled")) await expectEvents(session, reply.body, ["payment_intent.payment_failed"])
        if (card === "approved") await expectEvents(session, reply.body, ["payment_intent.succeeded"])
      },
    }),
  ),
  {
    id: "payments.card.unreachable",
    title: "an acquirer that cannot process the card is 503, and leaves the intent and the token as they were",
    rule: CARDS_RULE,
    run: async (session) => {
      const intent = await newIntent(session)
      const payment_method = await newToken(session, CARDS.unreachable)
      for (let i = 0; i < 2; i++) {
        const reply = await session.request("POST", `${intentPath(intent)}/confirm`, { payment_method })
        expectError(reply, 503, "processing_error")
      }
      const after = await session.request("GET", intentPath(intent))
      expectEqual(after, "status", after.body.status, "requires_payment_method")
    },
  },
  {
    id: "payments.challenge",
    title: "a 3DS challenge sends the payer to a page, and ends in succeeded or in authentication_failed",
    rule: "openapi.yaml, RedirectToUrl",
    run: async (session) => {
      const challenged = async () => {
        const reply = await confirmWith(session, (await newIntent(session)).id, CARDS.challenge)
        expectEqual(reply, "next_action", expectStatus(reply, 200).next_action?.type, "redirect_to_url")
        return reply.body
      }
      const done = await help(session, await challenged(), "succeed")
      expectEqual(done, "status", stateOf(expectStatus(done, 200)), "succeeded")
      const failed = await help(session, await challenged(), "fail", { code: "authentication_failed" })
      expectEqual(failed, "status", stateOf(expectStatus(failed, 200)), "canceled authentication_failed")
    },
  },
  {
    id: "payments.off-session",
    title: "off_session never asks the payer: a card that needs 3DS is refused",
    rule: "openapi.yaml, confirmPaymentIntent",
    run: async (session) => {
      const { id } = await newIntent(session)
      const body = { payment_method: await newToken(session, CARDS.challenge), off_session: true }
      const reply = await session.request("POST", `/v1/payment_intents/${id}/confirm`, body)
      expectEqual(reply, "status", stateOf(expectStatus(reply, 200)), "canceled authentication_failed")
    },
  },
  {
    id: "payments.settles-later",
    title: "a payment in processing succeeds a moment later",
    rule: CARDS_RULE,
    run: async (session) => {
      const { id } = await payWith(session, CARDS.processing)
      await eventually(session, async () => {
        const reply = await session.request("GET", `/v1/payment_intents/${id}`)
        expectEqual(reply, "status", stateOf(reply.body), "succeeded")
      })
    },
  },
  {
    id: "payments.chargeback",
    title: "a chargeback makes one refund with reason dispute, and an event",
    rule: CARDS_RULE,
    run: async (session) => {
      const intent = await payWith(session, CARDS.disputed)
      await eventually(session, async () => {
        const reply = await session.request("GET", `/v1/refunds?payment_intent=${intent.id}`)
        const refunds = expectStatus(reply, 200).data.map(({ reason, amount }: Json) => ({ reason, amount }))
        expectEqual(reply, "refunds", refunds, [{ reason: "dispute", amount: AMOUNT }])
      })
      const isBefore = session.version < "2026-12-01"
      const reply = await session.request("GET", "/v1/events?type=charge.dispute.created&limit=20")
      const { data } = expectStatus(reply, 200).data.find((event: Json) => event.data.object.payment_intent === intent.id)
      const { status, due_by, network_reason } = data.object
      const stands = isBefore ? [undefined, undefined, undefined] : ["lost", null, null]
      expectEqual(reply, "where the dispute stands", [status, due_by, network_reason], stands)
      const refunded = isBefore ? [] : ["refund.created"]
      await expectEvents(session, intent, ["charge.dispute.created", "payment_intent.succeeded", ...refunded])
    },
  },
  {
    id: "payments.token-once",
    title: "a token pays once, and not at all with a method that the intent does not take",
    rule: "openapi.yaml, createToken",
    run: async (session) => {
      const token = await newToken(session)
      const confirm = async (details: object) => {
        const { id } = await newIntent(session, details)
        return session.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token })
      }
      expectError(await confirm({ payment_method_types: ["pix"] }), 400, "parameter_invalid")
      expectStatus(await confirm({}), 200)
      expectError(await confirm({}), 400, "token_unusable")
    },
  },
  {
    id: "payments.token-time",
    title: "a token cannot be used after 15 minutes",
    rule: 'openapi.yaml, section "Lifetimes"',
    run: async (session) => {
      const { id } = await newIntent(session)
      const payment_method = await newToken(session)
      await post(session, "/v1/test_helpers/clock/advance", { seconds: 901 }, 200)
      expectError(await session.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }), 400, "token_unusable")
    },
  },
  {
    id: "payments.saved-card",
    title: "a saved card pays for its customer only, until it is detached",
    rule: "openapi.yaml, confirmPaymentIntent",
    run: async (session) => {
      const { id: customer } = await newPayer(session)
      const { id: payment_method } = await savedCard(session, customer)
      const confirm = async (details: object) => {
        const { id } = await newIntent(session, details)
        return session.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method })
      }
      expectError(await confirm({}), 404, "payment_method_not_found")
      const own = await confirm({ customer })
      expectEqual(own, "status", expectStatus(own, 200).status, "succeeded")
      const detached = await session.request("POST", `/v1/payment_methods/${payment_method}/detach`)
      expectEqual(detached, "customer", expectStatus(detached, 200).customer, null)
      expectError(await confirm({ customer }), 404, "payment_method_not_found")
    },
  },
  {
    id: "payments.refused-card-not-saved",
    title: "a refused card is not saved: 402",
    rule: "openapi.yaml, createPaymentMethod",
    run: async (session) => {
      const { id: customer } = await newPayer(session)
      const token = await newToken(session, CARDS.declined)
      expectError(await session.request("POST", "/v1/payment_methods", { token, customer }), 402, "card_declined")
    },
  },
  {
    id: "payments.expired-card",
    title: "a card whose month has passed makes no token: 402",
    rule: "openapi.yaml, createToken",
    run: async ({ request }) => {
      const card = { number: CARDS.approved, expMonth: 1, expYear: 2020, cvc: "737" }
      expectError(await request("POST", "/v1/tokens", { type: "card", card }), 402, "expired_card")
    },
  },
  {
    id: "payments.saved-card-expired",
    title: "a saved card whose month has passed is refused with expired_card",
    rule: 'openapi.yaml, section "Test cards"',
    run: async (session) => {
      const { id: customer } = await newPayer(session)
      const now = new Date((await timeOf(session)) * 1000)
      const [expYear, expMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
      const card = { number: CARDS.approved, expMonth, expYear, cvc: "737" }
      const { id: token } = await post(session, "/v1/tokens", { type: "card", card }, 201)
      const { id: payment_method } = await post(session, "/v1/payment_methods", { token, customer }, 201)
      await post(session, "/v1/test_helpers/clock/advance", { to: Date.UTC(expYear, expMonth, 1) / 1000 }, 200)
      const intent = await newIntent(session, { customer })
      const reply = await session.request("POST", `${intentPath(intent)}/confirm`, { payment_method })
      const { status, last_payment_error } = expectStatus(reply, 200)
      expectEqual(reply, "status", [status, last_payment_error?.code], ["canceled", "expired_card"])
    },
  },
  {
    id: "payments.canceled",
    title: "a canceled intent takes no payment: confirm and cancel are refused, and nothing is charged",
    rule: "openapi.yaml, confirmPaymentIntent",
    run: async (session) => {
      const intent = await newIntent(session)
      const canceled = await session.request("POST", `${intentPath(intent)}/cancel`, { cancellation_reason: "Twice" })
      expectEqual(canceled, "status", stateOf(expectStatus(canceled, 200)), "canceled")
      expectError(await confirmWith(session, intent.id, CARDS.approved), 400, "payment_intent_canceled")
      expectError(await session.request("POST", `${intentPath(intent)}/cancel`), 400, "payment_intent_canceled")
      const after = await session.request("GET", intentPath(intent))
      expectEqual(after, "charge", expectStatus(after, 200).charges.latest, null)
      await expectEvents(session, intent, ["payment_intent.canceled"])
    },
  },
  {
    id: "payments.paid-once",
    title: "an intent that succeeded is neither confirmed nor canceled",
    rule: "openapi.yaml, confirmPaymentIntent",
    run: async (session) => {
      const intent = await paid(session)
      expectError(await confirmWith(session, intent.id, CARDS.approved), 400, "payment_intent_unexpected_state")
      expectError(await session.request("POST", `${intentPath(intent)}/cancel`), 400, "payment_intent_unexpected_state")
      expectError(await help(session, intent, "fail"), 400, "payment_intent_unexpected_state")
    },
  },
]
