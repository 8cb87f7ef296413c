import type { CardErrorCode } from "../../base/errors.ts"

/** How a test card behaves. */
export type Behavior =
  | "approved"
  | "unavailable"
  | "challenge"
  | "failing_challenge"
  | "soft_declined"
  | "frictionless"
  | "data_only"
  | "not_enrolled"
  | "disputed_later"
  | "half_disputed_later"
  | "settled_later"
  | "declined_at_capture"
  | { /** Verification refuses the card too, unless it is savable. */ refused: CardErrorCode; savable?: boolean }

type MockCard = {
  /** The name that the tests use. */
  name: string
  number: string
  behavior: Behavior
  /** The outcome, in the words of openapi.yaml, Test cards. */
  outcome: string
}

/** The test cards (openapi.yaml, Test cards). A test compares the two lists. Any other number is approved. */
export const MOCK_CARDS = [
  { name: "approved", number: "4242424242424242", behavior: "approved", outcome: "succeeds (visa)" },
  { name: "mastercard", number: "5555555555554444", behavior: "approved", outcome: "succeeds (mastercard)" },
  { name: "amex", number: "378282246310005", behavior: "approved", outcome: "succeeds (amex)" },
  { name: "elo", number: "6362970000457013", behavior: "approved", outcome: "succeeds (elo)" },
  { name: "hipercard", number: "6062825624254001", behavior: "approved", outcome: "succeeds (hipercard)" },
  { name: "declined", number: "4000000000000002", behavior: { refused: "card_declined" }, outcome: "`card_declined`" },
  {
    name: "insufficientFunds",
    number: "4000000000009995",
    behavior: { refused: "insufficient_funds" },
    outcome: "`insufficient_funds`",
  },
  { name: "expired", number: "4000000000000069", behavior: { refused: "expired_card" }, outcome: "`expired_card`" },
  { name: "wrongCvc", number: "4000000000000127", behavior: { refused: "incorrect_cvc" }, outcome: "`incorrect_cvc`" },
  { name: "unreachable", number: "4000000000000119", behavior: "unavailable", outcome: "`processing_error`, each time" },
  { name: "threeDs", number: "4000000000003220", behavior: "challenge", outcome: "3DS challenge: `redirect_to_url`" },
  { name: "disputed", number: "4000000000000259", behavior: "disputed_later", outcome: "succeeds, then a chargeback" },
  {
    name: "halfDisputed",
    number: "4000000000003188",
    behavior: "half_disputed_later",
    outcome: "succeeds, then a chargeback of half of it",
  },
  {
    name: "declinedWhenCharged",
    number: "4000000000000341",
    behavior: { refused: "card_declined", savable: true },
    outcome: "can be saved, is `card_declined` when charged",
  },
  { name: "processing", number: "4000000000000036", behavior: "settled_later", outcome: "`processing`, settles a moment later" },
  {
    name: "declinedAtCapture",
    number: "4000000000000408",
    behavior: "declined_at_capture",
    outcome: "authorized, then `card_declined` when captured. Without a later capture: `card_declined`",
  },
  {
    name: "frictionless",
    number: "4000000000003121",
    behavior: "frictionless",
    outcome: "succeeds, authenticated by 3DS without a challenge",
  },
  {
    name: "dataOnly",
    number: "4000000000003139",
    behavior: "data_only",
    outcome: "succeeds, 3DS has only told the issuer of it (`data_only`)",
  },
  {
    name: "notEnrolled",
    number: "4000000000003147",
    behavior: "not_enrolled",
    outcome: "succeeds, its issuer has no 3DS. With `request_three_d_secure` `any`: `authentication_failed`",
  },
  {
    name: "softDeclined",
    number: "4000000000003113",
    behavior: "soft_declined",
    outcome: "its issuer asks for 3DS: a challenge. Off session or with `never`: `card_declined`",
  },
  {
    name: "failingChallenge",
    number: "4000000000003154",
    behavior: "failing_challenge",
    outcome: "3DS challenge that fails, whatever is pressed: `authentication_failed`",
  },
] as const satisfies MockCard[]

const BEHAVIORS = new Map<string, Behavior>(MOCK_CARDS.map(({ number, behavior }) => [number, behavior]))

export function behaviorOf(number: string): Behavior {
  return BEHAVIORS.get(number) ?? "approved"
}
