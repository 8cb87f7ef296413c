import { isLater, type Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import { expectEqual, expectError, expectStatus } from "../expect.ts"
import { AMOUNT, authorized, CARDS, get, post } from "../objects.ts"

const RULE = "openapi.yaml, capturePaymentIntent"
const PART = 990

/** The checks of later captures, for a version that has them. */
export function captureChecks(version: Version): Check[] {
  return isLater("2026-12-01", version) ? [] : CHECKS
}

const CHECKS: Check[] = [
  {
    id: "captures.part",
    title: "a part of what is authorized is captured once, and it alone counts as received and can be refunded",
    rule: RULE,
    run: async (session) => {
      const { id } = await authorized(session)
      const path = `/v1/payment_intents/${id}/capture`
      const more = await session.request("POST", path, { amount_to_capture: AMOUNT + 1 })
      expectError(more, 400, "parameter_invalid")
      const reply = await session.request("POST", path, { amount_to_capture: PART })
      const { status, amount, amount_received, amount_capturable } = expectStatus(reply, 200)
      const taken = { status, amount, amount_received, amount_capturable }
      expectEqual(reply, "amounts", taken, {
        status: "succeeded",
        amount: AMOUNT,
        amount_received: PART,
        amount_capturable: 0,
      })
      expectError(await session.request("POST", path), 400, "payment_intent_unexpected_state")
      const refund = await session.request("POST", "/v1/refunds", { payment_intent: id })
      expectEqual(refund, "amount", expectStatus(refund, 201).amount, PART)
    },
  },
  {
    id: "captures.declined",
    title: "a card that is declined at the capture is 402, and leaves the payment intent as it was",
    rule: RULE,
    run: async (session) => {
      const held = await authorized(session, CARDS.declinedAtCapture)
      const reply = await session.request("POST", `/v1/payment_intents/${held.id}/capture`)
      expectError(reply, 402, "card_declined")
      const after = await session.request("GET", `/v1/payment_intents/${held.id}`)
      expectEqual(after, "status", expectStatus(after, 200).status, "requires_capture")
    },
  },
  {
    id: "captures.cancel",
    title: "an authorized payment can be canceled, and is not captured after that",
    rule: "openapi.yaml, cancelPaymentIntent",
    run: async (session) => {
      const { id } = await authorized(session)
      await post(session, `/v1/payment_intents/${id}/cancel`, undefined, 200)
      const reply = await session.request("POST", `/v1/payment_intents/${id}/capture`)
      expectError(reply, 400, "payment_intent_unexpected_state")
      const { status } = await get(session, `/v1/payment_intents/${id}`)
      expectEqual(reply, "status", status, "canceled")
    },
  },
]
