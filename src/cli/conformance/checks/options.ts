import { isLater, type Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import { expectEqual, expectError, expectStatus } from "../expect.ts"
import { CARDS, confirmWith, newIntent, newToken, timeOf } from "../objects.ts"

const RULE = "openapi.yaml, createPaymentIntent"
const SECONDS = 900
const DAY = 24 * 3600

/** The checks of what a merchant chooses for each payment method, for a version that has it. */
export function optionChecks(version: Version): Check[] {
  return isLater("2026-12-01", version) ? [] : CHECKS
}

const CHECKS: Check[] = [
  {
    id: "options.time",
    title: "a PIX and a boleto can be paid for as long as the payment says",
    rule: RULE,
    run: async (session) => {
      const chosen = { pix: { expires_after_seconds: SECONDS }, boleto: { expires_after_days: 0 } }
      const { id, payment_method_options } = await newIntent(session, { payment_method_options: chosen })
      const before = await timeOf(session)
      const pix = await confirmWith(session, id, "pix")
      const left = expectStatus(pix, 200).next_action.expires_at - before
      expectEqual(pix, "time to pay the PIX", left >= SECONDS && left <= SECONDS + 60, true)
      expectEqual(pix, "payment_method_options.pix", payment_method_options.pix, chosen.pix)
      const other = await newIntent(session, { payment_method_options: chosen })
      const boleto = await confirmWith(session, other.id, "boleto")
      const due = expectStatus(boleto, 200).next_action.expires_at
      expectEqual(boleto, "due on the same day", due - (await timeOf(session)) <= DAY, true)
    },
  },
  {
    id: "options.three_d_secure",
    title: "a card is challenged if the payment requires it, and refused if its issuer asks and the payment forbids it",
    rule: 'openapi.yaml, section "Test cards"',
    run: async (session) => {
      const payWith = async (card: string, request_three_d_secure: string) => {
        const { id } = await newIntent(session, { payment_method_options: { card: { request_three_d_secure } } })
        return confirmWith(session, id, card)
      }
      const challenged = await payWith(CARDS.approved, "any")
      expectEqual(challenged, "next_action", expectStatus(challenged, 200).next_action?.type, "redirect_to_url")
      const refused = await payWith(CARDS.challenge, "never")
      expectEqual(refused, "error", expectStatus(refused, 200).last_payment_error?.code, "authentication_failed")
      const easy = await payWith(CARDS.frictionless, "any")
      const { three_d_secure } = expectStatus(easy, 200).payment_method_details.card
      expectEqual(easy, "three_d_secure", [three_d_secure?.result, three_d_secure?.liability_shifted], ["authenticated", true])
    },
  },
  {
    id: "options.debit",
    title: "a debit card is authenticated, not saved, and not captured later",
    rule: 'openapi.yaml, confirmPaymentIntent, and section "Test cards"',
    run: async (session) => {
      const tokenOf = (card: string) => newToken(session, card, { funding: "debit" })
      const confirm = async (card: string, details: object = {}) => {
        const { id } = await newIntent(session, details)
        return session.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: await tokenOf(card) })
      }
      const paid = await confirm(CARDS.frictionless)
      const { funding, three_d_secure } = expectStatus(paid, 200).payment_method_details.card
      expectEqual(paid, "payment_method_details.card", [funding, three_d_secure?.result], ["debit", "authenticated"])
      const challenged = await confirm(CARDS.approved)
      expectEqual(challenged, "next_action", expectStatus(challenged, 200).next_action?.type, "redirect_to_url")
      const later = { payment_method_types: ["card"], capture_method: "manual" }
      expectError(await confirm(CARDS.approved, later), 400, "parameter_invalid")
      const { customer } = await newIntent(session)
      const saved = await session.request("POST", "/v1/payment_methods", { token: await tokenOf(CARDS.approved), customer })
      expectError(saved, 400, "unsupported_token_type")
    },
  },
  {
    id: "options.limits",
    title: "options of a method that the payment does not take, and installments above the limit, are refused",
    rule: RULE,
    run: async (session) => {
      const { customer } = await newIntent(session)
      const payment = { amount: 4990, currency: "brl", customer }
      const wrong = { ...payment, payment_method_options: { pix: { expires_after_seconds: SECONDS } } }
      expectError(await session.request("POST", "/v1/payment_intents", wrong), 400, "parameter_invalid")
      const { id } = await newIntent(session, { customer, payment_method_options: { card: { max_installments: 2 } } })
      const payment_method = await newToken(session)
      const confirm = (installments: number) =>
        session.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method, installments })
      expectError(await confirm(3), 400, "parameter_invalid")
      const paid = await confirm(2)
      expectEqual(paid, "status", expectStatus(paid, 200).status, "succeeded")
    },
  },
]
